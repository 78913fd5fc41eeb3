// Looking at a page: what is on it.

import type { KitArgs } from "@reins/protocol";
import { snapshotWithFrames } from "./merge-frames.ts";
import type { Tab } from "./tab.ts";

interface Snapshot {
	text: string;
	omitted: number;
	url: string;
	title: string;
	origin: string;
}

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const [info, seen] = await Promise.all([tab.kit("pageInfo", {}), snapshotWithFrames(tab, args)]);
	return { ...seen, url: info.url, title: info.title };
}
