// The watchdog's line to the worker. Chrome ends a worker that has nothing to do; a connection from this page
// wakes it, so the line is made again whenever it breaks.

import { retryDelay } from "../retry-delay.ts";

/** A line that breaks within this time had no worker at its end; one that was killed had a longer life. */
const BROKEN_AT_ONCE = 50;

/** Holds the line until the extension itself is gone. */
export function holdLine(failures = 0): void {
	const opened = Date.now();
	let line: chrome.runtime.Port;
	try {
		line = chrome.runtime.connect({ name: "watchdog" });
	} catch {
		// The extension was reloaded or removed, and this page is a leftover of the old one.
		return;
	}
	line.onDisconnect.addListener(() => {
		// Read, or Chrome reports it as an error that nobody looked at.
		void chrome.runtime.lastError;
		const again = Date.now() - opened < BROKEN_AT_ONCE ? failures + 1 : 0;
		if (again === 0) holdLine();
		else setTimeout(() => holdLine(again), retryDelay(again));
	});
}
