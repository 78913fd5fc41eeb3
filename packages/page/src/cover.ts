// What lies over the page so that nothing under it can be seen, however the page is scrolled: an opaque sheet as large
// as the viewport, or one as large as the box that it stands in. What covers a part of the page for now (a bar that
// stays while scrolling) hides nothing for good.

import type { Backdrop } from "./backdrop.ts";
import { flatContains, flatParent, selfAndAncestors } from "./flat-tree.ts";
import {
	boundingRect,
	documentBody,
	documentElement,
	documentHit,
	documentHits,
	firstElementChild,
	lastElementChild,
	nextElementSibling,
	previousElementSibling,
	scrollHeight,
} from "./pristine.ts";
import { lies } from "./view.ts";

/** Parts of the viewport that nothing but a sheet over all of it reaches at once. */
const CORNERS = [0.04, 0.96];
/** Children looked at on either end: of the body, and of each of those. */
const MAX_ENDS = 4;
const MAX_INNER_ENDS = 2;

export class Cover {
	readonly #backdrop: Backdrop;
	/** The sheet over the whole page, if there is one. */
	readonly sheet: Element | undefined;
	readonly #aroundSheet = new Set<Element>();
	/** What is covered, and by what; its children are too, unless they stand out. */
	readonly #covers = new Map<Element, Element>();

	constructor(backdrop: Backdrop) {
		this.#backdrop = backdrop;
		this.sheet = this.#findSheet();
		if (!this.sheet) return;
		for (const at of selfAndAncestors(this.sheet)) {
			if (at === this.sheet) continue;
			this.#aroundSheet.add(at);
			this.#covers.set(at, this.sheet);
		}
	}

	/** Whether something covers what the element is in. */
	isAround(el: Element): boolean {
		if (this.#covers.size === 0) return false;
		const parent = flatParent(el);
		return parent !== undefined && this.#covers.has(parent);
	}

	/** What covers the element, asked from the outside in. */
	over(el: Element, position: string, style: CSSStyleDeclaration): Element | undefined {
		if (this.#covers.size > 0) {
			const parent = flatParent(el);
			const cover = parent && this.#covers.get(parent);
			if (cover && cover !== el && !this.#aroundSheet.has(el)) {
				const stands = position !== "static" && isAbove(el, style, cover);
				if (!stands) {
					this.#covers.set(el, cover);
					return cover;
				}
			}
		}
		if (position === "static") return undefined;
		const lid = this.#lidOf(el);
		if (lid) this.#covers.set(el, lid);
		const over = Number(style.zIndex) < 0 ? this.#backgroundOver(el) : undefined;
		if (over) this.#covers.set(el, over);
		return over;
	}

	/** What covers the text right in the element. */
	overText(el: Element): Element | undefined {
		return this.#covers.get(el);
	}

	/** Such sheets are put right into the body, or into what holds the whole page there. */
	#findSheet(): Element | undefined {
		const body = documentBody(document);
		const onTop = body ? atBothCorners() : undefined;
		if (!body || !onTop) return undefined;
		for (const child of ends(body, MAX_ENDS)) {
			// What is in a child lies there with it.
			if (!onTop.has(child)) continue;
			if (this.#isOverAll(child)) return child;
			for (const grandchild of ends(child, MAX_INNER_ENDS))
				if (onTop.has(grandchild) && this.#isOverAll(grandchild)) return grandchild;
		}
		return undefined;
	}

	#isOverAll(el: Element): boolean {
		const style = getComputedStyle(el);
		if (style.position !== "fixed" && style.position !== "absolute") return false;
		return style.display !== "none" && style.visibility === "visible" && this.#isSheet(el, style);
	}

	#isSheet(el: Element, style: CSSStyleDeclaration): boolean {
		if (!this.#isSolid(style) || !isSolidAround(el)) return false;
		const { left, top, right, bottom } = boundingRect(el);
		if (left > 0 || top > 0 || right < innerWidth || bottom < innerHeight) return false;
		// What scrolls with the page must be as long as the page.
		if (style.position === "fixed") return true;
		return top <= -scrollY && bottom >= scrollHeight(documentElement(document)) - scrollY;
	}

	/** A last child that covers its parent. */
	#lidOf(el: Element): Element | undefined {
		const last = lastElementChild(el);
		if (!last) return undefined;
		const style = getComputedStyle(last);
		if (style.position !== "absolute" || style.visibility !== "visible" || !this.#isSolid(style))
			return undefined;
		return style.display !== "none" && lies(boundingRect(el), boundingRect(last)) ? last : undefined;
	}

	#isSolid(style: CSSStyleDeclaration): boolean {
		return (
			this.#backdrop.isOpaque(style) &&
			Number(style.opacity) > 0.97 &&
			!(Number(style.zIndex) < 0) &&
			style.clipPath === "none" &&
			style.mixBlendMode === "normal" &&
			style.getPropertyValue("mask-image") === "none"
		);
	}

