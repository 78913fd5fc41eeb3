// What a keyboard does: text into a field, and keys.

import {
	type ElementInfo,
	type InputEvent,
	isKey,
	type KitArgs,
	type Modifier,
	modifierNames,
	ReinsError,
	type SecretName,
	type Target,
} from "@reins/protocol";
import { nowThat } from "./afterwards.ts";
import { type Acted, aim, dispatch } from "./gesture.ts";
import type { Receipt } from "./receipt.ts";
import { type Begun, withReceipt } from "./settle.ts";
import { spreadOver } from "./spread-over.ts";
import { type Answer, frameIn, type Tab, unlessGone } from "./tab.ts";
import { resolve, type Words } from "./target.ts";

/**
 * No person types faster, and masks put the caret right a moment after each key, 10 ms in one that many pages have: a key
 * that comes in that moment lands elsewhere.
 */
const BETWEEN_KEYS = 25;
/** A page that is too busy to say that it had this moment is not waited for longer. */
const MOMENT_AT_LATEST = 1_000;

export interface TypeOptions {
	clear: boolean;
	pressEnter: boolean;
	/** Key by key, for pages that listen to keys; else the kit writes, which no focus can lead astray. A secret never is. */
	keyEvents: boolean;
}

/** A dialog that the writing opened keeps the page from saying what was written to, and whether that kept it. */
type Typed = Receipt & { element?: Acted["element"]; verified?: boolean | undefined; gone?: boolean };

/** Writes into a field; `verified` says whether the field kept what was written, until the page was at rest. */
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
			const answer = await tab.ask("fill", {
				...{ target, text, clear, reach: true },
				...(tab.settles && { watch: "both" }),
			});
			const { verified, rest: _rest, ...element } = answer.value;
			written = { element, verified };
			begun = begunBy(answer);
		},
	);
	return { ...receipt, ...written, ...(written && afterwards(written.verified, receipt)) };
}

/** What has become of what was written into the one field that was, when the page is at rest. */
function afterwards(
	verified: boolean | undefined,
	{ unkept = [] }: Receipt,
): Pick<Typed, "verified" | "gone"> {
	if (!verified || unkept.length === 0) return { verified };
	return unkept.some(({ gone }) => gone) ? { verified, gone: true } : { verified: false };
}

async function typeAndPress(
	tab: Tab,
	target: Target,
	text: string | SecretName,
	options: TypeOptions,
): Promise<Typed> {
	const aimed = await aim(tab, target);
	const { element, frame, document, page } = aimed;
	if (!aimed.editable) throw takesNoText(element, (await held(tab, element.ref)).states);
	// A dialog may come before it is known.
	let verified: boolean | undefined;
	const isKeyed = options.keyEvents && !isPicked(element.role, (await held(tab, element.ref)).states);
	const keys = isKeyed && typeof text === "string" ? text : undefined;
	const gesture = options.pressEnter || keys !== undefined;
	const receipt = await withReceipt(tab, { frame, document, gesture, written: !gesture }, page, async () => {
		const written = keys === undefined ? text : options.clear ? "" : undefined;
		const field =
			written === undefined ? aimed : await write(tab, { ref: element.ref }, written, options.clear);
		verified = "verified" in field ? field.verified : true;
		if (keys !== undefined) {
			// The focus is set by a press, as a person would; where it is already, a press might take it away or close a list.
			if (written === undefined && !(await held(tab, element.ref)).states.includes("focused"))
				await dispatch(tab, aimed, pressAt(aimed.point));
			// A press puts the caret where it hits, and the keys are to add to what is there.
			if (written === undefined)
				await unlessGone(() => tab.kit("caretToEnd", { target: { ref: element.ref } }));
			else await moment(tab, element.ref);
			for (const [at, key] of [...keys].entries()) {
				await dispatch(tab, field, [{ kind: "key", key: key === "\n" ? "Enter" : key }]).catch((error) => {
					throw at > 0 ? afterKeys(error, at, keys.length) : error;
				});
				await moment(tab, element.ref);
			}
			verified = await heldKeys(tab, element.ref, keys);
		}
		if (options.pressEnter && verified) await dispatch(tab, field, [{ kind: "key", key: "Enter" }]);
	});
	// With Enter what was typed is sent, and most fields are emptied then.
	if (!verified || options.pressEnter || receipt.unsettled) return { ...receipt, verified, element };
	if (keys === undefined) return { ...receipt, ...afterwards(verified, receipt), element };
	const now = await nowThat(tab, receipt, (soon) => heldKeys(soon, element.ref, keys));
	return { ...receipt, verified: now ?? verified, element };
}

