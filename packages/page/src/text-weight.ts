// How much text stands in every element and how much of it is in links. Counted once, from the inside out: the search
// for an article asks it of many elements, and of the large ones most.

import { flatChildren } from "./flat-tree.ts";
import { attr, checkVisibility, hasAttr, isElement, isHtml, isText, localName } from "./pristine.ts";
import { isNeverDrawn } from "./visible.ts";

interface Weight {
	/** Characters that show, blanks collapsed. */
	length: number;
	linked: number;
	links: number;
}

const NOTHING: Weight = { length: 0, linked: 0, links: 0 };
/** Words on what can be pressed or chosen tell nothing. */
const CONTROLS = new Set(["button", "select", "textarea"]);
/** Links to places in the same text are part of it. */
const LOCAL = 0.3;

export class TextWeight {
	readonly #known = new Map<Element, Weight>();

	constructor(start: Element) {
		this.#weigh(start);
	}

	lengthOf(el: Element): number {
		return this.#of(el).length;
	}

	linksIn(el: Element): number {
		return this.#of(el).links;
	}

	/** The share of the text that is in links. */
	linkShare(el: Element): number {
		const { length, linked } = this.#of(el);
		return length === 0 ? 0 : linked / length;
	}

	/** Nothing for what is not drawn. */
	#of(el: Element): Weight {
		return this.#known.get(el) ?? NOTHING;
	}

	#weigh(el: Element): Weight {
		if (isNeverDrawn(el) || CONTROLS.has(localName(el)) || !isDrawn(el)) return NOTHING;
		const weight = { ...NOTHING };
		const children = flatChildren(el);
		for (let at = 0; at < children.length; at += 1) {
			const child = children[at] as Node;
			if (isElement(child)) {
				const { length, linked, links } = this.#weigh(child);
				weight.length += length;
				weight.linked += linked;
				weight.links += links;
			} else if (isText(child)) {
				const words = child.data.trim();
				if (words) weight.length += words.replace(/\s+/g, " ").length + 1;
			}
		}
		if (isHtml(el, "a") && hasAttr(el, "href")) {
			weight.linked = weight.length * (attr(el, "href")?.startsWith("#") ? LOCAL : 1);
			weight.links = 1;
		}
		this.#known.set(el, weight);
		return weight;
	}
}

/** An element without a box of its own is as visible as what is in it. */
function isDrawn(el: Element): boolean {
	return checkVisibility(el, { opacityProperty: true }) || getComputedStyle(el).display === "contents";
}
