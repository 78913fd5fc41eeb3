// Selectors over the whole page: they do not cross the borders of shadow roots, so each root is asked by itself,
// and the matches come in the order in which the page has them.

import { addShadowRootsIn, openShadowRoots } from "./flat-tree.ts";
import { KitError } from "./kit-error.ts";
import { matches, queryAll, queryIn, shadowRoot } from "./pristine.ts";
import { cut } from "./quote.ts";

/** Matches in the document, or inside of one element, and in every open shadow root there. */
export function queryEverywhere(selector: string, inside?: Element): Element[] {
	try {
		const found = Array.from(inside ? queryIn(inside, selector) : queryAll(selector));
		if (!hasShadowRoots(inside)) return found;
	} catch {
		throw new KitError("bad_selector", `"${cut(selector, 100)}" is not a valid CSS selector`);
	}
	const ordered: Element[] = [];
	const visit = (elements: ArrayLike<Element>) => {
		for (let at = 0; at < elements.length; at += 1) {
			const el = elements[at] as Element;
			if (matches(el, selector)) ordered.push(el);
			const root = shadowRoot(el);
			if (root) visit(root.querySelectorAll("*"));
		}
	};
	const own = inside && shadowRoot(inside);
	if (own) visit(own.querySelectorAll("*"));
	visit(inside ? queryIn(inside, "*") : queryAll("*"));
	return ordered;
}

function hasShadowRoots(inside: Element | undefined): boolean {
	if (!inside) return openShadowRoots().length > 0;
	if (shadowRoot(inside)) return true;
	const roots: ShadowRoot[] = [];
	addShadowRootsIn(queryIn(inside, "*"), roots);
	return roots.length > 0;
}
