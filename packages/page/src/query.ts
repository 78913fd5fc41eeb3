// Selectors over the whole page: they do not cross the borders of shadow roots, so each root is asked by itself,
// and the matches come in the order in which the page has them.

import { addShadowRootsIn, openShadowRoots } from "./flat-tree.ts";
import { KitError } from "./kit-error.ts";
import { matches, queryAll, queryIn, shadowRoot } from "./pristine.ts";
import { cut } from "./quote.ts";
import { withoutSecrets } from "./secret-selector.ts";

/** What a person fills in or sets. */
export const FIELDS =
	"input, select, textarea, [contenteditable], [role=textbox], [role=searchbox], [role=combobox], [role=checkbox], [role=radio], [role=switch], [role=slider], [role=spinbutton]";

/** The elements that a caller's selector means. It learns nothing from it that is masked elsewhere. */
export function queryAsked(selector: string): Element[] {
	return query(selector, undefined, withoutSecrets);
}

/** Matches of a selector of our own in the document, or inside of one element, and in every open shadow root there. */
export function queryEverywhere(selector: string, inside?: Element): Element[] {
	return query(selector, inside, (same) => same);
}

type Guard = (selector: string, root: { querySelectorAll(selector: string): ArrayLike<Element> }) => string;

function query(selector: string, inside: Element | undefined, guard: Guard): Element[] {
	try {
		const here = guard(selector, { querySelectorAll: queryAll });
		const found = Array.from(inside ? queryIn(inside, here) : queryAll(here));
		return hasShadowRoots(inside) ? inAllRoots(selector, inside, guard, here) : found;
	} catch (error) {
		if (error instanceof KitError) throw error;
		throw new KitError("bad_selector", `"${cut(selector, 100)}" is not a valid CSS selector`);
	}
}

function inAllRoots(selector: string, inside: Element | undefined, guard: Guard, here: string): Element[] {
	const ordered: Element[] = [];
	const visit = (elements: ArrayLike<Element>, allowed: string) => {
		for (let at = 0; at < elements.length; at += 1) {
			const el = elements[at] as Element;
			if (matches(el, allowed)) ordered.push(el);
			const root = shadowRoot(el);
			if (root) visit(root.querySelectorAll("*"), guard(selector, root));
		}
	};
	const own = inside && shadowRoot(inside);
	if (own) visit(own.querySelectorAll("*"), guard(selector, own));
	visit(inside ? queryIn(inside, "*") : queryAll("*"), here);
	return ordered;
}

function hasShadowRoots(inside: Element | undefined): boolean {
	if (!inside) return openShadowRoots().length > 0;
	if (shadowRoot(inside)) return true;
	const roots: ShadowRoot[] = [];
	addShadowRootsIn(queryIn(inside, "*"), roots);
	return roots.length > 0;
}
