// Dragging. A page that moves things by mouse events sees the moves; one that uses the web's own drag and drop has
// its drag taken over from the browser and led to the end, since nobody's real mouse is there to do so.

import {
	type InputEvent,
	type Point,
	type PrimitiveParams,
	type PrimitiveResult,
	ReinsError,
} from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { type Ask, whileFalling } from "./falling.ts";
import { isContextGone, isReplaced } from "./frame-document.ts";
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
): Promise<PrimitiveResult<"input.drag">> {
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
		const cut = async (error: unknown) => {
			await letGo();
			throw error instanceof ReinsError ? begun(error) : error;
		};
		await again({ kind: "down", ...to }).catch(cut);
		const release = async (...more: Promise<unknown>[]) => {
			isPressed = false;
			onSent();
			await Promise.all([...more, mouse("mouseReleased", to, { buttons: 0, clickCount: 1 })]);
		};
		if (!data) {
			await release();
			return {};
		}
		const carry = (type: string) => tab.send("Input.dispatchDragEvent", { type, ...to, data }, signal);
		return await whileFalling(
			frame,
			{ document },
			async (ask) => {
				for (const type of ["dragEnter", "dragOver"]) await carry(type);
				// What the page does about what is over it may bring another document there.
				await again({ kind: "down", ...to }).catch(cut);
				// Both at once: what the page does about the drop may keep the release from it.
				await release(carry("drop"));
				return { dropped: await hasFallen(ask) };
			},
			signal,
		);
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

/** A page that is left by what fell into it says no more. */
async function hasFallen(ask: Ask): Promise<boolean> {
	const fell = await ask("fell").catch((error) => {
		if (isContextGone(error) || isReplaced(error)) return true;
		throw error;
	});
	ask("end").catch(() => {});
	return fell;
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
