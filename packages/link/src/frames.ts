// Which frames the frame elements of a document show. A frame that does not answer in time is named as such: it
// must not hold up the rest of the page.

import { type KitResult, orAborted, type PrimitiveParams, type PrimitiveResult } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { FrameDocument } from "./frame-document.ts";
import { callKit } from "./kit-call.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

/** How long a frame may take to say what it shows. */
const PATIENCE = 700;

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
	const { object } = await outer.kit(document, signal);
	return Promise.all(found.map((ref) => describe(tab, outer, object, ref, numbers, signal)));
}

async function describe(
	tab: TabSession,
	outer: FrameDocument,
	kit: string,
	ref: string,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<Row> {
	const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
	try {
		const inner = await orAborted(frameShownBy(tab, outer, kit, ref), patience);
		if (!inner) return { ref, reason: "nothing" };
		if (inner.silence > PATIENCE) return { ref, reason: "silent", url: inner.committed.url };
		inner.name ??= numbers.frame();
		return { ref, frame: inner.name, ...inner.committed, ...(inner.loading && { loading: true }) };
	} catch (error) {
		if (signal.aborted || !patience.aborted) throw error;
		return { ref, reason: "silent" };
	}
}

/** From the element to the frame in it: only the browser knows, for the two may be of different processes. */
export async function frameShownBy(
	tab: TabSession,
	outer: FrameDocument,
	kit: string,
	ref: string,
): Promise<FrameDocument | undefined> {
	const { result } = await outer.send("Runtime.callFunctionOn", {
		functionDeclaration: "function (ref) { return this.element(ref) }",
		objectId: kit,
		arguments: [{ value: ref }],
	});
	const { objectId } = result as { objectId?: string };
	if (!objectId) return undefined;
	const { node } = await outer.send("DOM.describeNode", { objectId });
	outer.send("Runtime.releaseObject", { objectId }).catch(() => {
		// It went with its document.
	});
	const { frameId } = node as CdpParams;
	return frameId === undefined ? undefined : tab.frames.find(String(frameId), outer);
}
