// Fields that hold a choice, and forms of many fields: each is set, read back, and told of only where it did not take.

import { type ElementInfo, isSecretName, ReinsError, type SecretName, type Target } from "@reins/protocol";
import { type Acted, clickAt } from "./gesture.ts";
import { write } from "./keyboard.ts";
import { setList } from "./list.ts";
import type { Receipt } from "./receipt.ts";
import { type Begun, withReceipt } from "./settle.ts";
import { frameIn, type Tab } from "./tab.ts";
import { isWords, labelOf, resolve, type Words } from "./target.ts";

/** How long a page may take to answer a click before it is said that it did not: a glance first, then the rest. */
const GLANCES = [100, 900];
/** What has been done is looked at again for so long at most. */
const AFTERWARDS = 1_000;
const CHECKABLE: ReadonlySet<string> = new Set([
	"checkbox",
	"radio",
	"switch",
	"menuitemcheckbox",
	"menuitemradio",
]);

/** How a box is after it was set; in place of one the page may have put another. */
export type Box = "so" | "not so" | "replaced";

/** Sets a box, a radio button or a switch; one that is so already is left alone. */
export async function check(tab: Tab, wanted: Target | Words, on: boolean): Promise<Acted & { box: Box }> {
	const target = await resolveBox(tab, wanted);
	let box: Box = "so";
	const acted = await watched(tab, target, async () => {
		box = await setBox(tab, target, on);
	});
	if (box === "so" && acted.changes > 0) {
		const { ref } = acted.element;
		box = (await nowThat(tab, acted, (soon) => stillAs(soon, ref, on))) ?? "so";
	}
	return { ...acted, box };
}

/** What has become of it, for a page may take it back in its next turns; nothing where nobody can say any more. */
async function nowThat<T>(tab: Tab, acted: Acted, ask: (soon: Tab) => Promise<T>): Promise<T | undefined> {
	const { navigated, loading, closed, silent, dialog } = acted;
	if (navigated || loading || closed || silent || dialog) return undefined;
	try {
		return await ask(tab.within(AFTERWARDS));
	} catch {
		// It was done all the same, and the receipt tells what came of it.
		return undefined;
	}
}

async function stillAs(tab: Tab, ref: string, on: boolean): Promise<Box> {
	const isAs = await unlessGone(async () => isOn(await tab.kit("inspect", { target: { ref } })) === on);
	return isAs === undefined ? "replaced" : isAs ? "so" : "not so";
}

/** What a box is called often stands beside it, and is found as text; then the box is meant that it labels. */
async function resolveBox(tab: Tab, wanted: Target | Words): Promise<Target> {
	let found: Target | undefined;
	let failure: unknown;
	try {
		found = await resolve(tab, wanted).catch(behindLabel);
	} catch (error) {
		failure = error;
	}
	if (isWords(wanted) && wanted.role === undefined && wanted.name !== undefined) {
		if (found && (await isBox(tab, found))) return found;
		const { name: label, ...others } = wanted;
		const labelled = await resolve(tab, { label, ...others })
			.catch(behindLabel)
			.catch(() => undefined);
		if (labelled && (await isBox(tab, labelled))) return labelled;
	}
	if (found) return found;
	throw failure;
}

async function isBox(tab: Tab, target: Target): Promise<boolean> {
	return isCheckable(await tab.kit("inspect", { target }));
}

function isCheckable({ role, states }: ElementInfo): boolean {
	return CHECKABLE.has(role) || states.some((word) => /^(un)?(checked|pressed)$/.test(word));
}

/** A box that is hidden behind its label is set by that, as a person does. */
function behindLabel(error: unknown): Target {
	const ref = labelOf(error) === undefined ? undefined : (error as ReinsError).data?.["ref"];
	if (typeof ref !== "string") throw error;
	return { ref };
}