	/** Under all that is in the flow: also under the backgrounds there, up to the next that makes layers of its own. */
	#backgroundOver(el: Element): Element | undefined {
		const box = boundingRect(el);
		for (let at = flatParent(el); at; at = flatParent(at)) {
			const style = getComputedStyle(at);
			if (makesLayers(style)) return undefined;
			if (this.#backdrop.isOpaque(style) && flatParent(at) && isBelowRoot(at) && lies(box, boundingRect(at)))
				return at;
		}
		return undefined;
	}
}

/** The backgrounds of root and body are behind everything. */
function isBelowRoot(el: Element): boolean {
	const parent = flatParent(el);
	return parent !== undefined && parent !== documentElement(document);
}

/** What comes up in two far corners, with all around it: a sheet over everything is among it. */
function atBothCorners(): Set<Element> | undefined {
	const [near, far] = CORNERS.map((part) => documentHit(innerWidth * part, innerHeight * part));
	if (!near || !far) return undefined;
	const around = new Set(selfAndAncestors(near));
	const both = new Set<Element>();
	for (const at of selfAndAncestors(far)) if (around.has(at)) both.add(at);
	return both;
}

/** The first and last elements in an element, the last ones first: what is added later lies on top. */
function ends(el: Element, most: number): Element[] {
	const found: Element[] = [];
	for (let at = lastElementChild(el); at && found.length < most; at = previousElementSibling(at))
		found.push(at);
	for (let at = firstElementChild(el), left = most; at && left > 0; at = nextElementSibling(at), left -= 1)
		if (!found.includes(at)) found.push(at);
	return found;
}

function makesLayers(style: CSSStyleDeclaration): boolean {
	if (style.position === "fixed" || style.position === "sticky") return true;
	return (
		(style.position !== "static" && style.zIndex !== "auto") ||
		style.opacity !== "1" ||
		style.transform !== "none" ||
		style.filter !== "none" ||
		style.isolation === "isolate"
	);
}

function isSolidAround(el: Element): boolean {
	for (let at = flatParent(el); at; at = flatParent(at)) {
		const { opacity, zIndex } = getComputedStyle(at);
		if (Number(opacity) < 0.97 || Number(zIndex) < 0) return false;
	}
	return true;
}

/** By what the browser would hit where the element is now; out of view, and untouchable, by the order that is written. */
function isAbove(el: Element, style: CSSStyleDeclaration, cover: Element): boolean {
	const { left, top, right, bottom } = boundingRect(el);
	const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
	const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
	const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
	if (isInView && style.pointerEvents !== "none") {
		for (const hit of documentHits(x, y)) {
			if (hit === cover || flatContains(cover, hit)) return false;
			if (hit === el || flatContains(el, hit)) return true;
		}
	}
	const order = (zIndex: string) => Number(zIndex) || 0;
	const [own, its] = [order(style.zIndex), order(getComputedStyle(cover).zIndex)];
	if (own !== its) return own > its;
	return Boolean(Node.prototype.compareDocumentPosition.call(cover, el) & Node.DOCUMENT_POSITION_FOLLOWING);
}
