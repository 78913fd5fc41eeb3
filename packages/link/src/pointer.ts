// Leads the pointer into a frame before anything is pressed there. The browser finds the process below the pointer by
// what was drawn last, which is older than what was laid out since: a press could go to what was there before.

import { type Point, ReinsError, within } from "@reins/protocol";
import type { FrameDocument } from "./frame-document.ts";
import type { TabSession } from "./tab-session.ts";

const POINTED = "function (x, y, most) { return this.pointed(x, y, most) }";
/** A move is told with the next picture; one that is not told by then went elsewhere. */
const MOVED = 100;
/** A page that is drawn at all is drawn by then. */
const DRAWN = 2_000;
/** A move to where the pointer is already is none. */
const NUDGE = 0.25;

/** Moves the pointer until the frame has it: `own` is the point in the frame, `page` the same one in the page. */
export async function leadPointer(
	tab: TabSession,
	frame: FrameDocument,
	{ own, page }: { own: Point; page: Point },
	signal: AbortSignal,
): Promise<void> {
	const { object } = await frame.kit(frame.committed.document, signal);
	const patience = within(signal, DRAWN);
	for (let nudge = 0; !patience.aborted; nudge = NUDGE - nudge) {
		const at = { x: page.x + nudge, y: page.y };
		const moved = tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at }, patience);
		moved.catch(() => {
			// Whoever asks the frame is told.
		});
		const call = {
			functionDeclaration: POINTED,
			objectId: object,
			arguments: [own.x, own.y, MOVED].map((value) => ({ value })),
			awaitPromise: true,
			returnByValue: true,
		};
		const answer = await frame.send("Runtime.callFunctionOn", call, signal);
		if ((answer["result"] as { value?: unknown } | undefined)?.value === true) return;
	}
	signal.throwIfAborted();
	const past =
		frame === tab.main
			? "The browser keeps the pointer from the page."
			: "The browser leads the pointer past the frame.";
	throw new ReinsError("input_not_delivered", past, {
		hint: "Something may lie over it; screenshot shows what. If nothing does, the browser may ask the person something.",
		data: { notSent: true },
	});
}
