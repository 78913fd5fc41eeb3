// Trusted input. All events of a gesture are sent in one tick: awaited one by one each would wait for a frame.

import {
	type InputEvent,
	type KitResult,
	type Point,
	type PrimitiveParams,
	ReinsError,
} from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { FrameDocument } from "./frame-document.ts";
import { frameAt, placeInPage } from "./frame-place.ts";
import { callKit } from "./kit-call.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const mouseTypes = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const;
const keys = { Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" } } as const;

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
	const pressed = placed.find((event) => event.kind === "down");
	if (pressed && pressed.kind !== "key") await requireGround(tab, frame, pressed, numbers, signal);
	frame.require(document);
	await Promise.all(
		placed.flatMap((event) =>
			// Keys go to the frame that has the focus; told on the frame's own session they go nowhere else.
			commands(event).map(([method, params]) =>
				event.kind === "key" ? frame.send(method, params, signal) : tab.send(method, params, signal),
			),
		),
	);
}

async function inPage(
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
async function requireGround(
	tab: TabSession,
	frame: FrameDocument,
	{ x, y }: Point,
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<void> {
	if (frame !== tab.main) {
		if ((await frameAt(tab, { x, y }, numbers, signal)) === frame) return;
		throw new ReinsError("not_actionable", "Something else lies over the frame at this point.");
	}
	const call = { document: frame.committed.document, fn: "foreignFrameAt", args: { x, y } };
	const { foreign } = (await callKit(frame, call, numbers, signal)) as KitResult<"foreignFrameAt">;
	if (!foreign) return;
	throw new ReinsError(
		"not_actionable",
		"At this point lies a frame of another site, which is not acted in.",
		{ hint: "Use the refs of what is inside of the frame; snapshot shows them where it may be read." },
	);
}

function commands(event: InputEvent): [method: string, params: CdpParams][] {
	if (event.kind === "key") {
		const key = keys[event.key];
		return [
			["Input.dispatchKeyEvent", { type: "keyDown", ...key }],
			["Input.dispatchKeyEvent", { type: "keyUp", ...key }],
		];
	}
	const button = event.kind === "move" ? "none" : (event.button ?? "left");
	return [
		[
			"Input.dispatchMouseEvent",
			{
				type: mouseTypes[event.kind],
				x: event.x,
				y: event.y,
				button,
				clickCount: event.count ?? (event.kind === "move" ? 0 : 1),
			},
		],
	];
}
