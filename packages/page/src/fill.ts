// `fill`: leaves a field as a person's typing would, with the events that frameworks listen for, and reads back
// what is there. A page that changed the text is reported (`verified: false`), never papered over.

import type { KitArgs, KitResult } from "@reins/protocol";
import { fadedIn, reach, requireNoFold, requireVisible } from "./actionable.ts";
import { fail } from "./check-args.ts";
import { roleAndName } from "./describe.ts";
import { fillEditable } from "./fill-editable.ts";
import { fillInput, fillTextarea } from "./fill-field.ts";
import { nextTask } from "./next-frame.ts";
import { notActionable } from "./not-actionable.ts";
import { isAnyHtml, isConnected, isHtml } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { Sight } from "./sight.ts";
import { resolveTarget } from "./target.ts";
import { refusesText } from "./text-field.ts";
import { isInert } from "./visible.ts";

/**
 * What is told of the page: `watch` is called where it was asked for, when all is ready to be written, and `wrote` when
 * it was, and whether the field took it.
 */
interface Watching {
	watch(): void;
	scrolled(): void;
	wrote(el: Element, isTaken: boolean): void;
	readonly isLeaving: boolean;
}

export async function fill(
	refs: Refs,
	args: KitArgs<"fill">,
	watching: Watching,
): Promise<KitResult<"fill">> {
	const { text, clear } = args;
	if (typeof text !== "string") fail("text must be text");
	if (typeof clear !== "boolean") fail("clear must be true or false");
	const el = fieldOf(resolveTarget(refs, args.target));
	requireNoFold(refs, args.target);
	// The kind of thing first: "hidden" is of no use to whoever aims at a checkbox.
	const refusal = refusesText(el);
	if (refusal) throw notActionable(refs, el, refusal);
	await fadedIn(el);
	requireVisible(refs, el);
	if (isInert(el)) throw notActionable(refs, el, "disabled (inert)");
	if (args.reach !== true) requireSeen(refs, el);
	else if ((await reach(refs, el)).scrolled) watching.scrolled();
	if (args.watch === "first" || args.watch === "both") watching.watch();
	// What a page has put something else in the place of holds the text for nobody.
	const isTaken = await write(refs, el, text, clear);
	// A page that goes on to another has its next turn there.
	if (!(args.watch && watching.isLeaving)) await nextTask();
	const verified = isTaken() && isConnected(el);
	watching.wrote(el, verified);
	return { ref: refs.of(el), ...roleAndName(el), verified };
}

/** What is drawn where nobody can get to is a trap for robots. */
function requireSeen(refs: Refs, el: Element): void {
	const reason = new Sight().reason(el);
	if (reason) throw notActionable(refs, el, reason);
}

/** A label stands for its field. */
function fieldOf(el: Element): Element {
	return isHtml(el, "label") && el.control ? el.control : el;
}

/** Answers how to look whether it was taken. */
async function write(refs: Refs, el: Element, text: string, clear: boolean): Promise<() => boolean> {
	if (isHtml(el, "input")) return fillInput(refs, el, text, clear);
	if (isHtml(el, "textarea")) return fillTextarea(el, text, clear);
	const taken = isAnyHtml(el) && (await fillEditable(el, text, clear));
	return () => taken;
}
