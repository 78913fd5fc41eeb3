// `waitFor`: until the page is as somebody wants it.

import type { KitArgs, KitResult, Target } from "@reins/protocol";
import { fail, milliseconds, optionalText } from "./check-args.ts";
import { find } from "./find.ts";
import { KitError } from "./kit-error.ts";
import { lookUntil } from "./look-until.ts";
import { readyState } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { isDisabled, stateWords } from "./states.ts";
import { resolveTarget } from "./target.ts";
import { hiddenReason } from "./visible.ts";

/** Between two looks at a page in which nothing seems to change. */
const PAUSE = 100;

export async function waitFor(refs: Refs, args: KitArgs<"waitFor">): Promise<KitResult<"waitFor">> {
	const timeout = milliseconds("timeout", args.timeout);
	const text = optionalText("text", args.text);
	const gone = optionalText("gone", args.gone);
	const state = optionalText("state", args.state);
	if (state && !args.target) fail("state needs the element that it is waited for on");
	const isMet = () =>
		(args.loaded !== true || readyState(document) === "complete") &&
		(!text || isSeen(refs, text)) &&
		(!gone || !isSeen(refs, gone)) &&
		(!args.target || isAs(refs, args.target, state ?? "visible"));
	return { met: (await lookUntil(timeout, PAUSE, isMet)) === true };
}

function isSeen(refs: Refs, text: string): boolean {
	return find(refs, { text, limit: 1 }).items.length > 0;
}

function isAs(refs: Refs, target: Target, state: string): boolean {
	try {
		const el = resolveTarget(refs, target);
		const hidden = hiddenReason(el) !== undefined;
		if (state === "hidden" || state === "gone") return hidden;
		if (hidden) return false;
		if (state === "visible") return true;
		return state === "enabled" ? !isDisabled(el) : stateWords(el, roleOf(el)).includes(state);
	} catch (error) {
		if (!(error instanceof KitError) || (error.code !== "not_found" && error.code !== "stale_ref"))
			throw error;
		if (state === "hidden" || state === "gone") return true;
		// What this document has never known, or what is no more, never comes.
		if (target.ref !== undefined && !refs.isAlive(target.ref)) throw error;
		return false;
	}
}
