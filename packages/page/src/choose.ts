// Choosing in lists: a native `select` is set as a person's choice would leave it; for a list that the page has made
// itself the option is found, and the caller clicks it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { requireVisible } from "./actionable.ts";
import { fail, milliseconds } from "./check-args.ts";
import { describe } from "./describe.ts";
import { KitError } from "./kit-error.ts";
import { nameOf } from "./name.ts";
import { nextTask } from "./next-frame.ts";
import { notActionable } from "./not-actionable.ts";
import { attr, dispatch, focusElement, isHtml, textContent } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { cut, quote, tidy } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { isDisabled } from "./states.ts";
import { resolveTarget } from "./target.ts";
import { isSensitive } from "./value.ts";
import { hiddenReason } from "./visible.ts";
import { Watch } from "./watch.ts";

const SHOWN = 12;
/** Between two looks for a list that opens. */
const PAUSE = 50;
const OPTIONS =
	"[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";
const selectedProperty = Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "selected");

export async function choose(refs: Refs, args: KitArgs<"choose">): Promise<KitResult<"choose">> {
	const { options } = args;
	if (!Array.isArray(options) || options.some((each) => typeof each !== "string"))
		fail("options must be a list of texts");
	const found = resolveTarget(refs, args.target);
	const el = isHtml(found, "label") && found.control ? found.control : found;
	if (!isHtml(el, "select")) return { native: false, verified: false, chosen: [] };
	requireVisible(refs, el);
	if (isDisabled(el)) throw notActionable(refs, el, "disabled");
	if (!el.multiple && options.length !== 1) fail("this list takes exactly one option");
	const all = Array.from(el.options);
	const wanted = options.map((option) => {
		const found = fitting(all, option, textOfOption, (each) => each.value);
		if (!found) throw noneFits(all, option, textOfOption);
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
		chosen.length === new Set(wanted).size && wanted.every((option) => chosen.includes(option));
	return { native: true, verified, chosen: isSensitive(el) ? [] : chosen.map(textOfOption) };
}

export async function optionOf(refs: Refs, args: KitArgs<"optionOf">): Promise<KitResult<"optionOf">> {
	const { option } = args;
	if (typeof option !== "string") fail("option must be text");
	const end = performance.now() + milliseconds("wait", args.wait);
	const watch = new Watch();
	try {
		for (;;) {
			const combobox = resolveTarget(refs, args.target);
			const seen = candidates(combobox).filter((el) => hiddenReason(el) === undefined);
			const left = end - performance.now();
			const found = seen.length > 0 && fitting(seen, option, nameOf, (el) => attr(el, "data-value") ?? "");
			if (found) return { ref: refs.of(found) };
			if (left <= 0) {
				if (seen.length > 0) throw noneFits(seen, option, nameOf);
				throw new KitError("not_found", `${describe(combobox)} shows no list of options`, { open: false });
			}
			await watch.next(Math.min(left, PAUSE));
		}
	} finally {
		watch.end();
	}
}

/** In the list that the combobox says is its own; else wherever there are any. */
function candidates(combobox: Element): Element[] {
	const own = [attr(combobox, "aria-controls"), attr(combobox, "aria-owns")]
		.flatMap((ids) => (ids ?? "").split(/\s+/))
		.filter(Boolean)
		.flatMap((id) => queryEverywhere(`#${CSS.escape(id)}`))
		.flatMap((list) => queryEverywhere(OPTIONS, list));
	return own.length > 0 ? own : queryEverywhere(OPTIONS);
}

/** By its whole text, then by its value, then by a part of its text where only one has it. */
function fitting<T extends Element>(
	all: T[],
	wanted: string,
	textOf: (el: T) => string,
	codeOf: (el: T) => string,
): T | undefined {
	const asked = tidy(wanted);
	const folded = asked.toLowerCase();
	const tests: ((el: T) => boolean)[] = [
		(el) => textOf(el) === asked,
		(el) => codeOf(el) === wanted,
		(el) => textOf(el).toLowerCase() === folded,
		(el) => textOf(el).toLowerCase().includes(folded),
	];
	for (const test of tests) {
		const found = all.filter(test);
		if (found.length === 1) return found[0];
		if (found.length > 1) {
			const message = `${found.length} options fit ${shown(wanted)}: ${listed(found, textOf)}`;
			throw new KitError("ambiguous", message);
		}
	}
	return undefined;
}

function noneFits<T extends Element>(all: T[], wanted: string, textOf: (el: T) => string): KitError {
	return new KitError("not_found", `no option fits ${shown(wanted)}; there are ${listed(all, textOf)}`);
}

function shown(wanted: string): string {
	return quote(cut(tidy(wanted), 80));
}

function listed<T extends Element>(all: T[], textOf: (el: T) => string): string {
	const names = all.slice(0, SHOWN).map((el) => quote(cut(textOf(el), 60)));
	return names.join(", ") + (all.length > SHOWN ? ` and ${all.length - SHOWN} more` : "");
}

function textOfOption(option: HTMLOptionElement): string {
	return tidy(attr(option, "label") || (textContent(option) ?? ""));
}
