// Options as a person sees them, where the list that is there for assistive technology is only their likeness.

import { flatContains } from "./flat-tree.ts";
import { nameOf } from "./name.ts";
import { attr, innerText, isAnyHtml, isHtml, parentElement, queryIn } from "./pristine.ts";
import { tidy } from "./quote.ts";
import { roleOf } from "./role.ts";
import { Sight } from "./sight.ts";

/** How far around the likeness they may be. */
const AROUND = 5;

/**
 * Some lists are there for assistive technology alone, in a box of no size, beside what a person sees: then that stands for
 * them, whatever can be clicked in it.
 */
export function drawnOf(own: Element[], combobox: Element): Element[] {
	const sight = new Sight();
	const [first] = own;
	if (!first || own.some((el) => sight.sees(el))) return own;
	// What is seen of one that is closed is on its way out.
	if (attr(combobox, "aria-expanded") === "false") return [];
	for (let at = parentElement(first), left = AROUND; at && left > 0; at = parentElement(at), left -= 1) {
		// What is around the combobox too is the page and not its list.
		if (isHtml(at, "body") || flatContains(at, combobox)) break;
		const drawn = Array.from(queryIn(at, "*")).filter(
			(el) => isBare(el) && invites(el) && !invitesAround(el) && sight.sees(el),
		);
		if (drawn.length > 0) return drawn;
	}
	return own;
}

/** What is a button or a link by its role is something else than an option. */
function isBare(el: Element): boolean {
	return ["generic", "listitem"].includes(roleOf(el));
}

function invites(el: Element): boolean {
	return getComputedStyle(el).cursor === "pointer";
}

function invitesAround(el: Element): boolean {
	const parent = parentElement(el);
	return parent !== null && invites(parent);
}

/** What is no option by its role is called by what can be read in it. */
export function calledAs(el: Element): string {
	return nameOf(el) || (isAnyHtml(el) ? tidy(innerText(el)) : "");
}
