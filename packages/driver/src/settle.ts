// After an action: waits by events until the page is at rest, and tells what happened meanwhile.
// Nothing here waits for a fixed time; the cap is for pages that never rest.

import type { LinkEvent } from "@reins/link";
import { limits, ReinsError } from "@reins/protocol";
import type { Tab } from "./tab.ts";

/** A page without changes for this long is at rest. */
const QUIET = 30;

export interface Receipt {
	url: string;
	title: string;
	navigated: boolean;
	/** Changes seen in the document; 0 where nothing changed. */
	changes: number;
	focus: string;
	dialogs: { kind: string; message: string; accepted: boolean }[];
	/** Link ids of tabs that the action opened. */
	opened: { tab: string; url: string }[];
}

/** Does something in a tab and watches what comes of it. */
export async function withReceipt(tab: Tab, act: () => Promise<void>): Promise<Receipt> {
	const seen = new Watcher(tab);
	try {
		const { document } = await tab.ask("watch", {});
		await act();
		return await rest(tab, seen, document);
	} finally {
		seen.stop();
	}
}

async function rest(tab: Tab, seen: Watcher, before: string): Promise<Receipt> {
	const started = performance.now();
	const left = () => Math.max(0, limits.settleCap - (performance.now() - started));
	let settled = await settle(tab, left());
	while (seen.navigating && left() > 0) {
		await seen.change(left());
		if (!seen.navigating) settled = await settle(tab, left());
	}
	const navigated = seen.navigated || settled.document !== before;
	const { url, title, changes, focus } = settled.value;
	return {
		url,
		title,
		focus,
		navigated,
		changes,
		dialogs: seen.dialogs,
		opened: await located(tab, seen.opened),
	};
}

/** A tab opens before it knows where it goes. */
async function located(tab: Tab, opened: string[]): Promise<Receipt["opened"]> {
	if (opened.length === 0) return [];
	const tabs = await tab.link.call("tabs.list", {}, { signal: tab.signal });
	return tabs.filter((one) => opened.includes(one.tab)).map(({ tab: id, url }) => ({ tab: id, url }));
}

async function settle(tab: Tab, cap: number) {
	try {
		return await tab.ask("settle", { quiet: QUIET, cap });
	} catch (error) {
		// The document went away under the question: ask the one that came.
		if (error instanceof ReinsError && error.code === "stale_ref")
			return tab.ask("settle", { quiet: 0, cap });
		throw error;
	}
}

class Watcher {
	navigating = false;
	navigated = false;
	readonly dialogs: Receipt["dialogs"] = [];
	readonly opened: string[] = [];
	readonly #stop: () => void;
	readonly #tab: Tab;
	#wake: (() => void) | undefined;

	constructor(tab: Tab) {
		this.#tab = tab;
		this.#stop = tab.link.onEvent((event) => this.#receive(event));
	}

	stop(): void {
		this.#stop();
	}

	/** Resolves at the next event, after `ms`, or when the call is given up. */
	change(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				clearTimeout(timer);
				this.#tab.signal.removeEventListener("abort", done);
				this.#wake = undefined;
				resolve();
			};
			const timer = setTimeout(done, ms);
			this.#tab.signal.addEventListener("abort", done, { once: true });
			this.#wake = done;
		});
	}

	#receive(event: LinkEvent): void {
		if (event.event === "tab_opened") this.opened.push(event.tab);
		else if (event.tab !== this.#tab.id) return;
		else if (event.event === "dialog") {
			const { kind, message, accepted } = event;
			this.dialogs.push({ kind, message, accepted });
		} else if (event.event === "navigation") {
			this.navigating = event.phase === "started" || (this.navigating && event.phase === "committed");
			if (event.phase === "committed") this.navigated = true;
		} else this.navigating = false;
		this.#wake?.();
	}
}
