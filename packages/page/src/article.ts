// Where the content of a page is, and what around it is not: by landmarks where the page has them, else by how much
// text stands in a place and how much of it is links.

import { flatParent, selfAndAncestors } from "./flat-tree.ts";
import {
	attr,
	childElements,
	childNodes,
	contains,
	isElement,
	localName,
	queryIn,
	textContent,
} from "./pristine.ts";
import { tidy } from "./quote.ts";
import { roleOf } from "./role.ts";
import type { Sight } from "./sight.ts";

interface Article {
	root: Element;
	/** A title that stands before the content. */
	title: Element | undefined;
	leftOut(el: Element): boolean;
}

const PROSE = "p, pre, blockquote, li, td, dd, h2, h3, figcaption, div, section";
/** Text that is worth a point; less is a caption. */
const WORTH = 25;
/** The share of the page's text that a landmark must hold to be the content. */
const MOST = 0.4;
const AROUND = new Set([
	"navigation",
	"complementary",
	"contentinfo",
	"banner",
	"search",
	"menubar",
	"menu",
	"toolbar",
]);
const NOISE =
	/(^|[\s_-])(ads?|advert\w*|banner|breadcrumbs?|cookies?|consent|footer|menu|nav|navbar|newsletter|pagination|pager|popup|promo\w*|recommend\w*|related|share|sharing|sidebar|skip|social|sponsor\w*|subscribe|toc|toolbar|widgets?)($|[\s_-])/i;
const BOXES = new Set([
	"aside",
	"div",
	"ul",
	"ol",
	"section",
	"table",
	"form",
	"p",
	"dl",
	"details",
	"nav",
	"footer",
	"header",
]);
/** Above these shares of link text a box leads away instead of telling something. */
const LINKED = 0.6;
const NOISY_LINKED = 0.25;
const TEASERS = 0.85;
const SHORT = 200;
/** Characters for each link, at most, in a menu and in a row of teasers. */
const MENU_WORD = 25;
const TEASER = 90;
const PARAGRAPH = 80;

export function articleIn(start: Element, sight: Sight): Article | undefined {
	const whole = lengthOf(start);
	const root = byLandmark(start, whole, sight) ?? byDensity(start, sight);
	if (!root) return undefined;
	return { root, title: titleFor(root, start, sight), leftOut: (el) => el !== root && isAround(el, root) };
}

function byLandmark(start: Element, whole: number, sight: Sight): Element | undefined {
	const all = [...queryIn(start, "main, [role=main], article, [role=article], [itemprop=articleBody]")];
	const seen = all.filter((el) => sight.sees(el) && lengthOf(el) > 0);
	const articles = seen.filter((el) => localName(el) === "article" || roleOf(el) === "article");
	const outer = articles.filter((el) => !articles.some((other) => other !== el && contains(other, el)));
	const mains = seen.filter((el) => roleOf(el) === "main");
	const main = mains.sort((one, other) => lengthOf(other) - lengthOf(one))[0];
	const [longest] = [...outer].sort((one, other) => lengthOf(other) - lengthOf(one));
	const around = main ? lengthOf(main) : whole;
	// One article among teasers of others is the content; several alike are, together, in their parent.
	if (longest && lengthOf(longest) > around * (outer.length === 1 ? MOST : 1 - MOST)) return longest;
	return main;
}

function byDensity(start: Element, sight: Sight): Element | undefined {
	const scores = new Map<Element, number>();
	for (const el of queryIn(start, PROSE)) {
		const words = tidy(ownText(el));
		if (words.length < WORTH || isInAround(el, start) || !sight.sees(el)) continue;
		const points = 1 + (words.match(/[,，、،;]/g)?.length ?? 0) + Math.min(words.length / 100, 3);
		let share = 1;
		for (let at = flatParent(el); at && at !== flatParent(start) && share > 0.1; at = flatParent(at)) {
			scores.set(at, (scores.get(at) ?? 0) + points * share);
			share /= 2;
		}
	}
	let best: Element | undefined;
	let most = 0;
	for (const [el, points] of scores) {
		const score = points * (1 - linkShare(el));
		if (score > most) [best, most] = [el, score];
	}
	return best && widened(best, most, scores, start);
}

