// The way to an element as a person would tell it: landmarks, headings, lists and tables, from the outside in.

import { flatContains, selfAndAncestors } from "./flat-tree.ts";
import { nameOf } from "./name.ts";
import { childElements, parentNode } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { cut, quote } from "./quote.ts";
import { roleOf } from "./role.ts";
import { landmarkRoles } from "./role-table.ts";
import { headingLevel } from "./states.ts";

const MARKS = new Set([
	...landmarkRoles,
	"alertdialog",
	"article",
	"dialog",
	"grid",
	"group",
	"list",
	"listbox",
	"listitem",
	"menu",
	"menubar",
	"radiogroup",
	"row",
	"table",
	"tablist",
	"tabpanel",
	"toolbar",
	"tree",
]);
/** Told by their place among their like; a name would be all their text. */
const COUNTED = new Set(["listitem", "row"]);
const ONLY_NAMED = new Set(["group"]);
const NAME_LENGTH = 40;
const HEADINGS = "h1, h2, h3, h4, h5, h6, [role~=heading i]";

interface Heading {
	el: Element;
	level: number;
	within: Element | undefined;
}

export class Trails {
	#headings: Heading[] | undefined;
	readonly #roles = new Map<Element, string>();
	/** By parent: the place of each item or row among its like. */
	readonly #places = new Map<Node, Map<Element, string>>();

	/** `main > heading "Plans" > list > listitem 3 of 5`. */
	of(el: Element): string {
		const around = [...selfAndAncestors(el)].slice(1);
		const marks = around.filter((at) => this.#isMark(at)).reverse();
		const within = marks.findLast((at) => landmarkRoles.has(this.#role(at)));
		const headings = this.#above(el, within).map(({ el: at }) => ({
			depth: marks.filter((mark) => flatContains(mark, at)).length,
			word: named("heading", nameOf(at)),
		}));
		const words: string[] = [];
		for (let depth = 0; depth <= marks.length; depth += 1) {
			words.push(...headings.filter((heading) => heading.depth === depth).map(({ word }) => word));
			const mark = marks[depth];
			if (mark) words.push(this.#word(mark));
		}
		return words.join(" > ");
	}

	#role(el: Element): string {
		const known = this.#roles.get(el);
		if (known !== undefined) return known;
		const role = roleOf(el);
		this.#roles.set(el, role);
		return role;
	}

	#isMark(el: Element): boolean {
		const role = this.#role(el);
		return MARKS.has(role) && !(ONLY_NAMED.has(role) && !nameOf(el));
	}

	#word(el: Element): string {
		const role = this.#role(el);
		if (!COUNTED.has(role)) return named(role, nameOf(el));
		const parent = parentNode(el);
		if (!parent) return role;
		let places = this.#places.get(parent);
		if (!places) {
			const like = childElements(parent).filter((one) => this.#role(one) === role);
			places = new Map(like.map((one, at) => [one, `${at + 1} of ${like.length}`]));
			this.#places.set(parent, places);
		}
		return `${role} ${places.get(el) ?? ""}`.trim();
	}

	/** The headings that the element stands under, in the same landmark: the last before it, and those over that. */
	#above(el: Element, within: Element | undefined): Heading[] {
		this.#headings ??= queryEverywhere(HEADINGS).map((one) => ({
			el: one,
			level: headingLevel(one),
			within: this.#landmarkOf(one),
		}));
		const above: Heading[] = [];
		// A heading stands under those of higher rank only.
		const rank = this.#role(el) === "heading" ? headingLevel(el) : 7;
		for (let at = this.#lastBefore(el); at >= 0; at -= 1) {
			const heading = this.#headings[at] as Heading;
			if (heading.within !== within || heading.el === el) continue;
			if (heading.level < (above[0]?.level ?? rank)) above.unshift(heading);
			if (heading.level === 1) break;
		}
		return above;
	}

	/** Headings come in the page's order, so halves will do. */
	#lastBefore(el: Element): number {
		const headings = this.#headings ?? [];
		let low = 0;
		let high = headings.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			const order = Node.prototype.compareDocumentPosition.call(el, headings[middle]?.el as Element);
			if (order & Node.DOCUMENT_POSITION_PRECEDING) low = middle + 1;
			else high = middle;
		}
		return low - 1;
	}

	#landmarkOf(el: Element): Element | undefined {
		for (const at of selfAndAncestors(el)) if (landmarkRoles.has(this.#role(at))) return at;
		return undefined;
	}
}

function named(role: string, name: string): string {
	return name ? `${role} ${quote(cut(name, NAME_LENGTH))}` : role;
}
