// Dragging. A page that moves things by mouse events sees the moves; one that uses the web's own drag and drop has
// its drag taken over from the browser and led to the end, since nobody's real mouse is there to do so.

import type { Point, PrimitiveParams } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { requireGround } from "./input.ts";
import type { TabSession } from "./tab-session.ts";

/** Places on the way: libraries ignore a mouse that jumps. */
const STEPS = 6;

type Drag = Omit<PrimitiveParams<"input.drag">, "tab">;

export async function drag(
	tab: TabSession,
	{ document, from, to }: Drag,
	signal: AbortSignal,
): Promise<void> {
	tab.requireDocument(document);
	await requireGround(tab, tab.main, [{ kind: "down", ...from }], signal);
	tab.dragged = undefined;
	await tab.send("Input.setInterceptDrags", { enabled: true }, signal);
	const mouse = (type: string, at: Point, more: CdpParams = {}) =>
		tab.send("Input.dispatchMouseEvent", { type, ...at, button: "left", buttons: 1, ...more }, signal);
	try {
		await Promise.all([
			mouse("mouseMoved", from, { button: "none", buttons: 0 }),
			mouse("mousePressed", from, { clickCount: 1 }),
		]);
		// The browser tells of a drag before it answers to the move that began it.
		for (const at of way(from, to)) if (!tab.dragged) await mouse("mouseMoved", at);
		tab.requireDocument(document);
		const data = tab.dragged;
		for (const type of data ? ["dragEnter", "dragOver", "drop"] : [])
			await tab.send("Input.dispatchDragEvent", { type, ...to, data }, signal);
		await mouse("mouseReleased", to, { buttons: 0, clickCount: 1 });
	} finally {
		tab.send("Input.setInterceptDrags", { enabled: false }).catch(() => {
			// The tab is gone.
		});
	}
}

function way(from: Point, to: Point): Point[] {
	return Array.from({ length: STEPS }, (_, step) => {
		const part = (step + 1) / STEPS;
		return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
	});
}
