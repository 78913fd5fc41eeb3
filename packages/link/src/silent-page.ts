// A page that is silent when Reins comes to it: a dialog that was open before keeps it from answering, it is busy, or
// the browser is on its way elsewhere with the tab and holds back every question until it is there.

import type { Send } from "./frame-document.ts";

/** Together well within the second in which whoever calls wants to know. */
const SILENCE = 450;
const ANSWER = 100;

/**
 * Whether a dialog is open that nobody told of. The browser keeps input from such a page and answers at once; a busy
 * page gets it, and is as silent about it as about everything else. What is sent is the release of no key.
 * `answered` ends the search. `underWay`: whether the browser is on its way elsewhere with the tab.
 */
export async function keepsDialog(
	send: Send,
	answered: AbortSignal,
	underWay: () => Promise<boolean>,
): Promise<boolean> {
	while (await passes(SILENCE, answered)) {
		if (!(await underWay())) return isTakenFrom(send, answered);
	}
	return false;
}

async function isTakenFrom(send: Send, answered: AbortSignal): Promise<boolean> {
	const taken = send("Input.dispatchKeyEvent", { type: "keyUp" }).then(
		() => true,
		() => false,
	);
	const silent = passes(ANSWER, answered).then(() => false);
	// A page that has just become free answers this first.
	return (await Promise.race([taken, silent])) && passes(ANSWER, answered);
}

/** Whether the time passes without an answer. */
function passes(milliseconds: number, answered: AbortSignal): Promise<boolean> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => resolve(true), milliseconds);
		const stop = () => {
			clearTimeout(timer);
			resolve(false);
		};
		if (answered.aborted) stop();
		else answered.addEventListener("abort", stop, { once: true });
	});
}