/** Content that is spread over several boxes alike is all in what holds them. */
function widened(best: Element, most: number, scores: ReadonlyMap<Element, number>, start: Element): Element {
	let root = best;
	for (let step = 0; step < 4 && root !== start; step += 1) {
		const parent = flatParent(root);
		if (!parent || (localName(parent) === "body" && start !== parent)) break;
		const others = childElements(parent).filter((el) => el !== root);
		if (!others.some((el) => (scores.get(el) ?? 0) > most * 0.2 || tellsMore(el))) break;
		root = parent;
	}
	return root;
}

/** A paragraph of its own beside the content: the first ones often stand in a box by themselves. */
function tellsMore(el: Element): boolean {
	if (AROUND.has(roleOf(el)) || isNoise(el)) return false;
	const isText = (at: Element) => lengthOf(at) > PARAGRAPH && linkShare(at) < NOISY_LINKED;
	if (/^(p|h[1-6]|pre|blockquote)$/.test(localName(el))) return isText(el);
	return linkShare(el) < NOISY_LINKED && Array.from(queryIn(el, "p")).some(isText);
}

function isNoise(el: Element): boolean {
	return NOISE.test(`${attr(el, "class") ?? ""} ${attr(el, "id") ?? ""}`);
}

/** The page's title stands above its article as often as in it. */
function titleFor(root: Element, start: Element, sight: Sight): Element | undefined {
	if (queryIn(root, "h1").length > 0 || localName(root) === "h1") return undefined;
	const titles = [...queryIn(start, "h1")].filter((el) => sight.sees(el));
	const [only] = titles;
	if (titles.length !== 1 || !only || contains(root, only)) return undefined;
	const order = Node.prototype.compareDocumentPosition.call(root, only);
	return order & Node.DOCUMENT_POSITION_PRECEDING ? only : undefined;
}

function isInAround(el: Element, start: Element): boolean {
	for (const at of selfAndAncestors(el)) {
		if (at === start) return false;
		if (AROUND.has(roleOf(at))) return true;
	}
	return false;
}

/** Navigation, side matter and lists of links inside of the content. */
function isAround(el: Element, root: Element): boolean {
	const tag = localName(el);
	const role = roleOf(el);
	// A header or footer in an article is no landmark, and often holds the title or the author.
	if (AROUND.has(role) && !(role === "banner" && holdsTitle(el))) return true;
	if (tag === "button" || role === "button" || tag === "dialog") return true;
	if (!BOXES.has(tag) || holdsTitle(el)) return false;
	const length = lengthOf(el);
	if (length > lengthOf(root) / 2) return false;
	const links = linkShare(el);
	if (isNoise(el) && (links > NOISY_LINKED || length < SHORT)) return true;
	const count = queryIn(el, "a[href]").length;
	if (tag === "p" || count < 3 || links <= LINKED) return false;
	// A list of links in running text is content if its links are long; menus have short words.
	return length / count < (links > TEASERS ? TEASER : MENU_WORD);
}

function holdsTitle(el: Element): boolean {
	return queryIn(el, "h1").length > 0;
}

function ownText(el: Element): string {
	if (/^(div|section|td|li)$/.test(localName(el))) {
		let words = "";
		for (const node of Array.from(childNodes(el))) {
			if (!isElement(node) || /^(a|b|em|i|span|strong|code)$/.test(localName(node)))
				words += textContent(node) ?? "";
		}
		return words;
	}
	return textContent(el) ?? "";
}

function lengthOf(el: Element): number {
	return tidy(textContent(el) ?? "").length;
}

function linkShare(el: Element): number {
	const length = lengthOf(el);
	if (length === 0) return 0;
	let linked = 0;
	// Links to places in the same text are part of it.
	for (const link of queryIn(el, "a[href]"))
		linked += lengthOf(link) * (attr(link, "href")?.startsWith("#") ? 0.3 : 1);
	return linked / length;
}
