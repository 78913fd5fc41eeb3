// The documents in the frames of a page. Each is read by its own kit and judged by its own address; one that
// cannot be read is named, and none may hold up the rest.

import { type FrameRow, parseUrl, ReinsError } from "@reins/protocol";
import type { Tab } from "./tab.ts";

/** How long a frame may take to be read. */
const PATIENCE = 2_000;
/** Frames in frames are followed so far. */
const DEEPEST = 8;

/** A frame, and in words why it cannot be read where that is known already: nobody is asked twice in vain. */
export type KnownFrame = FrameRow & { why?: string };

/** What became of one frame: its answer, or in words why there is none. */
export type FrameAnswer<T> = { row: KnownFrame } & ({ value: T } | { why: string });

const REASONS = {
	nothing: "nothing in it",
	silent: "does not answer",
	denied: "the policy keeps it from being read",
	failed: "it failed to load",
	refused: "it was not loaded, this session may not go there",
} as const;

/** What the frame elements of a document show. */
export async function framesOf(
	tab: Tab,
	document: string,
	frame: string | undefined,
	refs?: string[],
): Promise<FrameRow[]> {
	const place = { document, ...(frame !== undefined && { frame }), ...(refs && { refs }) };
	try {
		return await tab.call("frames", place);
	} catch (error) {
		if (!(error instanceof ReinsError)) throw error;
		// The page has gone on meanwhile, and its frames with it; or the extension is older than this.
		if (error.data?.["replaced"] === true || error.code === "unknown_method") return [];
		throw error;
	}
}

/** Reads one frame in its time; a frame that fails is an answer too, whatever it fails with. */
export async function inFrame<T>(
	tab: Tab,
	row: KnownFrame,
	read: (tab: Tab, frame: string) => Promise<T>,
): Promise<FrameAnswer<T>> {
	if (row.why !== undefined) return { row, why: row.why };
	if (row.frame === undefined) return { row, why: REASONS[row.reason ?? "nothing"] };
	const hurried = tab.within(PATIENCE);
	try {
		return { row, value: await read(hurried, row.frame) };
	} catch (error) {
		tab.signal.throwIfAborted();
		if (hurried.signal.aborted) return { row, why: REASONS.silent };
		return { row, why: whyNot(ReinsError.from(error)) };
	}
}

/** Every frame below a document, each before those in it, and why where one does not answer. */
export async function allFrames(
	tab: Tab,
	document: string,
	frame: string | undefined,
): Promise<KnownFrame[]> {
	return withInner(tab, await framesOf(tab, document, frame), 0);
}

/** All are asked at once, and each has its own time: one that hangs takes none of its neighbours' or its parent's. */
async function withInner(tab: Tab, rows: FrameRow[], depth: number): Promise<KnownFrame[]> {
	if (depth >= DEEPEST) return rows;
	const all = await Promise.all(
		rows.map(async (row): Promise<KnownFrame[]> => {
			const shown = row.document;
			if (shown === undefined) return [row];
			const answer = await inFrame(tab, row, (hurried, name) => framesOf(hurried, shown, name));
			if (!("value" in answer)) return [{ ...row, why: answer.why }];
			return [row, ...(await withInner(tab, answer.value, depth + 1))];
		}),
	);
	return all.flat();
}

function whyNot({ code }: ReinsError): string {
	if (code === "policy_denied" || code === "needs_approval" || code === "restricted_url")
		return REASONS.denied;
	if (code === "stale_ref") return "it went while it was read";
	return code === "internal" ? "reading it failed" : REASONS.silent;
}

/** Whose a frame is, for people: its origin, or that it has not loaded yet. */
export function frameSite({ url, origin, loading }: FrameRow): string {
	if (loading) return "loading";
	if (url === undefined) return "";
	if (url.startsWith("about:")) return origin ?? "";
	const site = parseUrl(url)?.origin ?? "null";
	return site !== "null" ? site : `${url.split(":")[0]}:`;
}
