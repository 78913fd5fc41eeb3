// Dragging. A page that moves things by mouse events sees the moves; one that uses the web's own drag and drop has
// its drag taken over from the browser and led to the end, since nobody's real mouse is there to do so.

import { type InputEvent, type Point, type PrimitiveParams, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { inPage, requireGround, toFrame } from "./input.ts";
import type { TabSession } from "./tab-session.ts";

/** Places on the way: libraries ignore a mouse that jumps. */
const STEPS = 6;

type Drag = Omit<PrimitiveParams<"input.drag">, "tab">;

export async function drag(
	tab: TabSession,
	{ frame: name, document, ...ends }: Drag,
	signal: AbortSignal,
	onSent: () => void,
): Promise<void> {
	const frame = tab.frame(name);
	frame.require(document);
	const both: InputEvent[] = [ends.from, ends.to].map((at) => ({ kind: "down", ...at }));
	const { placed, where } = await inPage(tab, frame, both);
	// Both ends: what is dropped must not fall into another document either.
	await requireGround(tab, where, placed, signal);
	await toFrame(tab, frame, both, placed, signal);
	frame.require(document);
	const [from, to] = placed.map((event) => {
		const { x, y } = event as Point;
		return { x, y };
	}) as [Point, Point];
	tab.dragged = undefined;
	await tab.send("Input.setInterceptDrags", { enabled: true }, signal);
	const button = { button: "left", buttons: 1 };
	const mouse = (type: string, at: Point, more: CdpParams = {}) =>
		tab.send("Input.dispatchMouseEvent", { type, ...at, ...button, ...more }, signal);
	let isPressed = false;
	/** Ends where it began, so that nothing falls anywhere, and nothing stays pressed, also when the call is over. */
	const letGo = async () => {
		isPressed = false;
		const released = { type: "mouseReleased", ...from, ...button, buttons: 0, clickCount: 1 };
		const { dragged: data } = tab;
		await Promise.all([
			data && tab.send("Input.dispatchDragEvent", { type: "dragCancel", ...from, data }),
			tab.send("Input.dispatchMouseEvent", released),
		]);
	};
	// Where other documents are in the tab, a move or the drag itself may bring one of them to either end.
	const again = async (...events: InputEvent[]) => {
		if (tab.frames.hasOthers(frame)) await requireGround(tab, where, events, signal);
		frame.require(document);
	};
	try {
		await mouse("mouseMoved", from, { button: "none", buttons: 0 });
		await again(...placed);
		isPressed = true;
		await mouse("mousePressed", from, { clickCount: 1 });
		// The browser tells of a drag before it answers to the move that began it.
		for (const at of way(from, to)) if (!tab.dragged) await mouse("mouseMoved", at);
		const data = tab.dragged;
		await again({ kind: "down", ...to }).catch(async (error) => {
			await letGo();
			throw error instanceof ReinsError ? begun(error) : error;
		});
		for (const type of data ? ["dragEnter", "dragOver"] : [])
			await tab.send("Input.dispatchDragEvent", { type, ...to, data }, signal);
		// Both at once: what the page does about the drop may keep the release from it.
		const last = [
			...(data ? [tab.send("Input.dispatchDragEvent", { type: "drop", ...to, data }, signal)] : []),
			mouse("mouseReleased", to, { buttons: 0, clickCount: 1 }),
		];
		isPressed = false;
		onSent();
		await Promise.all(last);
	} finally {
		if (isPressed) {
			letGo().catch(() => {
				// The tab is gone.
			});
		}
		tab.send("Input.setInterceptDrags", { enabled: false }).catch(() => {
			// The tab is gone.
		});
	}
}

function begun({ code, message, hint, data }: ReinsError): ReinsError {
	return new ReinsError(code, message, { hint, data: { ...data, interrupted: true } });
}

function way(from: Point, to: Point): Point[] {
	return Array.from({ length: STEPS }, (_, step) => {
		const part = (step + 1) / STEPS;
		return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
	});
}
