// Going places: by URL, by history, by reload; each ends when the wanted phase of the arriving
// document is reached, or with the reason why it did not arrive.

import { type Arrival, ReinsError, type WaitUntil } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { isContextGone, isReplaced } from "./frame-document.ts";
import type { TabSession } from "./tab-session.ts";

const phaseOf = { commit: "committed", domcontentloaded: "ready", load: "loaded" } as const;

const ERROR_PAGE_WAIT = 1_000;
const VIEWER_WAIT = 2_000;

export async function go(
	tab: TabSession,
	url: string,
	waitUntil: WaitUntil,
	signal: AbortSignal,
): Promise<Arrival> {
	return stoppable(tab, signal, async () => {
		const answer = await tab.send("Page.navigate", { url }, signal);
		// Without a loader the browser moved within the document (a fragment).
		const loader = answer["loaderId"] === undefined ? undefined : String(answer["loaderId"]);
		if (answer["errorText"]) {
			await errorPage(tab, loader, String(answer["errorText"]), signal);
			throw navigationFailed(url, String(answer["errorText"]), answer["isDownload"]);
		}
		if (loader) await arrive(tab, () => tab.hasCommitted(loader), waitUntil, signal);
		return describe(tab, signal).catch(arrived);
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
	if (!loader || reason === "net::ERR_ABORTED") return;
	await patiently(signal, ERROR_PAGE_WAIT, (patience) =>
		tab.until(() => tab.hasCommitted(loader) || undefined, patience),
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
	const before = tab.committed;
	return stoppable(tab, signal, async () => {
		await tab.send("Page.navigateToHistoryEntry", { entryId: entry.id }, signal);
		await tab.until(() => (tab.committed !== before && tab.reached(phaseOf[waitUntil])) || undefined, signal);
		return describe(tab, signal);
	});
}

export async function reload(tab: TabSession, waitUntil: WaitUntil, signal: AbortSignal): Promise<Arrival> {
	const before = tab.committed.document;
	return stoppable(tab, signal, async () => {
		await tab.send("Page.reload", {}, signal);
		await arrive(tab, () => tab.committed.document !== before, waitUntil, signal);
		return describe(tab, signal);
	});
}

/** What a tab shows once it has loaded; viewers of the browser's own never say that they have. */
export async function landed(tab: TabSession, signal: AbortSignal): Promise<Arrival> {
	await patiently(signal, VIEWER_WAIT, (patience) =>
		tab.until(() => tab.reached("loaded") || undefined, patience),
	);
	return describe(tab, signal);
}

/** Waits, but not longer than this; what then is missing is done without. */
async function patiently(
	signal: AbortSignal,
	limit: number,
	wait: (patience: AbortSignal) => Promise<unknown>,
): Promise<void> {
	const patience = new AbortController();
	const timer = setTimeout(() => patience.abort(), limit);
	await wait(AbortSignal.any([signal, patience.signal])).catch(() => {});
	clearTimeout(timer);
}

async function arrive(
	tab: TabSession,
	there: () => boolean,
	waitUntil: WaitUntil,
	signal: AbortSignal,
): Promise<void> {
	const phase = phaseOf[waitUntil];
	await tab.until(() => (there() && tab.reached(phase)) || undefined, signal);
	if (tab.committed.url.startsWith("chrome-error:")) {
		throw new ReinsError("navigation_failed", "The page could not be loaded.");
	}
}

/** `download` says whether the browser saves what came; older ones say nothing of it. */
function navigationFailed(url: string, reason: string, download: unknown): ReinsError {
	if (download === true) {
		return new ReinsError("navigation_failed", `${url} is a file that the browser saves, not a page.`, {
			hint: "Call navigate with it: its answer says where the file lies.",
			data: { url, reason, download },
		});
	}
	const words: Record<string, string> = {
		"net::ERR_NAME_NOT_RESOLVED": "there is no host of this name",
		"net::ERR_CONNECTION_REFUSED": "nothing listens at this address",
		"net::ERR_ABORTED": "the load was aborted: the address answers with no page",
		"net::ERR_BLOCKED_BY_CLIENT": "the load was blocked",
	};
	return new ReinsError("navigation_failed", `${url} did not load: ${words[reason] ?? reason}.`, {
		data: { url, reason, ...(typeof download === "boolean" && { download }) },
	});
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

async function describe(tab: TabSession, signal: AbortSignal): Promise<Arrival> {
	const ask =
		"function () { return [document.title, performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0] }";
	const page = tab.main;
	for (;;) {
		try {
			const { object } = await page.kit(page.committed.document, signal);
			const answer = await tab.send(
				"Runtime.callFunctionOn",
				{ functionDeclaration: ask, objectId: object, returnByValue: true },
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
