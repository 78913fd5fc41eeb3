// Which frames the frame elements of a document show. A frame that does not answer in time is named as such: it
// must not hold up the rest of the page.

import {
	type KitResult,
	orAborted,
	type PrimitiveParams,
	type PrimitiveResult,
	parseUrl,
	within,
} from "@reins/protocol";
import { CdpError } from "./cdp-session.ts";
import { type Asking, elementBy, holding } from "./closed-roots.ts";
import type { FrameDocument } from "./frame-document.ts";
import { callKit } from "./kit-call.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const ELEMENT = "function (ref) { return this.element(ref) }";
/** How long a frame may take to say what it shows. */
const PATIENCE = 1_200;

type Row = PrimitiveResult<"frames">[number];

export async function listFrames(
	tab: TabSession,
	{ document, frame, refs }: PrimitiveParams<"frames">,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<Row[]> {
	const outer = tab.frame(frame);
	const found =
		refs ??
		(
			(await callKit(
				outer,
				{ document, fn: "frameOwners", args: {} },
				numbers,
				signal,
			)) as KitResult<"frameOwners">
		).refs;
	if (found.length === 0) return [];
	const kit = await outer.kit(document, signal);
	return holding(outer, kit, (asking) =>
		Promise.all(found.map((ref) => describe(tab, outer, asking, ref, numbers, signal))),
	);
}

async function describe(
	tab: TabSession,
	outer: FrameDocument,
	asking: Asking,
	ref: string,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<Row> {
	const patience = within(signal, PATIENCE);
	try {
		const inner = await orAborted(frameShownBy(tab, outer, asking, ref), patience);
		if (!inner) return { ref, reason: "nothing" };
		const refused = tab.frames.refused(inner);
		if (refused !== undefined) return { ref, url: parseUrl(refused)?.origin ?? "", reason: "refused" };
		if (inner.silence > PATIENCE) return { ref, reason: "silent", url: inner.committed.url };
		inner.name ??= numbers.frame();
		return { ref, frame: inner.name, ...inner.committed, ...(inner.loading && { loading: true }) };
	} catch (error) {
		if (signal.aborted) throw error;
		if (patience.aborted) return { ref, reason: "silent" };
		// The element or its frame has gone since it was looked at.
		if (error instanceof CdpError) return { ref, reason: "nothing" };
		throw error;
	}
}

/** From the element to the frame in it: only the browser knows, for the two may be of different processes. */
async function frameShownBy(
	tab: TabSession,
	outer: FrameDocument,
	asking: Asking,
	ref: string,
): Promise<FrameDocument | undefined> {
	const element = await elementBy(outer, asking, ELEMENT, [ref]);
	return element?.frame === undefined ? undefined : tab.frames.find(element.frame, outer);
}
