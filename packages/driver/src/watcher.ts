// What a link tells of a tab and of those that it opens, while something is done there; and waiting for it.

import type { Download, LinkEvent } from "@reins/protocol";
import type { Receipt } from "./receipt.ts";
import type { Tab } from "./tab.ts";

export class Watcher {
	/** Where the navigation leads that was seen last. */
	url = "";
	/** Where it led, if the browser shows an error in its place. */
	brokenAt: string | undefined;
	navigating = false;
	navigated = false;
	/** The document that was last heard to be shown; whether all of it is there, and it has asked for more by scripts. */
	#shown: { document: string; loaded: boolean; hasAsked: boolean } | undefined;
	dialog: Receipt["dialog"];
	chooser: Receipt["chooser"];
	readonly opened: string[] = [];
	/** Tabs that were opened and closed again: there were too many. */
	refused = 0;
	readonly #downloads = new Map<string, Download>();
	/** A navigation began and brought nothing. */
	fruitless = false;
	readonly failed: Receipt["failed"] = [];
	readonly errors: string[] = [];
	/** What did not load, where the browser has said it. */
	#failed: string | undefined;
	/** The person has taken the tab back. */
	taken = false;
	#pending = 0;
	#closed = false;
	/** What tabs show that have got somewhere from the empty page that they begin with, and which of them were parsed. */
	readonly #placed = new Map<string, string>();
	readonly #parsed = new Set<string>();
	readonly #stop: () => void;
	readonly #tab: Tab;
	readonly #waiting = new Set<() => void>();

	constructor(tab: Tab) {
		this.#tab = tab;
		this.#stop = tab.link.onEvent((event) => this.#receive(event));
	}