/** Chooses in a list: a native one is set, one of the page's own making is opened and clicked. */
export async function selectOption(
	tab: Tab,
	wanted: Target | Words,
	options: string[],
): Promise<Acted & { verified: boolean }> {
	const target = await resolve(tab, wanted);
	let list: Awaited<ReturnType<typeof setList>> = { kept: false };
	const acted = await watched(tab, target, async () => {
		list = await setList(tab, target, options);
	});
	const { kept, shows } = list;
	if (!kept || shows === undefined) return { ...acted, verified: kept };
	const { ref } = acted.element;
	const now = await nowThat(tab, acted, (soon) => soon.kit("inspect", { target: { ref } }));
	if (!now) return { ...acted, verified: kept };
	// A long one is told in part.
	const { value = "" } = now;
	const verified = value.endsWith("…") ? shows.startsWith(value.slice(0, -1)) : shows === value;
	return { ...acted, verified };
}

/** Does something with an element, and tells what came of it. */
async function watched(tab: Tab, target: Target, act: () => Promise<void>): Promise<Acted> {
	const frame = frameIn({ target });
	const { ref, role, name } = await tab.kit("inspect", { target });
	const { document: page } = await tab.ask("watch", {});
	const document = frame === undefined ? page : (await tab.ask("watch", {}, frame)).document;
	const receipt = await withReceipt(tab, { frame, document, gesture: false }, page, act);
	return { ...receipt, element: { ref, role, name } };
}

async function setBox(tab: Tab, target: Target, on: boolean): Promise<Box> {
	const { role, name, ref, ...before } = await boxAt(tab, target);
	if (isOn(before) === on) return "so";
	if (!on && role === "radio") {
		throw new ReinsError("not_actionable", "A radio button is switched off only by choosing another.");
	}
	const hidden = await clickBox(tab, ref);
	const kind = before.states.some((word) => word.endsWith("pressed")) ? "pressed" : "checked";
	const now = hidden ? await isSet(tab, ref, on) : await becomes(tab, ref, on ? kind : `un${kind}`);
	if (now !== "not so") return now;
	throw new ReinsError(
		"not_actionable",
		`${role} ${JSON.stringify(name)} [${ref}] was clicked and did not change.`,
		{
			data: { interrupted: true },
		},
	);
}

/** Whether its label was clicked in its place. */
async function clickBox(tab: Tab, ref: string): Promise<boolean> {
	try {
		await clickAt(tab, { ref });
		return false;
	} catch (error) {
		const label = labelOf(error);
		if (label === undefined) throw error;
		await clickAt(tab, { ref: label });
		return true;
	}
}

/** The same of a box that nobody sees: no state of it is waited for, so it is looked at again. */
async function isSet(tab: Tab, ref: string, on: boolean): Promise<Box> {
	for (const pause of [0, ...GLANCES]) {
		const wait = () => tab.kit("waitFor", { target: { ref }, state: "visible", timeout: pause });
		if (pause > 0 && !(await unlessGone(wait))) return "replaced";
		const now = await stillAs(tab, ref, on);
		if (now !== "not so") return now;
	}
	return "not so";
}

/** A page may need a moment; one that has put another box in its place does not change this one any more. */
async function becomes(tab: Tab, ref: string, state: string): Promise<Box> {
	for (const timeout of GLANCES) {
		const isMet = await unlessGone(async () => {
			const { met } = await tab.kit("waitFor", { target: { ref }, state, timeout });
			if (!met) await tab.kit("inspect", { target: { ref } });
			return met;
		});
		if (isMet !== false) return isMet ? "so" : "replaced";
	}
	return "not so";
}

/** Nothing where the element is not there any more. */
async function unlessGone<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch (error) {
		if (error instanceof ReinsError && error.code === "stale_ref") return undefined;
		throw error;
	}
}