/** What the page does a moment after a change of a field; one that got no time to run meanwhile has not done it yet. */
async function moment(tab: Tab, ref: string): Promise<void> {
	await new Promise<void>((resolve) => setTimeout(resolve, BETWEEN_KEYS));
	await held(tab.within(MOMENT_AT_LATEST), ref).catch(() => {
		// What comes next says why.
	});
}

async function heldKeys(tab: Tab, ref: string, keys: string): Promise<boolean> {
	return tookKeys(await held(tab, ref), keys) || (await spreadOver(tab, ref, keys));
}

type Held = Pick<ElementInfo, "states"> & Partial<Pick<ElementInfo, "value" | "tag" | "role">>;

/** What a field is and holds; keys may have made the page put another in its place. */
async function held(tab: Tab, ref: string): Promise<Held> {
	return (await unlessGone(() => tab.kit("inspect", { target: { ref } }))) ?? { states: [] };
}

/**
 * A field may group and dress up what was typed; its letters and digits have to be there, and in a number its signs. One
 * that holds nothing took nothing. Secrets are not looked at.
 */
function tookKeys({ tag = "", role, value }: Held, text: string): boolean {
	if (text.includes("\n") || (value !== undefined && /[•…]/.test(value))) return true;
	// What a thing that is no field of the browser's holds is not known where nothing is told of it.
	if (value === undefined) return text.trim() === "" || !/^(input|textarea)$/.test(tag);
	if (tag === "input" && role === "spinbutton")
		return value.includes(text.replace(",", ".")) || Number(value) === Number(text);
	const bare = (words: string) => words.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
	return bare(text) === "" ? value.includes(text.trim()) : bare(value).includes(bare(text));
}

/** Leaves the focus on the field, so that keys go there. */
export async function write(
	tab: Tab,
	target: Target,
	text: string | SecretName,
	clear: boolean,
	watch?: KitArgs<"fill">["watch"],
) {
	const answer = await tab.ask("fill", { target, text, clear, ...(watch && { watch }) });
	const { verified, ref } = answer.value;
	return { verified, ref, ...begunBy(answer), frame: /^(f\d+)e/.exec(ref)?.[1] };
}

/** What the page has said already of what was written there. */
function begunBy(answer: Answer<"fill">): Begun {
	const { document, value } = answer;
	return { document, rest: value.rest && { ...answer, value: value.rest } };
}

/**
 * Presses chords such as "Control+A", in order, where the focus is: in the page, or in a frame that may be acted in.
 * A dialog that one opens, or the end of the tab, keeps those after it from being `pressed`.
 */
export async function press(tab: Tab, keys: string[]): Promise<Receipt & { pressed: number }> {
	const events = keys.map(chord);
	let pressed = 0;
	const { document: page } = await tab.ask("watch", {});
	const place: Where & { gesture: true } = { frame: undefined, document: page, gesture: true };
	const receipt = await withReceipt(tab, place, page, async () => {
		for (const event of events) {
			// One by one: each may lead the focus on, and where it is then is judged anew.
			await pressWhereFocusIs(tab, place, event).catch((error) => {
				throw pressed > 0 ? afterKeys(error, pressed, events.length) : error;
			});
			pressed += 1;
		}
	});
	return { ...receipt, pressed };
}

interface Where {
	frame: string | undefined;
	document: string;
}

/** Follows the focus from `place`, and leaves there where it was found. */
async function pressWhereFocusIs(tab: Tab, place: Where, event: InputEvent): Promise<void> {
	const asked = new Set<string | undefined>();
	for (;;) {
		asked.add(place.frame);
		try {
			return await dispatch(tab, place, [event]);
		} catch (error) {
			const frame = focusIn(error);
			// A focus that goes round between frames is nobody's.
			if (frame === undefined || asked.has(frame)) throw error;
			place.document = (await tab.ask("watch", {}, frame)).document;
			place.frame = frame;
		}
	}
}

/** What keeps a key from where it was meant for, once others have led there. */
const LED_AWAY: ReadonlySet<string> = new Set([
	...["input_not_delivered", "policy_denied", "needs_approval", "restricted_url", "stale_ref"],
]);

/** Says how many keys were pressed before one could not be. */
function afterKeys(error: unknown, pressed: number, all: number): unknown {
	if (!(error instanceof ReinsError)) return error;
	const data = { interrupted: true, pressed };
	// The key before has closed it.
	if (error.code === "tab_gone") return new ReinsError(error.code, error.message, { cause: error, data });
	if (!LED_AWAY.has(error.code)) return error;
	const message = `${pressed} of ${all} keys were pressed. Then: ${error.message}`;
	return new ReinsError("input_not_delivered", message, { hint: error.hint, cause: error, data });
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
