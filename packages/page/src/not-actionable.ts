// The refusal to act on an element, in one form for all actions: which element, why, and what to do instead.

import { describe } from "./describe.ts";
import { KitError } from "./kit-error.ts";
import type { Refs } from "./refs.ts";

/** What is in a frame is told, and acted on, by its own document. */
export const A_FRAME = "a frame; use the refs of what is in it";

export function notActionable(
	refs: Refs,
	el: Element,
	reason: string,
	more: Record<string, unknown> = {},
): KitError {
	const ref = refs.of(el);
	return new KitError("not_actionable", `${describe(el)} [${ref}] is not actionable: ${reason}`, {
		ref,
		reason,
		...more,
	});
}
