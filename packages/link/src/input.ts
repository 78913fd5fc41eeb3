// Trusted input. All events of a gesture are sent in one tick: awaited one by one each would wait for a frame.

import { type InputEvent, type KitResult, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import { callKit } from "./kit-call.ts";
import type { RefNumbers } from "./ref-numbers.ts";
import type { TabSession } from "./tab-session.ts";

const mouseTypes = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const;
const keys = { Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" } } as const;

export async function dispatchInput(
	tab: TabSession,
	document: string,
	events: readonly InputEvent[],
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<void> {
	tab.requireDocument(document);
	await requireOwnGround(tab, document, events, numbers, signal);
	tab.requireDocument(document);
	await Promise.all(
		events.flatMap((event) => commands(event).map(([method, params]) => tab.send(method, params, signal))),
	);
}

/** The page may have moved a frame of another site below the point since it was looked at. */
async function requireOwnGround(
	tab: TabSession,
	document: string,
	events: readonly InputEvent[],
	numbers: RefNumbers,
	signal: AbortSignal,
): Promise<void> {
	const pressed = events.find((event) => event.kind === "down");
	if (!pressed || pressed.kind === "key") return;
	const args = { x: pressed.x, y: pressed.y };
	const answer = await callKit(tab.main, { document, fn: "foreignFrameAt", args }, numbers, signal);
	if (!(answer as KitResult<"foreignFrameAt">).foreign) return;
	throw new ReinsError(
		"not_actionable",
		"At this point lies a frame of another site, which is not acted in.",
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
