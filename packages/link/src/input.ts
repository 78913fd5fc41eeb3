// Trusted input. All events of a gesture are sent in one tick: awaited one by one each would wait for a frame. Only where
// the tab shows documents that were not judged with this one it is looked again before every press and within every
// key, for what came before may have made the page put another document there.

import { type InputEvent, type Point, type PrimitiveParams, ReinsError, within } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { arrivals, takesInput } from "./delivery.ts";
import { type FrameDocument, isContextGone, isReplaced } from "./frame-document.ts";
import {
	type Focus,
	focusFrom,
	frameAt,
	isStillAt,
	type Level,
	levelsAround,
	placeBy,
} from "./frame-place.ts";
import { apart, keyCommands, modifierBits } from "./keys.ts";
import { leadPointer } from "./pointer.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const mouseTypes = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const;

/** How long Tab may take to bring the focus into another process, and how often it is looked. */
const MOVING = 500;
const LOOK_AGAIN = 5;

type Input = Omit<PrimitiveParams<"input.dispatch">, "tab">;

export async function dispatchInput(
	tab: TabSession,
	{ frame: name, document, events }: Input,
	numbers: RefNumbers,
	signal: AbortSignal,
	onSent: () => void,
): Promise<void> {
	const frame = tab.frame(name);
	frame.require(document);
	const hasKeys = events.some(({ kind }) => kind === "key");
	const { placed, where } = await inPage(tab, frame, events);
	const ground = async () => {
		await requireGround(tab, where, placed, signal);
		await toFrame(tab, frame, events, placed, signal);
		return hasKeys ? requireFocus(tab, frame, numbers, signal) : undefined;
	};
	const [requireArrival, focus] = await Promise.all([
		hasKeys ? arrivals(frame, signal) : undefined,
		ground(),
	]);
	frame.require(document);
	// The pointer is there already.
	const isLed = frame !== tab.main && events[0]?.kind === "move";
	const { begun } = tab.load;
	const looked = new AbortController();
	// A page that is being left answers no more, and what leads away has arrived.
	const isLeft = () => tab.load.begun !== begun || undefined;
	const led = tab.until(isLeft, looked.signal).then(nowhere, nowhere);
	const sending: Sending = { tab, frame, where, document, signal, onSent };
	try {
		if (events.length > 0 && events.every(({ kind }) => kind === "move"))
			await point(sending, events, placed);
		else if (!tab.frames.hasOthers(frame)) await send(sending, placed.flatMap(commands), true);
		else if (focus) await keyByKey(sending, placed, focus, led);
		else await pressByPress(sending, isLed ? placed.slice(1) : placed, led, isLed);
		if (requireArrival) await Promise.race([led, requireArrival()]);
	} finally {
		looked.abort();
	}
}

function nowhere(): undefined {}

interface Sending {
	tab: TabSession;
	frame: FrameDocument;
	where: Where;
	document: string;
	signal: AbortSignal;
	onSent: () => void;
}

/** A frame, and where it was drawn when that was last looked at. */
export interface Where {
	frame: FrameDocument;
	levels: readonly Level[];
}

type Command = [method: "Input.dispatchKeyEvent" | "Input.dispatchMouseEvent", params: CdpParams];

/** `isLast`: nothing comes after these. */
async function send(
	{ tab, frame, document, signal, onSent }: Sending,
	all: readonly Command[],
	isLast: boolean,
): Promise<void> {
	frame.require(document);
	const answers = all.map(([method, params]) =>
		// Keys go to the frame that has the focus; told on the frame's own session they go nowhere else.
		(method === "Input.dispatchKeyEvent" ? frame : tab).send(method, params, signal),
	);
	if (isLast) onSent();
	await Promise.all(answers);
}

/** Looks at what a step may have changed; nothing where nobody is there any more who would hear the next. */
async function look<T>(seen: Promise<T>, led: Promise<undefined>): Promise<T | undefined> {
	try {
		return await Promise.race([led, seen]);
	} catch (error) {
		if (isContextGone(error) || isReplaced(error)) return undefined;
		throw error;
	}
}

/** Nothing but where the pointer is: that it has come there is seen. */
async function point(
	{ tab, frame, document, signal, onSent }: Sending,
	own: readonly InputEvent[],
	placed: readonly InputEvent[],
): Promise<void> {
	frame.require(document);
	onSent();
	await leadPointer(tab, frame, { own: own.at(-1) as Point, page: placed.at(-1) as Point }, signal);
}

