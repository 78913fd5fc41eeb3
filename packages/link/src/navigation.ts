// Going places: by URL, by history, by reload; each ends when the wanted phase of the arriving
// document is reached, or with the reason why it did not arrive.

import { type Arrival, orAborted, parseUrl, ReinsError, type WaitUntil, within } from "@reins/protocol";
import { BusyPages, endBusyScript, keptBusy, leadsAway } from "./busy-page.ts";
import { CdpError, type CdpParams } from "./cdp-session.ts";
import { fencedOff } from "./fence.ts";
import { isContextGone, isReplaced } from "./frame-document.ts";
import type { FrameNode } from "./frame-tree.ts";
import { leave } from "./leaving.ts";
import { errorShown, loadFailed, noAnswer, nothingCame } from "./load-failure.ts";
import type { Phase } from "./load-progress.ts";
import type { TabSession } from "./tab-session.ts";

const phaseOf = {
	commit: "committed",
	domcontentloaded: "ready",
	load: "loaded",
	networkidle: "idle",
} as const;

const ABORTED = "net::ERR_ABORTED";
const ERROR_PAGE_WAIT = 1_000;
const VIEWER_WAIT = 2_000;
/** A server may take so long to begin its answer, and all of the page so long to come: then it is used as it is. */
const ANSWER_WAIT = 30_000;
const LOAD_WAIT = 40_000;
/** A page that asks its servers over and over is never idle. */
const IDLE_WAIT = 10_000;
/** The end of a load is told a little before the document that it brought. */
const ENDED_WAIT = 300;
/** Between two looks at where in the history the browser is. */
const LOOK_AGAIN = 100;

export async function go(
	tab: TabSession,
	url: string,
	waitUntil: WaitUntil,
	signal: AbortSignal,
): Promise<Arrival> {
	return stoppable(tab, signal, async () => {
		const started = performance.now();
		const move = () => answered(tab, url, signal, (patience) => tab.send("Page.navigate", { url }, patience));
		const answer = await (isFragment(url, tab.committed.url) ? move() : leave(tab, undefined, move));
		// Without a loader the browser moved within the document (a fragment).
		const loader = answer["loaderId"] === undefined ? undefined : String(answer["loaderId"]);
		if (answer["errorText"]) {
			const reason = String(answer["errorText"]);
			await errorPage(tab, loader, reason, signal);
			// Where nothing has come the tab shows what it did, which may be what an earlier way was refused.
			if (reason !== ABORTED && tab.refused !== undefined) throw fencedOff(tab.refused);
			throw loadFailed(url, reason, answer["isDownload"]);
		}
		if (!loader) return describe(tab, signal);
		const come = tab.until(() => tab.load.hasCommitted(loader) || undefined, signal);
		await (tab.silent ? leadsAway(tab, come) : come);
		tab.main.prepareKit();
		const how = { ...(await complete(tab, url, waitUntil, started, signal)), ...redirect(tab, url, loader) };
		return { ...(await describe(tab, signal).catch(arrived)), ...how };
	});
}

/** The page has come, even where it then lets nobody in. */
function arrived(error: unknown): never {
	if (!(error instanceof ReinsError) || error.code !== "restricted_url") throw error;
	const { code, message, hint } = error;
	throw new ReinsError(code, `The page came, but ${message[0]?.toLowerCase()}${message.slice(1)}`, {
		hint,
		cause: error,
		data: { interrupted: true },
	});
}

// The page that tells of the failure comes a little after the answer; were it not waited for, it
// could be taken for the arrival of the next call.
async function errorPage(
	tab: TabSession,
	loader: string | undefined,
	reason: string,
	signal: AbortSignal,
): Promise<void> {
	if (!loader || reason === ABORTED) return;
	await patiently(signal, ERROR_PAGE_WAIT, (patience) =>
		tab.until(() => tab.load.hasCommitted(loader) || undefined, patience),
	);
}

export async function history(
	tab: TabSession,
	delta: number,
	waitUntil: WaitUntil,
	signal: AbortSignal,
): Promise<Arrival | false> {
	const answer = await tab.send("Page.getNavigationHistory", {}, signal);
	const entries = answer["entries"] as { id: number; url: string }[];
	const entry = entries[Number(answer["currentIndex"]) + delta];
	// A tab begins with about:blank, which is not a page to go back to.
	if (!entry || (entry.url === "about:blank" && entries[0] === entry)) return false;
	const { document } = tab.committed;
	// The page that is being left may give itself another address as long as it is there.
	const stepped = tab.load.stepping();
	const hasMoved = () => tab.committed.document !== document || stepped();
	let isMade = false;
	let isOver = false;
	const move = async () => {
		await leave(tab, entry.url, () => tab.send("Page.navigateToHistoryEntry", { entryId: entry.id }, signal));
		void made(tab, { entry: entry.id, document }, () => isOver, signal).then(
			() => {
				isMade = true;
				tab.wake();
			},
			() => {
				// The tab is gone, or nobody asks any more.
			},
		);
	};
	try {
		return await stoppable(tab, signal, async () => {
			const there = () => isMade || hasMoved();
			const arrival = await arrive(tab, { url: entry.url, waitUntil, move, there }, signal);
			return hasMoved() ? arrival : { ...arrival, inFrame: true };
		});
	} finally {
		isOver = true;
	}
}

