// Waiting for a page to be as somebody wants it, over as many documents as come meanwhile.

import { ReinsError, type Target } from "@reins/protocol";
import type { Tab } from "./tab.ts";

/** One question to a page waits no longer than this, so that a page that comes meanwhile is asked anew. */
const SLICE = 2_000;

export interface Wanted {
	text?: string;
	gone?: string;
	target?: Target;
	state?: string;
	/** A part of the address, or all of it. */
	url?: string;
}

/** Whether it came about within the time. */
export async function waitFor(tab: Tab, { url, ...inPage }: Wanted, timeout: number): Promise<boolean> {
	const end = performance.now() + timeout;
	const left = () => Math.max(0, end - performance.now());
	for (;;) {
		const hasUrl = url === undefined || (await addressOf(tab)).includes(url);
		const slice = Math.min(left(), hasUrl ? SLICE : 50);
		const met = await isMet(tab, inPage, slice);
		if (met && (url === undefined || (await addressOf(tab)).includes(url))) return true;
		if (left() === 0) return false;
	}
}

async function addressOf(tab: Tab): Promise<string> {
	return (await tab.link.committed(tab.id, tab.signal)).url;
}

async function isMet(tab: Tab, wanted: Omit<Wanted, "url">, timeout: number): Promise<boolean> {
	try {
		return (await tab.kit("waitFor", { ...wanted, timeout })).met;
	} catch (error) {
		// Another page has come while this one was asked.
		if (error instanceof ReinsError && error.data?.["replaced"] === true) return false;
		throw error;
	}
}
