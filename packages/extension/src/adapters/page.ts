// What the popup needs of Chrome: a question to the worker, word of changes, and the tab it was opened on.

import { retryDelay } from "../retry-delay.ts";

/** Rejects when nobody listens. What comes back is for the caller to judge. */
export function askWorker(request: object): Promise<unknown> {
	return chrome.runtime.sendMessage(request);
}

/** Calls back whenever the worker says that something changed, and again once a dead worker is back. */
export function whenChanged(listener: () => void): void {
	let failures = 0;
	const connect = (): void => {
		const opened = Date.now();
		const port = chrome.runtime.connect({ name: "popup" });
		port.onMessage.addListener(listener);
		port.onDisconnect.addListener(() => {
			// Read, or Chrome reports it as an error that nobody looked at.
			void chrome.runtime.lastError;
			failures = Date.now() - opened < 1_000 ? failures + 1 : 0;
			setTimeout(() => {
				connect();
				listener();
			}, retryDelay(failures));
		});
	};
	connect();
}

export async function activeTab(): Promise<number | undefined> {
	const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
	return tab?.id;
}
