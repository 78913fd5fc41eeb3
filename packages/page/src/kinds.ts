// Elements of one kind look alike: same tag, class and names of attributes, in a parent of one kind. The first of a kind
// are asked for all that may hide them, then one in a few; once one is hidden, all that follow are asked. So the rows of
// a long table cost little more than their number, and nothing that can be seen is ever taken for hidden by its likeness.

import { flatParent, unknownAround } from "./flat-tree.ts";
import { attr, attrNames, hasAnyAttr, localName } from "./pristine.ts";

export interface Kind {
	/** What is right in such elements, by tag and class. */
	inside: Map<string, Kind>;
	/** How many of it were met. */
	met: number;
	/** None of those asked was moved or clipped. */
	inPlace: boolean;
	/** None of those asked had text that does not show. */
	legible: boolean;
	/** All of those asked took up room. */
	boxed: boolean;
	/** None of those asked had words that style sheets put there. */
	bare: boolean;
	/** None of those asked was transparent. */
	solid: boolean;
	/** None of those asked clipped what is in it. */
	open: boolean;
	/** None of those asked made a pointer of the mouse. */
	idle: boolean;
}

/** As many as a rule that counts (`p:nth-of-type(4)`) is likely to count to, in a page of ordinary length. */
const ASKED_FIRST = 16;
const THEN_ONE_IN = 8;

export class Kinds {
	readonly #roots = new Map<string, Kind>();
	readonly #ofParents = new Map<Element, Kind>();

	/** The kind of an element, met once more. */
	meet(el: Element): Kind {
		const kind = this.#of(el, flatParent(el));
		kind.met += 1;
		return kind;
	}

	/** Whether the element that was just met must be asked. */
	isNews({ met }: Kind): boolean {
		return met <= ASKED_FIRST || met % THEN_ONE_IN === 0;
	}

	#of(el: Element, parent: Element | undefined): Kind {
		let name = localName(el);
		if (hasAnyAttr(el)) {
			const names = attrNames(el);
			// Styles of its own, or rules for it alone: like no other.
			if (names.includes("style") || names.includes("id")) return make();
			name += ` ${names.join()}`;
			if (names.includes("class")) name += `.${attr(el, "class")}`;
		}
		const alike = parent ? this.#ofParent(parent).inside : this.#roots;
		let kind = alike.get(name);
		if (!kind) {
			kind = make();
			alike.set(name, kind);
		}
		return kind;
	}

	#ofParent(el: Element): Kind {
		let kind = this.#ofParents.get(el);
		if (!kind) {
			// From the outside in: calls cannot be nested without end.
			const parent = flatParent(el);
			if (parent && !this.#ofParents.has(parent)) {
				for (const at of unknownAround(el, this.#ofParents)) this.#ofParent(at);
			}
			kind = this.#of(el, parent);
			this.#ofParents.set(el, kind);
		}
		return kind;
	}
}

function make(): Kind {
	return {
		inside: new Map(),
		met: 0,
		inPlace: true,
		legible: true,
		boxed: true,
		bare: true,
		solid: true,
		open: true,
		idle: true,
	};
}
