// Acting on a page: find the one element, aim, do it with trusted input, and say what came of it.

import { type InputEvent, type Point, ReinsError, type Target } from "@reins/protocol";
import { type Receipt, withReceipt } from "./settle.ts";
import { frameIn, type Tab } from "./tab.ts";

export interface Acted extends Receipt {
	element: { ref: string; role: string; name: string };
}

export interface ClickOptions {
	button: "left" | "middle" | "right";
	count: number;
}

export async function click(tab: Tab, target: Target, options: ClickOptions): Promise<Acted> {
	requirePage(target);
	const { value: place, document } = await tab.ask("locate", { target });
	const receipt = await withReceipt(tab, async () => {
		await tab.call("input.dispatch", { document, events: clickEvents(place.point, options) });
	});
	return { ...receipt, element: { ref: place.ref, role: place.role, name: place.name } };
}

export interface TypeOptions {
	clear: boolean;
	pressEnter: boolean;
}

/** Writes into a field; `verified` says whether the field kept what was written. */
export async function type(
	tab: Tab,
	target: Target,
	text: string,
	options: TypeOptions,
): Promise<Acted & { verified: boolean }> {
	requirePage(target);
	const { value: place } = await tab.ask("locate", { target });
	if (!place.editable) {
		throw new ReinsError("not_actionable", `${place.role} "${place.name}" [${place.ref}] takes no text.`);
	}
	let verified = false;
	const receipt = await withReceipt(tab, async () => {
		const { value: filled, document } = await tab.ask("fill", {
			target: { ref: place.ref },
			text,
			clear: options.clear,
		});
		verified = filled.verified;
		// The key goes where the focus is, and filling has left it on the field.
		if (options.pressEnter && verified)
			await tab.call("input.dispatch", { document, events: [{ kind: "key", key: "Enter" }] });
	});
	return { ...receipt, verified, element: { ref: place.ref, role: place.role, name: place.name } };
}

function clickEvents({ x, y }: Point, { button, count }: ClickOptions): InputEvent[] {
	const events: InputEvent[] = [{ kind: "move", x, y }];
	for (let nth = 1; nth <= count; nth++) {
		events.push({ kind: "down", x, y, button, count: nth }, { kind: "up", x, y, button, count: nth });
	}
	return events;
}

/** Where a frame lies in the page is not known here yet, and a click beside the mark is worse than none. */
export function requirePage(target: Target): void {
	if (frameIn({ target }) === undefined) return;
	throw new ReinsError("unsupported", "What is inside of a frame can be read, but not acted on yet.");
}
