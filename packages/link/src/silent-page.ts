// A page that is silent when Reins comes to it: a dialog that was open before keeps it from answering, it is busy, or
// the browser is on its way elsewhere with the tab and holds back every question until it is there.

import { parseUrl } from "@reins/protocol";
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

/** The same of a page that Reins knows, where a dialog of another page of its process may keep it. */
export async function isKeptByDialog(send: Send): Promise<boolean> {
	const answered = new AbortController();
	const end = () => answered.abort();
	send("Runtime.evaluate", { expression: "0" }).then(end, end);
	return keepsDialog(send, answered.signal, async () => false);
}

/**
 * Whether what is loaded from `place` may come to stand in the process of a dialog's page: others than those of its site
 * do not. Where it is not known whose the dialog is, it may; what has no site of its own decides nothing.
 */
export function mayShareProcess(place: string | undefined, dialog: string | undefined): boolean {
	const [site, its] = [siteOf(place), siteOf(dialog)];
	return site !== undefined && (its === undefined || site === its);
}

/** Taken to be larger than it is where names are given out under others of two parts. */
function siteOf(url: string | undefined): string | undefined {
	const host = parseUrl(url ?? "")?.hostname;
	return host ? host.split(".").slice(-2).join(".") : undefined;
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
export function passes(milliseconds: number, answered: AbortSignal): Promise<boolean> {
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
