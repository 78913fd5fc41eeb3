// What is on a page, and which document said so.

import type { KitArgs } from "@reins/protocol";
import { snapshotWithFrames } from "./merge-frames.ts";
import { frameIn, type Tab } from "./tab.ts";

interface Snapshot {
	text: string;
	document: string;
	/** Whose words it begins with. */
	origin: string;
	url: string;
	title: string;
	/** What was left out, in words, and where to go on if that leads there. */
	more?: string;
	next?: number;
	/** What the page lies behind, in words. */
	behind?: string;
}

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const seen = await snapshotWithFrames(tab, args);
	if (frameIn(args) === undefined) return seen;
	// A part of a frame stands in the page all the same.
	const { url, title } = await tab.kit("pageInfo", {});
	return { ...seen, url, title };
}
