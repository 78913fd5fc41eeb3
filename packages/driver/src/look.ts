// Looking at a page: what is on it, its text, its picture.

import { type KitArgs, type PrimitiveResult, ReinsError, type Target } from "@reins/protocol";
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
	const [info, seen] = await Promise.all([tab.kit("pageInfo", {}), snapshotWithFrames(tab, args)]);
	return { ...seen, url: info.url, title: info.title };
}

export async function screenshot(
	tab: Tab,
	options: { fullPage: boolean; target?: Target },
): Promise<PrimitiveResult<"capture">> {
	if (options.target && frameIn({ target: options.target }) !== undefined)
		throw new ReinsError("unsupported", "No picture can be taken of what is inside of a frame.");
	const clip = options.target && (await tab.kit("box", { target: options.target }));
	const params = { format: "png" as const, fullPage: options.fullPage, ...(clip && { clip }) };
	return (await tab.inDocument("capture", params, true)).result;
}
