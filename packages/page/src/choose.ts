// Choosing in a native `select`, which is set as a person's choice would leave it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { requireVisible } from "./actionable.ts";
import { fail } from "./check-args.ts";
import { fitting, noneFits } from "./fitting-option.ts";
import { nextTask } from "./next-frame.ts";
import { notActionable } from "./not-actionable.ts";
import { rememberShown, takeBack } from "./option-list.ts";
import { attr, dispatch, focusElement, isConnected, isHtml, parentElement, textContent } from "./pristine.ts";
import { tidy } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { isDisabled } from "./states.ts";
import { resolveTarget } from "./target.ts";
import { isSensitive } from "./value.ts";

const selectedProperty = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "selected");

export async function choose(refs: Refs, args: KitArgs<"choose">): Promise<KitResult<"choose">> {
	const { options } = args;
	if (!Array.isArray(options) || options.some((each) => typeof each !== "string"))
		fail("options must be a list of texts");
	const found = resolveTarget(refs, args.target);
	const el = isHtml(found, "label") && found.control ? found.control : found;
	if (args.back === true) return { native: false, verified: await takeBack(el), chosen: [] };
	if (isHtml(el, "input") && el.list)
		throw notActionable(refs, el, "a text field with suggestions of the browser's; use type");
	if (!isHtml(el, "select")) {
		rememberShown(el);
		return { native: false, verified: false, chosen: [] };
	}
	requireVisible(refs, el);
	if (isDisabled(el)) throw notActionable(refs, el, "disabled");
	if (!el.multiple && options.length !== 1) fail("this list takes exactly one option");
	const all = Array.from(el.options);
	const shown = all.filter((option) => isOffered(option, el));
	const wanted = options.map((option) => {
		const found = fitting(shown, option, textOfOption, (each) => each.value);
		if (!found) throw noneFits(shown.map(textOfOption), option);
		return found;
	});
	for (const option of wanted) if (isDisabled(option)) throw notActionable(refs, option, "disabled");
	focusElement(el);
	for (const option of all) {
		const selected = wanted.includes(option);
		if (el.multiple ? option.selected !== selected : selected) selectedProperty?.set?.call(option, selected);
	}
	dispatch(el, new Event("input", { bubbles: true, composed: true }));
	dispatch(el, new Event("change", { bubbles: true }));
	await nextTask();
	const chosen = Array.from(el.selectedOptions);
	const verified =
		isConnected(el) &&
		chosen.length === new Set(wanted).size &&
		wanted.every((option) => chosen.some((each) => isSame(each, option)));
	return { native: true, verified, chosen: isSensitive(el) ? [] : chosen.map(textOfOption) };
}

/** No person can choose what the list leaves out, such as the words that ask for a choice. */
function isOffered(option: Element, list: Element): boolean {
	for (let at: Element | null = option; at && at !== list; at = parentElement(at))
		if (getComputedStyle(at).display === "none") return false;
	return true;
}

/** A page may have drawn its options anew. */
function isSame(one: HTMLOptionElement, other: HTMLOptionElement): boolean {
	return one.value === other.value && textOfOption(one) === textOfOption(other);
}

function textOfOption(option: HTMLOptionElement): string {
	return tidy(attr(option, "label") || (textContent(option) ?? ""));
}