/**
 * Resolves when the browser has made a step of the history that leaves the page where it is: of one that a frame makes
 * the page itself tells nothing.
 */
async function made(
	tab: TabSession,
	{ entry, document }: { entry: number; document: string },
	isOver: () => boolean,
	signal: AbortSignal,
): Promise<void> {
	while (!isOver()) {
		const { entries, currentIndex } = await tab.send("Page.getNavigationHistory", {}, signal);
		const isAt = (entries as { id: number }[])[Number(currentIndex)]?.id === entry;
		// The browser knows of a step before the page has told that it is another.
		if (isAt && (await shownIn(tab, signal)) === document) return;
		await orAborted(new Promise<void>((resolve) => setTimeout(resolve, LOOK_AGAIN)), signal);
	}
}

async function shownIn(tab: TabSession, signal: AbortSignal): Promise<string> {
	const { frameTree } = await tab.send("Page.getFrameTree", {}, signal);
	return (frameTree as FrameNode).frame.loaderId;
}

export async function reload(tab: TabSession, waitUntil: WaitUntil, signal: AbortSignal): Promise<Arrival> {
	const { document, url } = tab.committed;
	return stoppable(tab, signal, async () => {
		const move = () => leave(tab, undefined, () => tab.send("Page.reload", {}, signal));
		return arrive(tab, { url, waitUntil, move, there: () => tab.committed.document !== document }, signal);
	});
}

/** While a page takes the place of another the browser obeys in neither: such a word has done nothing. */
export function isBetween(error: unknown): boolean {
	return error instanceof CdpError && error.message.includes("Not attached to an active page");
}

/** Until that page is there, or does not come. */
export async function takenOver(tab: TabSession, signal: AbortSignal): Promise<void> {
	await tab.until(() => tab.load.to === undefined || undefined, signal);
}

/** Ends what is loading, and a script that keeps the page busy; tells what is there. */
export async function stop(tab: TabSession, signal: AbortSignal): Promise<Arrival> {
	await tab.send("Page.stopLoading", {}, signal);
	tab.load.stays();
	const freed = await endBusyScript(tab, signal);
	if (tab.silent) throw keptBusy(true);
	return { ...(await describe(tab, signal)), ...(freed && { freed }) };
}

/** What a tab shows once it has loaded; viewers of the browser's own never say that they have. */
export async function landed(tab: TabSession, signal: AbortSignal): Promise<Arrival> {
	await patiently(signal, VIEWER_WAIT, (patience) =>
		tab.until(() => tab.load.reached("loaded") || undefined, patience),
	);
	return describe(tab, signal);
}

/** Waits, but not longer than this: false where it has not come by then. */
async function patiently(
	signal: AbortSignal,
	limit: number,
	wait: (patience: AbortSignal) => Promise<unknown>,
): Promise<boolean> {
	const patience = within(signal, limit);
	try {
		await wait(patience);
		return true;
	} catch (error) {
		if (patience.aborted && !signal.aborted) return false;
		throw error;
	}
}

interface Move {
	/** Where it should lead. */
	url: string;
	waitUntil: WaitUntil;
	move(): Promise<unknown>;
	/** Whether it has led somewhere. */
	there(): boolean;
}

/** Of moves that the browser only begins: whether a document comes of them is seen by what happens then. */
async function arrive(
	tab: TabSession,
	{ url, waitUntil, move, there }: Move,
	signal: AbortSignal,
): Promise<Arrival> {
	const started = performance.now();
	const before = tab.load.ended;
	await move();
	const came = () => there() || undefined;
	const over = () => tab.load.ended !== undefined && tab.load.ended !== before;
	const end = answered(tab, url, signal, (patience) =>
		tab.until(() => came() ?? (over() || undefined), patience),
	);
	await (tab.silent ? leadsAway(tab, end) : end);
	if (!there() && !(await patiently(signal, ENDED_WAIT, (patience) => tab.until(came, patience)))) {
		throw nothingCame(url);
	}
	const { document } = tab.committed;
	const loading = await complete(tab, url, waitUntil, started, signal);
	// What another site's address in the history says is no business of whoever may see this one.
	const isSameSite = parseUrl(url)?.origin === tab.committed.origin;
	return { ...(await describe(tab, signal)), ...loading, ...(isSameSite && redirect(tab, url, document)) };
}

