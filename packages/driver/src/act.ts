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
	const { place, frame, document, page } = await aim(tab, target);
	const receipt = await withReceipt(tab, { frame, gesture: true }, page, async () => {
		const events = clickEvents(place.point, options);
		await tab.call("input.dispatch", { ...(frame !== undefined && { frame }), document, events });
	});
	return { ...receipt, element: { ref: place.ref, role: place.role, name: place.name } };
}

/** Finds the one element and begins to watch its document, and the page around that. */
async function aim(tab: Tab, target: Target) {
	const frame = frameIn({ target });
	const { value: place, document } = await tab.ask("locate", { target, watch: true });
	const page = frame === undefined ? document : (await tab.ask("watch", {})).document;
	return { place, frame, document, page };
}

/** Answers the dialog that is open in the tab, and tells what came of that. */
export async function answerDialog(
	tab: Tab,
	accept: boolean,
	text: string | undefined,
): Promise<Receipt & { answered: { kind: string; message: string } }> {
	const { document } = await tab.link.committed(tab.id, tab.signal);
	let answered = { kind: "", message: "" };
	const receipt = await withReceipt(tab, { frame: undefined, gesture: false }, document, async () => {
		answered = await tab.call("dialog.answer", { accept, ...(text !== undefined && { text }) });
	});
	return { ...receipt, answered };
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
	const { place, frame, page } = await aim(tab, target);
	if (!place.editable) {
		throw new ReinsError(
			"not_actionable",
			`${place.role} ${JSON.stringify(place.name)} [${place.ref}] takes no text.`,
		);
	}
	let verified = false;
	const receipt = await withReceipt(tab, { frame, gesture: options.pressEnter }, page, async () => {
		const { value: filled, document } = await tab.ask("fill", {
			target: { ref: place.ref },
			text,
			clear: options.clear,
		});
		verified = filled.verified;
		// The key goes where the focus is, and filling has left it on the field.
		if (options.pressEnter && verified) {
			const events: InputEvent[] = [{ kind: "key", key: "Enter" }];
			await tab.call("input.dispatch", { ...(frame !== undefined && { frame }), document, events });
		}
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