/** A move or an earlier press may have brought another document to the point. `led`: the page is being left. */
async function pressByPress(
	sending: Sending,
	events: readonly InputEvent[],
	led: Promise<undefined>,
	isLed: boolean,
): Promise<void> {
	const { tab, where, signal } = sending;
	let pressed = 0;
	if (events.length === 0) sending.onSent();
	for (let at = 0; at < events.length; ) {
		const next = events.findIndex(({ kind }, index) => index > at && kind === "down");
		const step = events.slice(at, next < 0 ? undefined : next);
		const ground = at === 0 && !isLed ? undefined : requireGround(tab, where, step, signal).then(() => true);
		// A page that is left by what was pressed needs no more; nothing else takes the place of what was judged.
		if (pressed === 0) await ground;
		else if (ground && !(await look(ground, led).catch((error) => Promise.reject(notAll(error, pressed)))))
			return;
		await send(sending, step.flatMap(commands), next < 0);
		pressed += step.filter(({ kind }) => kind === "down").length;
		at += step.length;
	}
}

/** And a key may have led the focus elsewhere before it is let go: then the rest of it is kept back. */
async function keyByKey(
	sending: Sending,
	events: readonly InputEvent[],
	before: Focus,
	led: Promise<undefined>,
): Promise<void> {
	for (const [at, event] of events.entries()) {
		if (event.kind !== "key") continue;
		const parts = apart(keyCommands(event.key, event.modifiers));
		const down = parts.findLastIndex(({ type }) => type === "rawKeyDown");
		for (const [nth, part] of parts.entries()) {
			const moved = event.key === "Tab" && nth === down + 1 ? before : undefined;
			const focus = at + nth === 0 ? before : await look(focusAfter(sending, moved), led);
			if (!focus) return;
			const isHere = focus.frame === sending.frame;
			if (!isHere && part["type"] !== "keyUp")
				throw focusWent("The focus went to another frame before the key was pressed to its end.");
			// Taken from its element, or not yet gone where Tab leads, it may be on its way into another process.
			const isLost =
				event.key === "Tab" ? isStill(focus, before) : !focus.element && before.element !== undefined;
			if (nth > down && (!isHere || isLost)) break;
			// A key is pressed when it is down, whatever keeps it from being let go.
			await send(sending, [["Input.dispatchKeyEvent", part]], at === events.length - 1 && nth >= down);
		}
	}
}

/** A focus that Tab leads into another process is where it was, or nowhere, until the browser has brought it there. */
async function focusAfter({ tab, frame, signal }: Sending, before: Focus | undefined): Promise<Focus> {
	const patience = within(signal, before ? MOVING : 0);
	for (;;) {
		const focus = await focusFrom(tab, frame, signal);
		if (!before || focus.frame !== frame || !isStill(focus, before) || patience.aborted) return focus;
		await new Promise<void>((resolve) => setTimeout(resolve, LOOK_AGAIN));
	}
}

function isStill({ element }: Focus, before: Focus): boolean {
	return element === undefined || element === before.element;
}

/** The same events at the places of the page where the frame is drawn, which are brought into view; and where that is. */
export async function inPage(
	tab: TabSession,
	frame: FrameDocument,
	events: readonly InputEvent[],
): Promise<{ placed: readonly InputEvent[]; where: Where }> {
	const aim = events.find((event) => event.kind !== "key");
	const levels = aim && frame !== tab.main ? await levelsAround(tab, frame, aim) : [];
	const place = placeBy(levels);
	const placed = events.map((event) => (event.kind === "key" ? event : { ...event, ...place(event) }));
	return { placed, where: { frame, levels } };
}

/** The page may have moved something else below the point since it was looked at. */
export async function requireGround(
	tab: TabSession,
	{ frame, levels }: Where,
	events: readonly InputEvent[],
	signal: AbortSignal,
): Promise<void> {
	for (const root of new Set([tab.main, tab.frames.outermostOf(frame)])) await takesInput(root, signal);
	if (tab.frames.isAlone) return;
	const presses = new Map<string, Point>();
	for (const event of events) if (event.kind === "down") presses.set(`${event.x} ${event.y}`, event);
	for (const point of presses.values()) {
		const known = levels.length > 0 ? await isStillAt(tab, levels, point, signal) : "moved";
		if (known === true || (known === "moved" && (await frameAt(tab, point, signal)) === frame)) continue;
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
): Promise<Focus> {
	const focus = await focusFrom(tab, frame, signal, true);
	const { frame: holder } = focus;
	if (holder === frame) return focus;
	if (holder) holder.name ??= numbers.frame();
	throw focusWent("The focus went to another frame; no key was pressed.", {
		notSent: true,
		...(holder && { focusIn: holder.name }),
	});
}

function focusWent(message: string, data: Record<string, unknown> = { interrupted: true }): ReinsError {
	return new ReinsError("input_not_delivered", message, { data });
}

function notAll(error: unknown, pressed: number): unknown {
	if (!(error instanceof ReinsError)) return error;
	const message = `${error.message} It was pressed ${pressed === 1 ? "once" : `${pressed} times`} before that.`;
	return new ReinsError(error.code, message, { hint: error.hint, cause: error, data: { interrupted: true } });
}

function commands(event: InputEvent): Command[] {
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