	stop(): void {
		for (const wake of [...this.#waiting]) wake();
		this.#stop();
	}

	/** Resolves when the wait is over, however long the page takes. */
	async patience(ms: number): Promise<"late"> {
		await this.#until(() => false, ms);
		return "late";
	}

	/** Waits for the browser to go where the page has asked it to; it may have found nothing there but a file. */
	departure(ms: number): Promise<void> {
		return this.#until(
			() => this.navigating || this.navigated || this.fruitless || this.#downloads.size > 0,
			ms,
		);
	}

	/** Whether the page waits for its servers. */
	get busy(): boolean {
		return this.#pending > 0;
	}

	/** Waits until the page that is on its way has come, and what it has asked its servers for; with a dialog nothing comes. */
	arrival(ms: number): Promise<void> {
		const asks = () => this.dialog !== undefined && this.dialog.tab === undefined;
		return this.#until(() => asks() || (!this.navigating && !this.busy), ms);
	}

	/** Whether another document has come in the place of one, all of it, or does so within this time; nothing is left to wait for. */
	async complete(before: string, ms: number): Promise<boolean> {
		const shown = () => (this.#shown?.document === before ? undefined : this.#shown);
		await this.#until(() => !shown() || shown()?.loaded === true || shown()?.hasAsked === true, ms);
		return shown()?.loaded === true && shown()?.hasAsked === false;
	}

	/** Waits for a tab to open. */
	tab(ms: number): Promise<void> {
		return this.#until(() => this.opened.length > 0 || this.refused > 0 || this.#placed.size > 0, ms);
	}

	get downloads(): Download[] {
		return [...this.#downloads.values()];
	}

	/** Waits for a download to begin. */
	download(ms: number): Promise<void> {
		return this.#until(() => this.#downloads.size > 0, ms);
	}

	/** Waits for what is being saved. */
	saved(ms: number): Promise<void> {
		return this.#until(() => this.downloads.every(({ state }) => state !== "under_way"), ms);
	}

	/** Waits until every tab that was opened has got somewhere. */
	places(ms: number): Promise<void> {
		return this.#until(() => this.opened.every((tab) => this.#placed.has(tab)), ms);
	}

	/** Waits until the pages of these tabs have been parsed, or ask something. */
	beginnings(ms: number): Promise<void> {
		return this.#until(
			() => [...this.#placed.keys()].every((tab) => this.#parsed.has(tab) || this.dialog?.tab === tab),
			ms,
		);
	}

	/** Other tabs that have gone somewhere meanwhile: a link may open its page in one that is there. */
	get elsewhere(): { tab: string; url: string }[] {
		return [...this.#placed].flatMap(([tab, url]) =>
			url && !this.opened.includes(tab) ? [{ tab, url }] : [],
		);
	}

	placeOf(tab: string): string | undefined {
		return this.#placed.get(tab) || undefined;
	}

	/** Whether the tab closes within this time. */
	async closing(ms: number): Promise<boolean> {
		await this.#until(() => this.#closed, ms);
		return this.#closed;
	}

	/** Resolves when it is so, after `ms`, or when the call is given up. */
	async #until(isSo: () => boolean, ms: number): Promise<void> {
		const end = performance.now() + ms;
		while (!isSo() && performance.now() < end && !this.#tab.signal.aborted) {
			await this.#change(end - performance.now());
		}
	}

	/** Resolves at the next event, after `ms`, or when the call is given up. */
	#change(ms: number): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				clearTimeout(timer);
				this.#tab.signal.removeEventListener("abort", done);
				this.#waiting.delete(done);
				resolve();
			};
			const timer = setTimeout(done, ms);
			this.#tab.signal.addEventListener("abort", done, { once: true });
			this.#waiting.add(done);
		});
	}

	/** Of this tab, of one that it opened, or of one that is gone before anybody knew it. */
	#isOurs(tab: string): boolean {
		return tab === this.#tab.id || tab === "" || this.opened.includes(tab);
	}

	#receiveRequests(pending: number): void {
		this.#pending = pending;
		if (this.#shown && pending > 0) this.#shown.hasAsked = true;
	}

	#receive(event: LinkEvent): void {
		if (event.event === "shows") {
			if (event.tab === this.#tab.id) {
				this.#failed = event.failed;
				if (this.#shown?.document !== event.document)
					this.#shown = { document: event.document, loaded: false, hasAsked: false };
			} else if (isPlace(event.url)) {
				this.#placed.set(event.tab, event.failed ?? event.url);
				this.#parsed.delete(event.tab);
			}
		}
		if (event.event === "navigation" && (event.phase === "ready" || event.phase === "loaded"))
			this.#parsed.add(event.tab);
		// A tab that was opened for a download closes by itself.
		if (event.event === "tab_closed") {
			this.#placed.set(event.tab, "");
			this.#parsed.add(event.tab);
		}
		if (event.event === "tab_opened") {
			if (event.opener === undefined || this.#isOurs(event.opener)) this.opened.push(event.tab);
		} else if (event.event === "tab_refused") {
			if (this.#isOurs(event.tab)) this.refused += 1;
		} else if (event.event === "download" && this.#isOurs(event.tab)) {
			const { event: _download, tab: _tab, of: _of, ...download } = event;
			this.#downloads.set(download.id, download);
		} else if (event.tab !== this.#tab.id) {
			// Of a tab that the page has opened just now, and may wait for.
			if (event.event === "dialog_opened" && this.opened.includes(event.tab))
				this.dialog = { ...asked(event), tab: event.tab };
			for (const wake of [...this.#waiting]) wake();
			return;
		} else if (event.event === "dialog_opened") this.dialog = asked(event);
		else if (event.event === "dialog_closed") this.dialog = undefined;
		else if (event.event === "file_chooser") this.chooser = { multiple: event.multiple };
		else if (event.event === "requests") this.#receiveRequests(event.pending);
		else if (event.event === "request_failed") this.failed.push({ url: event.url, reason: event.reason });
		else if (event.event === "page_error") this.errors.push(event.message);
		else if (event.event === "navigation") {
			if (event.phase === "started") this.brokenAt = undefined;
			if (event.phase === "committed" && event.url.startsWith("chrome-error:"))
				this.brokenAt = this.#failed ?? this.url;
			this.url = event.url;
			this.navigating = event.phase === "started" || (this.navigating && event.phase === "committed");
			if (event.phase === "committed") this.navigated = true;
			if (this.#shown) this.#shown.loaded ||= event.phase === "loaded" || event.phase === "stopped";
			this.fruitless = event.phase === "stopped" && !this.navigated;
		} else if (event.event === "tab_closed" || event.event === "tab_crashed") {
			this.navigating = false;
			this.#closed ||= event.event === "tab_closed";
			this.taken ||= event.event === "tab_closed" && event.taken === true;
		}
		for (const wake of [...this.#waiting]) wake();
	}
}

function asked({ kind, message, offers, closed }: Extract<LinkEvent, { event: "dialog_opened" }>) {
	return {
		...{ kind, message },
		...(offers !== undefined && { offers }),
		...(closed !== undefined && { closed }),
	};
}

export function isPlace(url: string): boolean {
	return url !== "" && url !== "about:blank";
}
