// After an action: waits by events until the page is at rest, and tells what happened meanwhile.
// Nothing here waits for a fixed time; the cap is for pages that never rest.

import { type Download, type KitResult, type LinkEvent, limits, ReinsError } from "@reins/protocol";
import type { Tab } from "./tab.ts";

/** A page that has changed and then has not for this long is at rest: frameworks answer an input at once. */
const QUIET = 8;
/** The same where the kit has written: its events are answered when it is done, and a page's next turn comes within this. */
const WRITTEN = 1;
/** That nothing changed is said only after so long. */
const STILL = 40;
/** How long a busy page may take to answer when its time is over. */
const SLOW = 3_000;
/** How long is waited for a tab or a page that a link leads to; a browser may be told not to open any. */
const OPENING = 1_000;
/** A navigation that ends with no page is a download, which is told a moment later, or nothing at all. */
const FRUITLESS = 300;

export interface Receipt {
	url: string;
	title: string;
	navigated: boolean;
	/** Changes seen in the documents; 0 where nothing changed. */
	changes: number;
	/** What a person would see of them, in the words of each document. */
	seen: { origin: string; lines: string[]; more: number }[];
	/** The page took the element away while it was pressed: it may have answered that, but was not clicked. */
	lost?: boolean;
	/** Something changed where nobody compares: a receipt looks at the beginning of a long page. */
	beyond?: boolean;
	focus: string;
	/** One that is open now, here or in a `tab` that was opened: until it is answered a page may say no more. */
	dialog?: { kind: string; message: string; tab?: string } | undefined;
	/** Requests that failed meanwhile, and errors that the page's scripts reported. */
	failed: { url: string; reason: string }[];
	errors: string[];
	/** Nobody waited for what comes of the action. */
	unsettled?: boolean;
	/** The action closed its own tab. */
	closed?: boolean;
	/** The page that comes had not come when the wait was over. */
	loading?: boolean;
	/** The action led to a page that the policy keeps from being read. */
	denied?: boolean;
	/** The action led to a page that did not come: the browser shows an error. */
	failedToLoad?: boolean;
	/** Link ids of tabs that the action opened. */
	opened: { tab: string; url: string }[];
	/** The page has asked for files: one, or several. */
	chooser?: { multiple: boolean } | undefined;
	/** Files that the browser saves, as far as they have come. */
	downloads: Download[];
}

/** Where something is done: in the page or in a frame of it, by a gesture or by the kit alone. */
interface Place {
	frame: string | undefined;
	gesture: boolean;
	/** By nothing but the kit's own writing. */
	written?: boolean;
}

/**
 * Does something in a tab that is watched already, or from the moment when it is done, and tells what came of it.
 * `before`: the document it is done in, which may be known only then.
 */
export async function withReceipt(
	tab: Tab,
	place: Place,
	before: string | (() => string),
	act: () => Promise<void>,
): Promise<Receipt> {
	const seen = new Watcher(tab);
	let acted = false;
	try {
		await act();
		acted = true;
		if (!tab.settles) return bare(seen, { unsettled: true });
		if (seen.dialog && !seen.dialog.tab) return bare(seen, {});
		return await rest(tab, place, seen, typeof before === "string" ? before : before());
	} catch (error) {
		if (error instanceof ReinsError && error.code === "dialog_open" && seen.dialog) return bare(seen, {});
		// The tab went while the action was under way or after it: that is what the action did.
		const gone = error instanceof ReinsError && error.code === "tab_gone" && error;
		if (gone && (acted || gone.data?.["interrupted"])) return bare(seen, { closed: true });
		throw error;
	} finally {
		seen.stop();
	}
}

