// The title of an article that stands before its text, and what is between the two: a subtitle, who wrote it, a summary.

import { flatContains, flatParent, selfAndAncestors } from "./flat-tree.ts";
import { childElements, documentTitle, isBefore, localName, textContent } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { tidy } from "./quote.ts";
import type { Sight } from "./sight.ts";
import type { TextWeight } from "./text-weight.ts";

/** Of the document's title, the share that a heading must have in it to be the one meant. */
const SAME = 0.3;
/** Of the article's text, the share that may stand between it and its title. */
const BETWEEN = 0.5;

/** The heading that names the page: the one that the document's title repeats, else the last `h1` before the text. */
export function titleOf(start: Element, root: Element, sight: Sight, isBeside: (el: Element) => boolean) {
	const name = plain(documentTitle(document));
	/** How much of the document's title it is. */
	const share = (el: Element) => {
		const said = plain(textContent(el) ?? "");
		return said && name.includes(said) ? said.length / name.length : 0;
	};
	const isIn = (el: Element) => flatContains(root, el);
	const found = queryEverywhere("h1, h2, h3", start)
		.map((el) => ({ el, share: share(el) }))
		.filter(({ el, share }) => share > SAME || (localName(el) === "h1" && textContent(el)?.trim()))
		.filter(({ el }) => (isIn(el) || isBefore(el, root)) && !isBeside(el) && sight.sees(el));
	const most = Math.max(...found.map(({ share }) => share));
	const named = found.filter(({ share }) => share > SAME && share === most).map(({ el }) => el);
	const tops = found.map(({ el }) => el).filter((el) => localName(el) === "h1");
	// Said twice, the one in the text or right before it is meant.
	return named.find(isIn) ?? named.at(-1) ?? tops.find(isIn) ?? tops.at(-1);
}

/** From the title up to the text, if the title is not in it. */
export function leadOf(title: Element | undefined, root: Element, weight: TextWeight): Element[] {
	if (!title || flatContains(root, title)) return [];
	const between: Element[] = [];
	for (let at: Element = title; ; ) {
		const parent = flatParent(at);
		if (!parent) break;
		const siblings = childElements(parent);
		const after = siblings.slice(siblings.indexOf(at) + 1);
		const reached = after.findIndex((el) => flatContains(el, root));
		between.push(...(reached < 0 ? after : after.slice(0, reached)));
		if (reached >= 0 || flatContains(parent, root)) {
			// Where the text is deeper than that, what stands before it in there comes first.
			if (reached >= 0) between.push(...before(root, after[reached] as Element));
			break;
		}
		at = parent;
	}
	const length = between.reduce((sum, el) => sum + weight.lengthOf(el), 0);
	return [title, ...(length < weight.lengthOf(root) * BETWEEN ? between : [])];
}

function before(root: Element, outer: Element): Element[] {
	const out: Element[] = [];
	for (const at of selfAndAncestors(root)) {
		if (at === outer) break;
		const parent = flatParent(at);
		if (!parent) break;
		const siblings = childElements(parent);
		out.unshift(...siblings.slice(0, Math.max(siblings.indexOf(at), 0)));
	}
	return out;
}

function plain(text: string): string {
	return tidy(text).toLowerCase();
}
