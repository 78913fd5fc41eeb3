// Whose document something comes from that the browser tells of a tab: enough to judge it by, and no more.

import { parseUrl, type Whose } from "@reins/protocol";
import type { FrameDocument } from "./frame-document.ts";
import type { TabSession } from "./tab-session.ts";

/** Of a document that nobody knows: nothing may be read of it. */
const NOBODY: Whose = { url: "data:", origin: "null" };

/** By the frame where it is known, and by the address that the browser names. */
export function whoseIs(frame: FrameDocument | undefined, url = frame?.committed.url): Whose {
	const parsed = parseUrl(url ?? "");
	if (parsed && /^https?:$/.test(parsed.protocol)) return { url: `${parsed.origin}/`, origin: parsed.origin };
	// Without an address of its own it belongs to whoever made it, which only the frame knows.
	if (!frame || !url?.startsWith("about:")) return NOBODY;
	return { url: "about:blank", origin: frame.committed.origin };
}

/** Whose page saves a file; where its frame is not known any more, or shows only that a page did not come, whose the file is. */
export function whoseFile(tab: TabSession | undefined, url: string, frame: string | undefined): Whose {
	const known = tab?.frames.known(frame);
	return known && !known.committed.url.startsWith("chrome-error:") ? whoseIs(known) : whoseIs(undefined, url);
}