/** Waits for a server to begin its answer. */
async function answered<T>(
	tab: TabSession,
	url: string,
	signal: AbortSignal,
	wait: (patience: AbortSignal) => Promise<T>,
): Promise<T> {
	const patience = within(signal, ANSWER_WAIT);
	try {
		return await wait(patience);
	} catch (error) {
		if (signal.aborted || !patience.aborted) throw error;
		tab.send("Page.stopLoading").catch(() => {});
		tab.load.stays();
		throw noAnswer(url, ANSWER_WAIT);
	}
}

/** Waits until the page that has come is as far as was asked for. */
async function complete(
	tab: TabSession,
	url: string,
	waitUntil: WaitUntil,
	started: number,
	signal: AbortSignal,
): Promise<Pick<Arrival, "loading">> {
	const phase = phaseOf[waitUntil];
	const isAt = (wanted: Phase) => tab.load.reached(wanted) || undefined;
	const come = (limit: number, done: () => true | undefined) =>
		patiently(signal, limit, (patience) => tab.until(done, patience));
	const wanted = phase === "idle" ? "loaded" : phase;
	const { ended } = tab.load;
	// A browser that does not tell when a load begins tells when one ends.
	const hasEnded = () => (tab.load.begun > 0 ? tab.load.ended !== undefined : tab.load.ended !== ended);
	const isOver = () => hasEnded() || undefined;
	const left = () => Math.max(0, LOAD_WAIT - (performance.now() - started));
	// A load that was broken off has no other end; one that a page ends to go elsewhere is followed by another.
	while (await come(left(), () => isAt(wanted) ?? isOver())) {
		if (isAt(wanted) || !(await come(ENDED_WAIT, () => isAt(wanted) ?? (isOver() ? undefined : true)))) break;
	}
	const isDone = isAt(wanted) && (phase !== "idle" || (await come(IDLE_WAIT, () => isAt(phase))));
	if (tab.refused !== undefined) throw fencedOff(tab.refused);
	if (tab.committed.url.startsWith("chrome-error:")) throw errorShown(url);
	return isDone ? {} : { loading: isAt(wanted) ?? !isOver() };
}

function bare(address: string): string | undefined {
	return (parseUrl(address)?.href ?? address).split("#", 1)[0];
}

/** Whether the way leads to another place of the same document. */
function isFragment(url: string, from: string): boolean {
	return url.includes("#") && bare(url) === bare(from);
}

/** What was asked for, where something else came. */
function redirect(tab: TabSession, url: string, loader: string): Pick<Arrival, "from"> {
	const came = tab.load.urlOf(loader);
	// The history knows addresses that scripts gave to a document; there it has not come from elsewhere.
	const isThere = came === undefined || [came, tab.committed.url].some((each) => bare(each) === bare(url));
	return isThere ? {} : { from: url };
}

/** A caller that gave up does not want the page to come later and replace what it sees. */
async function stoppable<T>(tab: TabSession, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (signal.aborted) tab.send("Page.stopLoading").catch(() => {});
		throw error;
	}
}

/** A large page is drawn for a while yet after it was loaded, and lets nobody look at it before. */
const ASK = `function () {
	const tell = () => [document.title, performance.getEntriesByType("navigation")[0]?.responseStatus ?? 0];
	return this.rest()?.then(tell) ?? tell();
}`;

/** One that has come may be busy from its first script on. */
function describe(tab: TabSession, signal: AbortSignal): Promise<Arrival> {
	return new BusyPages().during({ tab: tab.tab }, async () => tab, told(tab, signal));
}

async function told(tab: TabSession, signal: AbortSignal): Promise<Arrival> {
	const page = tab.main;
	for (;;) {
		try {
			const { object } = await page.kit(page.committed.document, signal);
			const answer = await tab.send(
				"Runtime.callFunctionOn",
				{ functionDeclaration: ASK, objectId: object, returnByValue: true, awaitPromise: true },
				signal,
			);
			const [title, status] = (answer["result"] as CdpParams)["value"] as [string, number];
			return { url: tab.committed.url, title, ...(status > 0 && { status }) };
		} catch (error) {
			if (!isContextGone(error) && !isReplaced(error)) throw error;
			page.forgetKit();
		}
	}
}
