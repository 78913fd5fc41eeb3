// Trusted input. All events of a gesture are sent in one tick: awaited one by one each would wait for a frame.

import { type InputEvent, type Point, type PrimitiveParams, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { arrivals, takesInput } from "./delivery.ts";
import type { FrameDocument } from "./frame-document.ts";
import { frameAt, frameWithFocus, placeInPage } from "./frame-place.ts";
import { keyCommands, modifierBits } from "./keys.ts";
import { leadPointer } from "./pointer.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const mouseTypes = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const;

type Input = Omit<PrimitiveParams<"input.dispatch">, "tab">;

export async function dispatchInput(
	tab: TabSession,
	{ frame: name, document, events }: Input,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<void> {
	const frame = tab.frame(name);
	frame.require(document);
	const placed = frame === tab.main ? events : await inPage(tab, frame, events);
	const hasKeys = placed.some(({ kind }) => kind === "key");
	const ground = async () => {
		await requireGround(tab, frame, placed, signal);
		await toFrame(tab, frame, events, placed, signal);
		if (hasKeys) await requireFocus(tab, frame, numbers, signal);
	};
	const [requireArrival] = await Promise.all([hasKeys ? arrivals(frame, signal) : undefined, ground()]);
	frame.require(document);
	const { begun } = tab.load;
	await Promise.all(
		placed.flatMap((event) =>
			// Keys go to the frame that has the focus; told on the frame's own session they go nowhere else.
			commands(event).map(([method, params]) =>
				event.kind === "key" ? frame.send(method, params, signal) : tab.send(method, params, signal),
			),
		),
	);
	if (!requireArrival) return;
	const looked = new AbortController();
	// A page that is being left answers no more, and what leads away has arrived.
	const led = tab.until(() => tab.load.begun !== begun || undefined, looked.signal).catch(() => {});
	await Promise.race([led, requireArrival()]).finally(() => looked.abort());
}

/** The same events at the places of the page where the frame is drawn. */
export async function inPage(
	tab: TabSession,
	frame: FrameDocument,
	events: readonly InputEvent[],
): Promise<readonly InputEvent[]> {
	const aim = events.find((event) => event.kind !== "key");
	if (!aim) return events;
	const place = await placeInPage(tab, frame, aim);
	return events.map((event) => (event.kind === "key" ? event : { ...event, ...place(event) }));
}

/** The page may have moved something else below the point since it was looked at. */
export async function requireGround(
	tab: TabSession,
	frame: FrameDocument,
	events: readonly InputEvent[],
	signal: AbortSignal,
): Promise<void> {
	for (const root of new Set([tab.main, tab.frames.outermostOf(frame)])) await takesInput(root, signal);
	const presses = new Map<string, Point>();
	for (const event of events) if (event.kind === "down") presses.set(`${event.x} ${event.y}`, event);
	for (const point of presses.values()) {
		if ((await frameAt(tab, point, signal)) === frame) continue;
		throw new ReinsError("not_actionable", "At this point lies another frame, or something over the frame.", {
			hint: "Use the refs of what is inside of the frame; snapshot shows them where it may be read.",
		});
	}
}

/** The pointer must have got to a frame before anything is pressed in it: `own` and `placed` are the same events. */
export async function toFrame(
	tab: TabSession,
	frame: FrameDocument,
	own: readonly InputEvent[],
	placed: readonly InputEvent[],
	signal: AbortSignal,
): Promise<void> {
	const at = own.findIndex(({ kind }) => kind !== "key");
	// What is held is let go where it is: a move without its button would end it.
	if (frame === tab.main || at < 0 || own[at]?.kind === "up") return;
	await leadPointer(tab, frame, { own: own[at] as Point, page: placed[at] as Point }, signal);
}

/** Or the focus to another document, whose name is told: keys for it are judged by what it is. */
async function requireFocus(
	tab: TabSession,
	frame: FrameDocument,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<void> {
	const holder = await frameWithFocus(tab, frame, signal);
	if (holder === frame) return;
	if (holder) holder.name ??= numbers.frame();
	throw new ReinsError("input_not_delivered", "The focus went to another frame; no key was pressed.", {
		data: { notSent: true, ...(holder && { focusIn: holder.name }) },
	});
}

function commands(event: InputEvent): [method: string, params: CdpParams][] {
	if (event.kind === "key") {
		return keyCommands(event.key, event.modifiers).map((params) => ["Input.dispatchKeyEvent", params]);
	}
	const { kind, x, y, button = "left", count, modifiers } = event;
	const params = {
		type: mouseTypes[kind],
		...{ x, y },
		button: kind === "move" ? "none" : button,
		clickCount: count ?? (kind === "move" ? 0 : 1),
		modifiers: modifierBits(modifiers),
	};
	return [["Input.dispatchMouseEvent", params]];
}