async function rest(tab: Tab, place: Place, seen: Watcher, before: string): Promise<Receipt> {
	const started = performance.now();
	const left = () => Math.max(0, limits.settleCap - (performance.now() - started));
	// While a navigation is under way the browser holds back every question to the page, so the cap is kept here.
	const inner = place.frame === undefined ? undefined : settleFrame(tab, place.frame, place.gesture, left());
	const quiet = place.written ? WRITTEN : QUIET;
	const settling = async () => {
		const settled = settle(tab, left(), seen.busy, quiet);
		const first = await Promise.race([settled, seen.patience(left() + QUIET)]);
		if (first !== "late" || seen.navigating) return first;
		// A page that is only slow must still say what became of the gesture.
		return Promise.race([settled, seen.patience(SLOW)]);
	};
	let settled = await settling();
	for (;;) {
		if (typeof settled === "object" && settled.value.leaving) await seen.departure(Math.min(left(), OPENING));
		if (!seen.navigating && !seen.busy) break;
		await seen.arrival(left());
		if (seen.navigating || left() === 0) break;
		settled = await settling();
	}
	if (settled === "denied" && seen.brokenAt !== undefined)
		return bare(seen, { failedToLoad: true, navigated: true, url: seen.brokenAt });
	if (settled === "denied") return bare(seen, { denied: true, navigated: true });
	if (settled === "late" || seen.navigating) return bare(seen, { loading: true });
	const navigated = seen.navigated || settled.document !== before;
	const { url, title, focus, closing, opening, downloading } = settled.value;
	if (downloading || seen.fruitless) await seen.download(Math.min(left(), downloading ? OPENING : FRUITLESS));
	if (closing) return bare(seen, { closed: await seen.closing(left()) });
	if (opening) await seen.tab(Math.min(left(), OPENING));
	if (seen.opened.length > 0) await seen.places(Math.min(left(), opening ? SLOW : OPENING));
	await seen.saved(Math.min(left(), OPENING));
	const within = await inner;
	if (settled.value.astray ?? within?.astray) throw astray(settled.value.astray ?? within?.astray ?? "");
	const documents = [told(settled), ...[within].filter((one) => one !== undefined)];
	return {
		...bare(seen, { navigated }),
		url,
		title,
		focus,
		changes: documents.reduce((sum, { changes }) => sum + changes, 0),
		lost: documents.some(({ lost }) => lost),
		beyond: documents.some(({ changes, beyond }) => changes > 0 && beyond),
		seen: settled.document !== before ? [] : documents.filter(({ lines }) => lines.length > 0),
		opened: await located(tab, seen.opened),
		downloads: seen.downloads,
	};
}

function bare(seen: Watcher, more: Partial<Receipt>): Receipt {
	const opened = seen.opened.map((tab) => ({ tab, url: "" }));
	return {
		url: seen.url,
		title: "",
		navigated: false,
		changes: 0,
		seen: [],
		focus: "",
		dialog: seen.dialog,
		chooser: seen.chooser,
		failed: seen.failed,
		errors: seen.errors,
		opened,
		downloads: seen.downloads,
		...more,
	};
}

type Settled = Awaited<ReturnType<Tab["ask"]>> & { value: KitResult<"settle"> };

function told({ value: { changes, lines, more, beyond, astray, lost }, origin }: Settled) {
	return { changes, origin, lines, more, beyond, astray, lost };
}

function astray(instead: string): ReinsError {
	return new ReinsError(
		"not_actionable",
		`The element moved just before the press, which would have hit ${instead}; it was stopped, and nothing was pressed.`,
		{ hint: "Call it again; the ref is still right if the element lives.", data: { stopped: true } },
	);
}

/** Nothing was pressed, so it may be tried again. */
export function wasStopped(error: unknown): boolean {
	return error instanceof ReinsError && error.data?.["stopped"] === true;
}

/** Asks the page to come to rest; "denied" where the action led to a page that may not be read. */
async function settle(tab: Tab, cap: number, busy: boolean, quiet: number): Promise<Settled | "denied"> {
	try {
		// What waits for a server need not be watched for long: it is asked again when the answer has come.
		return await tab.ask("settle", { quiet, still: busy ? QUIET : STILL, cap });
	} catch (error) {
		const code = error instanceof ReinsError ? error.code : undefined;
		if (code === "policy_denied" || code === "needs_approval" || code === "restricted_url") return "denied";
		throw error;
	}
}

