// What a keyboard does: text into a field, and keys.

import {
	type InputEvent,
	isKey,
	type Modifier,
	modifierNames,
	ReinsError,
	type SecretName,
	type Target,
} from "@reins/protocol";
import { type Acted, aim, dispatch } from "./gesture.ts";
import type { Receipt } from "./receipt.ts";
import { type Begun, withReceipt } from "./settle.ts";
import { frameIn, type Tab } from "./tab.ts";
import { resolve, type Words } from "./target.ts";

/** No person types faster, and masks look at the caret between two keys: keys that come sooner are lost on them. */
const BETWEEN_KEYS = 10;

export interface TypeOptions {
	clear: boolean;
	pressEnter: boolean;
	/** Key by key, for pages that listen to keys; else the kit writes, which no focus can lead astray. A secret never is. */
	keyEvents: boolean;
}

/** A dialog that the writing opened keeps the page from saying what was written to, and whether that kept it. */
type Typed = Receipt & { element?: Acted["element"]; verified?: boolean };

/** Writes into a field; `verified` says whether the field kept what was written. */
export async function type(
	tab: Tab,
	wanted: Target | Words,
	text: string | SecretName,
	options: TypeOptions,
): Promise<Typed> {
	const target = await resolve(tab, wanted);
	const isPlain = !options.keyEvents && !options.pressEnter && frameIn({ target }) === undefined;
	return isPlain ? typeAtOnce(tab, target, text, options.clear) : typeAndPress(tab, target, text, options);
}

/** The kit finds the field, begins to watch and writes, all in one message. */
async function typeAtOnce(
	tab: Tab,
	target: Target,
	text: string | SecretName,
	clear: boolean,
): Promise<Typed> {
	let written: { element: Acted["element"]; verified: boolean } | undefined;
	let begun: Begun = { document: "" };
	const place = { frame: undefined, gesture: false, written: true };
	const receipt = await withReceipt(
		tab,
		place,
		() => begun,
		async () => {
			const answer = await tab.ask("fill", { target, text, clear, watch: true });
			const { verified, rest, ...element } = answer.value;
			written = { element, verified };
			begun = { document: answer.document, rest: rest && { ...answer, value: rest } };
		},
	);
	return { ...receipt, ...written };
}

async function typeAndPress(
	tab: Tab,
	target: Target,
	text: string | SecretName,
	options: TypeOptions,
): Promise<Typed> {
	const aimed = await aim(tab, target);
	const { element, frame, page } = aimed;
	if (!aimed.editable) throw takesNoText(element, (await held(tab, element.ref)).states);
	let verified = false;
	const isKeyed = options.keyEvents && !isPicked(element.role, (await held(tab, element.ref)).states);
	const keys = isKeyed && typeof text === "string" ? text : undefined;
	const gesture = options.pressEnter || keys !== undefined;
	const receipt = await withReceipt(tab, { frame, gesture, written: !gesture }, page, async () => {
		const written = keys === undefined ? text : options.clear ? "" : undefined;
		const field =
			written === undefined ? aimed : await write(tab, { ref: element.ref }, written, options.clear);
		verified = "verified" in field ? field.verified : true;
		if (keys !== undefined) {
			// The focus is set by a press, as a person would; where it is already, a press might take it away or close a list.
			if (written === undefined && !(await held(tab, element.ref)).states.includes("focused"))
				await dispatch(tab, aimed, pressAt(aimed.point));
			for (const key of keys) {
				await dispatch(tab, field, [{ kind: "key", key: key === "\n" ? "Enter" : key }]);
				await new Promise<void>((resolve) => setTimeout(resolve, BETWEEN_KEYS));
			}
			verified = tookKeys((await held(tab, element.ref)).value, keys);
		}
		if (options.pressEnter && verified) await dispatch(tab, field, [{ kind: "key", key: "Enter" }]);
	});
	return { ...receipt, verified, element };
}

