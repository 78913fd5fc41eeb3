// Whether a person can see elements, asked of many in one read: what is around them is judged once for all.

import { flatParent } from "./flat-tree.ts";
import { checkVisibility, closest, isHtml } from "./pristine.ts";
import { hasBox, hiddenReason, hidesContent, isNeverDrawn, look } from "./visible.ts";

export class Sight {
	/** Of what was passed on the way up: whether anything in it can be seen. */
	readonly #open = new Map<Element, boolean>();

	sees(el: Element): boolean {
		// The options of a closed list have no boxes; they are as visible as their list.
		const list = isHtml(el, "option") || isHtml(el, "optgroup") ? closest(el, "select") : null;
		if (list) return this.sees(list);
		const style = getComputedStyle(el);
		if (isNeverDrawn(el) || look(el, style) !== "shown") return false;
		if (style.display !== "contents" && !checkVisibility(el, {})) return false;
		const parent = flatParent(el);
		return (!parent || this.#opens(parent)) && hasBox(el);
	}

	/** In words; undefined if it can be seen. */
	reason(el: Element): string | undefined {
		return this.sees(el) ? undefined : (hiddenReason(el) ?? "hidden");
	}

	#opens(el: Element): boolean {
		const known = this.#open.get(el);
		if (known !== undefined) return known;
		const style = getComputedStyle(el);
		const parent = flatParent(el);
		const open = look(el, style) !== "gone" && !hidesContent(style) && (!parent || this.#opens(parent));
		this.#open.set(el, open);
		return open;
	}
}