async function boxAt(tab: Tab, target: Target): Promise<ElementInfo> {
	const found = await tab.kit("inspect", { target });
	if (isCheckable(found)) return found;
	throw new ReinsError(
		"not_actionable",
		`${found.role} ${JSON.stringify(found.name)} [${found.ref}] cannot be checked.`,
	);
}

function isOn({ states }: Pick<ElementInfo, "states">): boolean {
	return states.includes("checked") || states.includes("pressed");
}

export interface Field {
	target: Target | Words;
	value: string | SecretName | boolean | string[];
}

/** Sets many fields; stops at the first that cannot be set, and says which were. */
export async function fillForm(
	tab: Tab,
	fields: Field[],
): Promise<{ set: number; untrue: string[]; receipt: Receipt }> {
	const untrue: string[] = [];
	let set = 0;
	// Texts and native lists are set by the kit, all others by clicks.
	const written = fields.every(({ value }) => typeof value === "string" || isSecretName(value));
	const place = { frame: undefined, gesture: false, written };
	const watching: Watching = { begun: undefined, isLast: false };
	const receipt = await withReceipt(
		tab,
		place,
		() => watching.begun ?? { document: "" },
		async () => {
			for (const field of fields) {
				// What a click sets off may come later than what was written does.
				watching.isLast = written && set === fields.length - 1;
				try {
					if (!(await setField(tab, field, watching))) untrue.push(named(field.target));
				} catch (error) {
					throw atField(error, field.target, set);
				}
				set++;
			}
		},
	);
	return { set, untrue, receipt };
}

/** The page is watched from the first field on. Where that or the last is written, no message is needed for it alone. */
interface Watching {
	begun: Begun | undefined;
	isLast: boolean;
}

async function watch(tab: Tab, watching: Watching): Promise<void> {
	watching.begun ??= { document: (await tab.ask("watch", {})).document };
}

async function setField(tab: Tab, { target: wanted, value }: Field, watching: Watching): Promise<boolean> {
	const target = await (typeof value === "boolean" ? resolveBox : resolve)(tab, wanted);
	const inPage = frameIn({ target }) === undefined;
	if (!inPage || typeof value === "boolean" || Array.isArray(value)) await watch(tab, watching);
	if (typeof value === "boolean") return (await setBox(tab, target, value)) === "so";
	if (Array.isArray(value)) return (await setList(tab, target, value)).kept;
	try {
		const { begun, isLast } = watching;
		const field = await write(
			tab,
			target,
			value,
			true,
			begun ? (isLast && inPage ? "last" : undefined) : "first",
		);
		if (!begun) watching.begun = { document: field.document };
		else if (field.rest && field.document === begun.document) begun.rest = field.rest;
		return field.verified;
	} catch (error) {
		if (!(error instanceof ReinsError) || error.code !== "not_actionable") throw error;
		if (typeof value !== "string") throw error;
		await watch(tab, watching);
		// Nothing was written: what takes no text may take a choice.
		const { role, tag } = await tab.kit("inspect", { target });
		if (tag === "select" || role === "combobox" || role === "listbox")
			return (await setList(tab, target, [value])).kept;
		if (CHECKABLE.has(role)) throw new ReinsError("bad_args", `A ${role} takes true or false.`);
		throw error;
	}
}

function atField(error: unknown, target: Target | Words, set: number): ReinsError {
	const { code, message, hint, data } = ReinsError.from(error);
	const before =
		set === 0 && data?.["interrupted"]
			? ""
			: set === 0
				? "No field was set."
				: `${set} ${set === 1 ? "field was" : "fields were"} set before.`;
	return new ReinsError(code, `${named(target)}: ${message.replace(/\.?$/, ".")} ${before}`, {
		hint,
		cause: error,
		data: { ...data, ...(set > 0 && { interrupted: true }) },
	});
}

function named(target: Target | Words): string {
	return Object.entries(target)
		.map(([key, value]) => `${key} ${JSON.stringify(value)}`)
		.join(", ");
}
