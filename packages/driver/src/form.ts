// Fields that hold a choice, and forms of many fields: each is set, read back, and told of only where it did not take.

import { isSecretName, ReinsError, type SecretName, type Target } from "@reins/protocol";
import { nowThat, watched } from "./afterwards.ts";
import { isBoxRole, resolveBox, setBox, stillAs } from "./boxes.ts";
import { onceReady } from "./depending.ts";
import type { Acted } from "./gesture.ts";
import { write } from "./keyboard.ts";
import { setList } from "./list.ts";
import type { Receipt } from "./receipt.ts";
import { type Begun, withReceipt } from "./settle.ts";
import { frameIn, type Tab } from "./tab.ts";
import { resolve, type Words } from "./target.ts";
import { Watcher } from "./watcher.ts";

/** How long another frame may take to be at rest, when the page and the first frame are. */
const OTHERS = { quiet: 8, cap: 1_000 };

/** Chooses in a list: a native one is set, one of the page's own making is opened and clicked. */
export async function selectOption(
	tab: Tab,
	wanted: Target | Words,
	options: string[],
): Promise<Acted & { verified: boolean | undefined }> {
	const target = await resolve(tab, wanted);
	let list: Awaited<ReturnType<typeof setList>> | undefined;
	const acted = await watched(tab, target, async () => {
		list = await setList(tab, target, options);
	});
	const verified = list?.kept;
	const shows = list?.shows;
	if (!verified || shows === undefined) return { ...acted, verified };
	const { ref } = acted.element;
	const still = await nowThat(tab, acted, (soon) => stillShows(soon, { ref }, shows));
	return { ...acted, verified: still ?? true };
}

/** A long one is told in part. */
async function stillShows(tab: Tab, target: Target, shows: string): Promise<boolean> {
	const { value = "" } = await tab.kit("inspect", { target });
	return value.endsWith("…") ? shows.startsWith(value.slice(0, -1)) : shows === value;
}

export interface Field {
	target: Target | Words;
	value: string | SecretName | boolean | string[];
}

interface Filled {
	/** How many were set, and the one at which a dialog, or the end of the tab, kept anybody from knowing. */
	set: number;
	during: string | undefined;
	/** Those that hold something else than what was written, and those that went with it. */
	untrue: string[];
	gone: string[];
	receipt: Receipt;
}

/** Sets many fields; stops at the first that cannot be set, and says which were. */
export async function fillForm(tab: Tab, fields: Field[]): Promise<Filled> {
	const done: Done[] = [];
	let during: string | undefined;
	// Texts and native lists are set by the kit, all others by clicks.
	const written = fields.every(({ value }) => typeof value === "string" || isSecretName(value));
	const watching: Watching = {
		...{ begun: undefined, isLast: false, frames: new Set() },
		place: { frame: undefined, gesture: false, written },
	};
	const seen = new Watcher(tab);
	try {
		const receipt = await withReceipt(
			tab,
			watching.place,
			() => watching.begun ?? { document: "" },
			async () => {
				for (const field of fields) {
					const name = named(field.target);
					during = name;
					// What a click sets off may come later than what was written does.
					watching.isLast = written && done.length === fields.length - 1;
					const set = () => setField(tab, field, watching);
					try {
						done.push({ ...(await (done.length === 0 ? set() : onceReady(tab, seen, set))), name });
					} catch (error) {
						throw atField(error, name, done.length);
					}
				}
				during = undefined;
			},
		);
		const whole = await andInOthers(tab, receipt, watching);
		return { set: done.length, during, ...(await keptOf(tab, done, whole)), receipt: whole };
	} finally {
		seen.stop();
	}
}

/** A field that was set: whether it took that, and how to tell whether it still has it when the page is at rest. */
interface SetField {
	kept: boolean;
	/** That of a field that was written in: the page tells by itself which of those do not. */
	ref?: string;
	look?(tab: Tab): Promise<boolean>;
}

type Done = SetField & { name: string };

async function keptOf(tab: Tab, done: Done[], receipt: Receipt): Promise<Pick<Filled, "untrue" | "gone">> {
	const unkept = new Map(receipt.unkept?.map(({ ref, gone }) => [ref, gone]));
	const isGone = ({ kept, ref = "" }: Done) => kept && unkept.get(ref) === true;
	const isUntrue = async ({ kept, ref = "", look }: Done) => {
		if (!kept || unkept.get(ref) === false) return true;
		return look !== undefined && receipt.changes > 0 && (await nowThat(tab, receipt, look)) === false;
	};
	const untrue = await Promise.all(done.map(isUntrue));
	const namesOf = (some: Done[]) => some.map(({ name }) => name);
	return { untrue: namesOf(done.filter((_, at) => untrue[at])), gone: namesOf(done.filter(isGone)) };
}

