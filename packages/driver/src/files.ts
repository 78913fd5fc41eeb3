// Files that a browser saves where a page was asked for.

import { type Arrival, type Download, ReinsError, type WaitUntil } from "@reins/protocol";
import { Watcher } from "./settle.ts";
import type { Tab } from "./tab.ts";

/** How long is waited for a download to begin, and then for a small one to end. */
const PATIENCE = 1_000;

/** Loads a URL; where it is no page but a file, says what became of that. */
export async function visit(
	tab: Tab,
	url: string,
	waitUntil: WaitUntil,
): Promise<Arrival | { downloads: Download[] }> {
	const seen = new Watcher(tab);
	try {
		return await tab.call("nav.go", { url, waitUntil });
	} catch (error) {
		if (!mayBeDownload(error)) throw error;
		await seen.download(PATIENCE);
		await seen.saved(PATIENCE);
		if (seen.downloads.length === 0) throw error;
		return { downloads: seen.downloads };
	} finally {
		seen.stop();
	}
}

function mayBeDownload(error: unknown): boolean {
	if (!(error instanceof ReinsError) || error.code !== "navigation_failed") return false;
	return error.data?.["reason"] === "net::ERR_ABORTED" && error.data["download"] !== false;
}