/** What a field is and holds; keys may have made the page put another in its place. */
async function held(tab: Tab, ref: string): Promise<{ states: string[]; value?: string }> {
	try {
		return await tab.kit("inspect", { target: { ref } });
	} catch (error) {
		if (error instanceof ReinsError && error.code === "stale_ref") return { states: [] };
		throw error;
	}
}

/** A field may group and dress up what was typed; its letters and digits have to be there. Secrets are not looked at. */
function tookKeys(value: string | undefined, text: string): boolean {
	const bare = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
	const isWhole = value !== undefined && !/[•…]/.test(value);
	return !isWhole || text.includes("\n") || bare(value).includes(bare(text));
}

/** Leaves the focus on the field, so that keys go there. */
export async function write(tab: Tab, target: Target, text: string | SecretName, clear: boolean) {
	const { value, document } = await tab.ask("fill", { target, text, clear });
	return { verified: value.verified, document, frame: /^(f\d+)e/.exec(value.ref)?.[1] };
}

/** Presses chords such as "Control+A", in order, where the focus is: in the page, or in a frame that may be acted in. */
export async function press(tab: Tab, keys: string[]): Promise<Receipt> {
	const events = keys.map(chord);
	const asked = new Set<string | undefined>();
	for (let frame: string | undefined; ; ) {
		asked.add(frame);
		const { document: page } = await tab.ask("watch", {});
		const { document } = frame === undefined ? { document: page } : await tab.ask("watch", {}, frame);
		try {
			return await withReceipt(tab, { frame, gesture: true }, page, () =>
				dispatch(tab, { frame, document }, events),
			);
		} catch (error) {
			frame = focusIn(error);
			// A focus that goes round between frames is nobody's.
			if (frame === undefined || asked.has(frame)) throw error;
		}
	}
}

/** The frame that has the focus, where that kept keys from being pressed. */
function focusIn(error: unknown): string | undefined {
	const name = error instanceof ReinsError ? error.data?.["focusIn"] : undefined;
	return typeof name === "string" ? name : undefined;
}

/** "Shift+Tab": the last is the key, the others are held. A plus is written as itself. */
function chord(text: string): InputEvent {
	const parts =
		text === "+" ? ["+"] : text.endsWith("++") ? [...text.slice(0, -2).split("+"), "+"] : text.split("+");
	const key = parts.pop() ?? "";
	// "Control+A" is the key, not the capital letter; Shift is asked for by name.
	const plain = parts.length > 0 && /^[A-Z]$/.test(key) ? key.toLowerCase() : key;
	const named = key === "Space" ? " " : plain;
	const unknown = parts.find((each) => !modifierNames.includes(each as Modifier));
	if (unknown !== undefined || !isKey(named)) {
		throw new ReinsError("bad_args", `"${unknown ?? key}" is not a key.`, {
			hint: `A key is one character or a name such as Enter, Tab, Escape, ArrowDown, F5; hold ${modifierNames.join(", ")} with +.`,
		});
	}
	return { kind: "key", key: named, modifiers: parts as Modifier[] };
}

function pressAt({ x, y }: { x: number; y: number }): InputEvent[] {
	return [
		{ kind: "move", x, y },
		{ kind: "down", x, y, button: "left", count: 1 },
		{ kind: "up", x, y, button: "left", count: 1 },
	];
}

/** Keys mean parts of a date in the order of the person's language, or steps of a slider: these are written. */
function isPicked(role: string, states: string[]): boolean {
	return (
		role === "slider" ||
		states.some((word) => /^type=(color|date|datetime-local|month|time|week)$/.test(word))
	);
}

function takesNoText({ role, name, ref }: Acted["element"], states: string[]): ReinsError {
	const why = states.includes("readonly") ? ": it is readonly" : "";
	return new ReinsError("not_actionable", `${role} ${JSON.stringify(name)} [${ref}] takes no text${why}.`);
}