/** The page is watched from the first field on. Where that or the last is written, no message is needed for it alone. */
interface Watching {
	begun: Begun | undefined;
	isLast: boolean;
	/** Frames that are watched as well; the receipt tells of the first. */
	frames: Set<string>;
	place: { frame: string | undefined; document?: string; gesture: false; written: boolean };
}

async function watch(tab: Tab, watching: Watching, frame: string | undefined): Promise<void> {
	watching.begun ??= { document: (await tab.ask("watch", {})).document };
	if (frame === undefined || watching.frames.has(frame)) return;
	begun(watching, frame, (await tab.ask("watch", {}, frame)).document);
}

function begun({ frames, place }: Watching, frame: string, document: string): void {
	frames.add(frame);
	if (place.frame === undefined) Object.assign(place, { frame, document });
}

/** What came of it in the other frames in which something was set. */
async function andInOthers(tab: Tab, receipt: Receipt, { frames, place }: Watching): Promise<Receipt> {
	const others = receipt.unsettled ? [] : [...frames].filter((frame) => frame !== place.frame);
	if (others.length === 0) return receipt;
	const answers = await nowThat(tab, receipt, (soon) =>
		Promise.all(others.map((frame) => soon.ask("settle", OTHERS, frame).catch(() => undefined))),
	);
	const whole: Receipt = { ...receipt };
	for (const answer of answers ?? []) {
		if (!answer) whole.silent = true;
		else {
			const { changes, lines, more, unkept = [], offering = [] } = answer.value;
			whole.changes += changes;
			if (lines.length > 0) whole.seen = [...whole.seen, { origin: answer.origin, lines, more }];
			whole.unkept = [...(whole.unkept ?? []), ...unkept];
			whole.offering = [...(whole.offering ?? []), ...offering];
		}
	}
	return whole;
}

async function setField(tab: Tab, { target: wanted, value }: Field, watching: Watching): Promise<SetField> {
	const target = await (typeof value === "boolean" ? resolveBox : resolve)(tab, wanted);
	const frame = frameIn({ target });
	if (typeof value === "boolean") {
		await watch(tab, watching, frame);
		const { ref, box } = await setBox(tab, target, value);
		return { kept: box === "so", look: async (soon) => (await stillAs(soon, ref, value)) !== "not so" };
	}
	if (Array.isArray(value)) return setChoice(tab, target, value, watching);
	try {
		return await setText(tab, target, value, watching);
	} catch (error) {
		if (!(error instanceof ReinsError) || error.code !== "not_actionable") throw error;
		if (typeof value !== "string") throw error;
		// Nothing was written: what takes no text may take a choice.
		const { role, tag } = await tab.kit("inspect", { target });
		if (tag === "select" || role === "combobox" || role === "listbox")
			return setChoice(tab, target, [value], watching);
		if (isBoxRole(role)) throw new ReinsError("bad_args", `A ${role} takes true or false.`);
		throw error;
	}
}

async function setText(
	tab: Tab,
	target: Target,
	text: string | SecretName,
	watching: Watching,
): Promise<SetField> {
	const frame = frameIn({ target });
	if (frame !== undefined) watching.begun ??= { document: (await tab.ask("watch", {})).document };
	const isFirst = frame === undefined ? !watching.begun : !watching.frames.has(frame);
	const isLast = watching.isLast && frame === undefined;
	const how = isFirst ? (isLast ? "both" : "first") : isLast ? "last" : undefined;
	const field = await write(tab, target, text, true, how);
	const { document, rest, ref, verified } = field;
	if (frame !== undefined) {
		if (isFirst) begun(watching, frame, document);
	} else if (!watching.begun) watching.begun = { document, rest };
	else if (rest && document === watching.begun.document) watching.begun.rest = rest;
	return { kept: verified, ref };
}

async function setChoice(tab: Tab, target: Target, options: string[], watching: Watching): Promise<SetField> {
	await watch(tab, watching, frameIn({ target }));
	const { kept, shows } = await setList(tab, target, options);
	if (shows === undefined) return { kept };
	return { kept, look: (soon) => stillShows(soon, target, shows) };
}

function atField(error: unknown, field: string, set: number): ReinsError {
	const { code, message, hint, data } = ReinsError.from(error);
	const before =
		set === 0 && data?.["interrupted"]
			? ""
			: set === 0
				? "No field was set."
				: `${set} ${set === 1 ? "field was" : "fields were"} set before.`;
	return new ReinsError(code, `${field}: ${message.replace(/\.?$/, ".")} ${before}`, {
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
