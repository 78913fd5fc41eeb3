// `caretToEnd`: puts the caret where keys add to what a field holds, wherever a press has put it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { selectIn } from "./fill-editable.ts";
import { rewrite } from "./fill-field.ts";
import { nextFrame } from "./next-frame.ts";
import { focusElement, isAnyHtml, isHtml } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { resolveTarget } from "./target.ts";

export async function caretToEnd(refs: Refs, args: KitArgs<"caretToEnd">): Promise<KitResult<"caretToEnd">> {
	const el = resolveTarget(refs, args.target);
	if (!isAnyHtml(el)) return {};
	focusElement(el);
	if (isHtml(el, "input") || isHtml(el, "textarea")) {
		const { length } = el.value;
		try {
			el.setSelectionRange(length, length);
		} catch {
			// Numbers and addresses let nobody say where; what is written anew has the caret behind it.
			if (length > 0) rewrite(el);
		}
		return {};
	}
	selectIn(el, false);
	// Editors learn of the selection by an event that comes later.
	await nextFrame();
	return {};
}
