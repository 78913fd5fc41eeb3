// Looking at a page: what is on it.

import type { KitArgs } from "@reins/protocol";
import { snapshotWithFrames } from "./merge-frames.ts";
import { frameIn, type Tab } from "./tab.ts";

interface Snapshot {
	text: string;
	omitted: number;
	url: string;
	title: string;
	origin: string;
}

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const seen = await snapshotWithFrames(tab, args);
	// Address and content are of one moment and one page; a frame alone does not know where the page is.
	const { url, title } = frameIn(args) === undefined ? seen : await tab.kit("pageInfo", {});
	return { ...seen, url, title };
}
