// Boxes, radio buttons and switches: clicked until they are as wanted, which is seen and not assumed.

import { type ElementInfo, ReinsError, type Target } from "@reins/protocol";
import { nowThat, watched } from "./afterwards.ts";
import { type Acted, clickAt } from "./gesture.ts";
import { type Tab, unlessGone } from "./tab.ts";
import { isWords, labelOf, resolve, type Words } from "./target.ts";

/** How long a page may take to answer a click before it is said that it did not: a glance first, then the rest. */
const GLANCES = [100, 900];
/** One that is mixed, or can be, has three states, and goes from one to the next. */
const MOST_CLICKS = 3;
const CHECKABLE: ReadonlySet<string> = new Set([
	"checkbox",
	"radio",
	"switch",
	"menuitemcheckbox",
	"menuitemradio",
]);

/** How a box is after it was set; in place of one the page may have put another. */
export type Box = "so" | "not so" | "replaced";

type State = "checked" | "unchecked" | "mixed";

/** Sets a box, a radio button or a switch; one that is so already is left alone. A dialog may come before that is known. */
export async function check(
	tab: Tab,
	wanted: Target | Words,
	on: boolean,
): Promise<Acted & { box: Box | undefined }> {
	const target = await resolveBox(tab, wanted);
	let box: Box | undefined;
	const acted = await watched(tab, target, async () => {
		box = (await setBox(tab, target, on)).box;
	});
	if (box === "so" && acted.changes > 0) {
		const { ref } = acted.element;
		box = (await nowThat(tab, acted, (soon) => stillAs(soon, ref, on))) ?? "so";
	}
	return { ...acted, box };
}

export async function stillAs(tab: Tab, ref: string, on: boolean): Promise<Box> {
	const state = await unlessGone(async () => stateOf(await tab.kit("inspect", { target: { ref } })));
	return state === undefined ? "replaced" : state === wantedOf(on) ? "so" : "not so";
}

/** What a box is called often stands beside it, and is found as text; then the box is meant that it labels. */
export async function resolveBox(tab: Tab, wanted: Target | Words): Promise<Target> {
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

export function isBoxRole(role: string): boolean {
	return CHECKABLE.has(role);
}

function isCheckable({ role, states }: ElementInfo): boolean {
	return isBoxRole(role) || states.some((word) => /^(mixed|(un)?(checked|pressed)(=mixed)?)$/.test(word));
}

/** A box that is hidden behind its label is set by that, as a person does. */
function behindLabel(error: unknown): Target {
	const ref = labelOf(error) === undefined ? undefined : (error as ReinsError).data?.["ref"];
	if (typeof ref !== "string") throw error;
	return { ref };
}

/** Clicks it until it is as wanted: one that is mixed may become either first. */
export async function setBox(tab: Tab, target: Target, on: boolean): Promise<{ ref: string; box: Box }> {
	const { role, name, ref, states } = await boxAt(tab, target);
	let state = stateOf({ states });
	if (state === wantedOf(on)) return { ref, box: "so" };
	if (!on && role === "radio") {
		throw new ReinsError("not_actionable", "A radio button is switched off only by choosing another.");
	}
	const kind = states.some((word) => word.includes("pressed")) ? "pressed" : "checked";
	for (let clicks = 1; ; clicks += 1) {
		const hidden = await clickBox(tab, ref);
		const now = await stateAfter(tab, ref, state, hidden ? undefined : on ? kind : `un${kind}`);
		if (now === undefined) return { ref, box: "replaced" };
		if (now === "as wanted" || now === wantedOf(on)) return { ref, box: "so" };
		if (now === state || clicks === MOST_CLICKS) {
			const outcome = now === state ? "did not change" : `is ${now} now`;
			throw new ReinsError(
				"not_actionable",
				`${role} ${JSON.stringify(name)} [${ref}] was clicked and ${outcome}.`,
				{ data: { interrupted: true } },
			);
		}
		state = now;
	}
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

/**
 * How it is after a click: a page may need a moment; one that has put another box in its place does not change this one
 * any more. No state is waited for (`word`) of a box that nobody sees; it is looked at again.
 */
async function stateAfter(
	tab: Tab,
	ref: string,
	before: State,
	word: string | undefined,
): Promise<State | "as wanted" | undefined> {
	for (const timeout of word === undefined ? [0, ...GLANCES] : GLANCES) {
		const now = await unlessGone(async () => {
			const state = word ?? "visible";
			const isMet =
				timeout > 0 &&
				(await tab.kit("waitFor", { target: { ref }, state, timeout })).met &&
				word !== undefined;
			return isMet ? "as wanted" : stateOf(await tab.kit("inspect", { target: { ref } }));
		});
		if (now !== before) return now;
	}
	return before;
}

async function boxAt(tab: Tab, target: Target): Promise<ElementInfo> {
	const found = await tab.kit("inspect", { target });
	if (isCheckable(found)) return found;
	throw new ReinsError(
		"not_actionable",
		`${found.role} ${JSON.stringify(found.name)} [${found.ref}] cannot be checked.`,
	);
}

function wantedOf(on: boolean): State {
	return on ? "checked" : "unchecked";
}

function stateOf({ states }: Pick<ElementInfo, "states">): State {
	if (states.some((word) => word === "mixed" || word === "pressed=mixed")) return "mixed";
	return states.includes("checked") || states.includes("pressed") ? "checked" : "unchecked";
}
