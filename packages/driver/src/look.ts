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
	const seen = await snapshotWithFrames(tab, args);
	// Address and content are of one moment and one page; a frame alone does not know where the page is.
	const { url, title } = frameIn(args) === undefined ? seen : await tab.kit("pageInfo", {});
	return { ...seen, url, title };
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
