// Looking at a page: what is on it, its text, its picture.

import type { KitArgs, PrimitiveResult, Target } from "@reins/protocol";
import { requirePage } from "./act.ts";
import { snapshotWithFrames } from "./merge-frames.ts";
import type { Tab } from "./tab.ts";

interface Snapshot {
	text: string;
	omitted: number;
	url: string;
	title: string;
}

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const [info, seen] = await Promise.all([tab.kit("pageInfo", {}), snapshotWithFrames(tab, args)]);
	return { ...seen, url: info.url, title: info.title };
}

export async function screenshot(
	tab: Tab,
	options: { fullPage: boolean; target?: Target },
): Promise<PrimitiveResult<"capture">> {
	if (options.target) requirePage(options.target);
	const clip = options.target && (await tab.kit("box", { target: options.target }));
	const params = { format: "png" as const, fullPage: options.fullPage, ...(clip && { clip }) };
	return (await tab.inDocument("capture", params, true)).result;
}
