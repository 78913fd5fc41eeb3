// A page whose print preview is open. Nobody is told of the preview; the page answers what it is asked, but nothing that
// waits to be done there is done until the person closes it.

import { onAbort } from "@reins/protocol";
import { PRINT } from "./dialogs.ts";
import type { FrameDocument } from "./frame-document.ts";
import { passes } from "./silent-page.ts";
import type { TabSession } from "./tab-session.ts";

/** Together within the second in which whoever calls wants to know. */
const SILENCE = 450;
const STILL = 300;
const ANSWER = 100;

/** What waits in a page comes at once, whether it is seen or not. */
const GOES_ON = `function () {
	return new Promise((done) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => done();
		port2.postMessage(0);
	});
}`;

/** What is asked of a page; while it is silent it is looked whether a preview is why, which is then the tab's dialog. */
export async function unlessPrinting<T>(
	name: string | undefined,
	find: () => Promise<TabSession>,
	work: Promise<T>,
): Promise<T> {
	// Most answers come long before: for those nothing is made ready but a timer.
	let over: AbortController | undefined;
	const timer = setTimeout(() => {
		over = new AbortController();
		watch(name, find, over.signal).catch(() => {
			// The tab is gone, and the work says so.
		});
	}, SILENCE);
	try {
		return await work;
	} finally {
		clearTimeout(timer);
		over?.abort();
	}
}

/** Looks once for each silence, until it is `over`. */
async function watch(
	name: string | undefined,
	find: () => Promise<TabSession>,
	over: AbortSignal,
): Promise<void> {
	do {
		const tab = await find();
		if (over.aborted) return;
		if (!tab.mayPrint || tab.dialog.open || tab.load.isComing) continue;
		const still = await keptStill(tab.frame(name), over);
		if (!still || tab.dialog.open) continue;
		tab.dialog.opens({ kind: PRINT, message: "" });
		// Or the page has gone.
		const closed = () => tab.dialog.gone(false);
		still.goesOn.then(closed, closed);
	} while (await passes(SILENCE, over));
}

/** Where a page answers and yet stands still: what ends when it goes on. */
async function keptStill(
	frame: FrameDocument,
	over: AbortSignal,
): Promise<{ goesOn: Promise<unknown> } | undefined> {
	const { object } = await frame.kit(frame.committed.document, over);
	const call = (functionDeclaration: string, awaitPromise: boolean) =>
		frame.send("Runtime.callFunctionOn", { functionDeclaration, objectId: object, awaitPromise });
	const goesOn = call(GOES_ON, true);
	if (!(await isSilent(goesOn, STILL, over))) return undefined;
	if (await isSilent(call("function () {}", false), ANSWER, over)) return undefined;
	// A page that has just become free answers the first before the second.
	return (await isSilent(goesOn, ANSWER, over)) ? { goesOn } : undefined;
}

/** Whether there is no answer for so long; nor is there one where it is not waited for any more. */
async function isSilent(answer: Promise<unknown>, milliseconds: number, over: AbortSignal): Promise<boolean> {
	const answered = new AbortController();
	const end = () => answered.abort();
	answer.then(end, end);
	// Whoever is aborted already tells nobody any more.
	if (over.aborted) end();
	const stop = onAbort(over, end);
	return passes(milliseconds, answered.signal).finally(stop);
}
