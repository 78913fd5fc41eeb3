// Whether input arrives. A browser answers that it has passed input on, yet drops it without a word while a new page
// has drawn nothing: for half a second, in front as well as in the background.

import { ReinsError } from "@reins/protocol";
import type { FrameDocument } from "./frame-document.ts";

const TAKES_INPUT = "function () { return this.drawn() }";

/** Counted by the browser, whoever listens and whoever stops them. Keys go to a list that is open instead. */
const COUNT = `function () {
	return { count: performance.eventCounts.get("keydown") ?? 0, list: this.focused()?.matches(":is(:open)") ?? false };
}`;

interface Counted {
	count: number;
	list: boolean;
}

/** Documents that were found to take input. */
const open = new WeakMap<FrameDocument, string>();

/** Something was aimed at in a page, which the kit does only where input gets through. */
export function aimedAt(frame: FrameDocument, document: string): void {
	open.set(frame, document);
}

/** Waits until the browser lets input through to the document; at most a moment after it has come. */
export async function takesInput(frame: FrameDocument, signal: AbortSignal): Promise<void> {
	const { document } = frame.committed;
	if (open.get(frame) === document) return;
	try {
		await ask(frame, document, TAKES_INPUT, undefined, signal);
		open.set(frame, document);
	} catch {
		// Another document has come: whoever aims at this one is told so.
		signal.throwIfAborted();
	}
}

/**
 * To be asked for before keys are sent; the answer is to be called when the browser has answered to all of them, and
 * throws where the document has heard of none.
 */
export async function arrivals(frame: FrameDocument, signal: AbortSignal): Promise<() => Promise<void>> {
	const { document } = frame.committed;
	const look = () =>
		ask(frame, document, COUNT, undefined, signal).catch(() => undefined) as Promise<Counted | undefined>;
	const before = await look();
	return async () => {
		const after = await look();
		// What has led to another document, or closed the tab, has arrived.
		if (!before || !after || after.count !== before.count || before.list) return;
		throw new ReinsError("input_not_delivered", "The browser kept the keys from the page.", {
			data: { notSent: true },
		});
	};
}

async function ask(
	frame: FrameDocument,
	document: string,
	functionDeclaration: string,
	value: unknown,
	signal: AbortSignal,
): Promise<unknown> {
	const { object } = await frame.kit(document, signal);
	const call = { functionDeclaration, objectId: object, arguments: [{ value }] };
	const answer = await frame.send(
		"Runtime.callFunctionOn",
		{ ...call, awaitPromise: true, returnByValue: true },
		signal,
	);
	return (answer["result"] as { value?: unknown } | undefined)?.value;
}
