// Trusted input. All events of a gesture are sent in one tick: awaited one by one each would wait for a frame.

import type { InputEvent } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";
import type { TabSession } from "./tab-session.ts";

const mouseTypes = { move: "mouseMoved", down: "mousePressed", up: "mouseReleased" } as const;
const keys = { Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" } } as const;

export async function dispatchInput(
	tab: TabSession,
	document: string,
	events: readonly InputEvent[],
	signal: AbortSignal,
): Promise<void> {
	tab.requireDocument(document);
	await Promise.all(
		events.flatMap((event) => commands(event).map(([method, params]) => tab.send(method, params, signal))),
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