/** What changed in a frame; one that is not there any more has changed. */
async function settleFrame(tab: Tab, frame: string, input: boolean, cap: number) {
	const hurried = tab.within(cap + QUIET);
	try {
		return told(await hurried.ask("settle", { quiet: QUIET, still: STILL, cap, input }, frame));
	} catch (error) {
		const gone = error instanceof ReinsError && error.code === "stale_ref";
		return {
			changes: gone ? 1 : 0,
			origin: "",
			lines: [],
			more: 0,
			beyond: true,
			astray: undefined,
			lost: false,
		};
	}
}

/** A tab opens before it knows where it goes. */
async function located(tab: Tab, opened: string[]): Promise<Receipt["opened"]> {
	if (opened.length === 0) return [];
	const tabs = await tab.link.call("tabs.list", { all: false }, { signal: tab.signal });
	return tabs.filter((one) => opened.includes(one.tab)).map(({ tab: id, url }) => ({ tab: id, url }));
}

export class Watcher {
	/** Where the navigation leads that was seen last. */
	url = "";
	/** Where it led, if the browser shows an error in its place. */
	brokenAt: string | undefined;
	navigating = false;
	navigated = false;
	dialog: Receipt["dialog"];
	chooser: Receipt["chooser"];
	readonly opened: string[] = [];
	readonly #downloads = new Map<string, Download>();
	/** A navigation began and brought nothing. */
	fruitless = false;
	readonly failed: Receipt["failed"] = [];
	readonly errors: string[] = [];
	#pending = 0;
	#closed = false;
	/** Tabs that show something else than the empty page that they begin with. */
	readonly #placed = new Set<string>();
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

	/** Waits until the page that is on its way has come, and what it has asked its servers for. */
	arrival(ms: number): Promise<void> {
		return this.#until(() => !this.navigating && !this.busy, ms);
	}

	/** Waits for a tab to open. */
	tab(ms: number): Promise<void> {
		return this.#until(() => this.opened.length > 0, ms);
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

	#receive(event: LinkEvent): void {
		if (event.event === "shows" && isPlace(event.url)) this.#placed.add(event.tab);
		// A tab that was opened for a download closes by itself.
		if (event.event === "tab_closed") this.#placed.add(event.tab);
		if (event.event === "tab_opened") this.opened.push(event.tab);
		else if (event.event === "download" && this.#isOurs(event.tab)) {
			const { event: _download, tab: _tab, ...download } = event;
			this.#downloads.set(download.id, download);
		} else if (event.tab !== this.#tab.id) {
			// Of a tab that the page has opened just now, and may wait for.
			if (event.event === "dialog_opened" && this.opened.includes(event.tab))
				this.dialog = { kind: event.kind, message: event.message, tab: event.tab };
			for (const wake of [...this.#waiting]) wake();
			return;
		} else if (event.event === "dialog_opened") {
			const { kind, message } = event;
			this.dialog = { kind, message };
		} else if (event.event === "dialog_closed") this.dialog = undefined;
		else if (event.event === "file_chooser") this.chooser = { multiple: event.multiple };
		else if (event.event === "requests") this.#pending = event.pending;
		else if (event.event === "request_failed") this.failed.push({ url: event.url, reason: event.reason });
		else if (event.event === "page_error") this.errors.push(event.message);
		else if (event.event === "navigation") {
			if (event.phase === "started") this.brokenAt = undefined;
			if (event.phase === "committed" && event.url.startsWith("chrome-error:")) this.brokenAt = this.url;
			this.url = event.url;
			this.navigating = event.phase === "started" || (this.navigating && event.phase === "committed");
			if (event.phase === "committed") this.navigated = true;
			this.fruitless = event.phase === "stopped" && !this.navigated;
		} else if (event.event === "tab_closed" || event.event === "tab_crashed") {
			this.navigating = false;
			this.#closed ||= event.event === "tab_closed";
		}
		for (const wake of [...this.#waiting]) wake();
	}
}

function isPlace(url: string): boolean {
	return url !== "" && url !== "about:blank";
}
