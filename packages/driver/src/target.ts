// From what a caller means to exactly one element: by ref or selector, or by the words that a person would use.

import { type FoundItem, type KitArgs, ReinsError, type Target } from "@reins/protocol";
import { read } from "./reads.ts";
import type { Tab } from "./tab.ts";

/** All that is given must fit. */
export interface Words {
	role?: string;
	name?: string;
	label?: string;
	text?: string;
}

const CANDIDATES = 5;

/** Words are looked for in the page and all its frames; whole matches win over parts. */
export async function resolve(tab: Tab, target: Target | Words): Promise<Target> {
	if (!isWords(target)) return target;
	for (const exact of [true, false]) {
		for (const words of readings(target)) {
			const found = await find(tab, { ...words, exact, ...innerOf(target) });
			const [only] = found.items;
			if (only && found.items.length === 1) return { ref: only.ref };
			if (only) throw ambiguous(target, found);
		}
	}
	const [unseen] = (await find(tab, { ...target, exact: true, unseen: true })).items;
	if (unseen) {
		const instead = await insteadOf(tab, unseen.ref);
		// It was fading in, and that was waited for.
		const now = await find(tab, { ...target, exact: true, ...innerOf(target) });
		if (now.items.length > 1) throw ambiguous(target, now);
		if (now.items[0]?.ref === unseen.ref) return { ref: unseen.ref };
		throw outOfSight(unseen, instead);
	}
	throw new ReinsError("not_found", `Nothing on the page fits ${shown(target)}.`);
}

/** The words as the kit of the page alone can judge them; where that is not enough, `resolve` can. */
export function wholeWords(words: Words): KitArgs<"find"> {
	return { ...words, ...innerOf(words) };
}

/** A name alone means the control, and not what takes its name from it. */
function innerOf({ role, name }: Words): { inner?: true } {
	return role === undefined && name !== undefined ? { inner: true } : {};
}

export function isWords(target: Target | Words): target is Words {
	return !("ref" in target || "selector" in target);
}

/** What has no name of its own, such as a part of the page that only listens to clicks, is called by its text. */
function readings(words: Words): Words[] {
	const { name, ...others } = words;
	return name === undefined || Object.keys(others).length > 0 ? [words] : [words, { text: name }];
}

interface Found {
	items: FoundItem[];
	/** There are more that were not asked for; undefined where nobody has looked. */
	isMore: boolean | undefined;
}

async function find(tab: Tab, args: KitArgs<"find">): Promise<Found> {
	const { parts, left, next } = await read(tab, "find", args);
	const isMore = left > 0 || (next === undefined ? false : undefined);
	return { items: parts.flatMap(({ items }) => items), isMore };
}

function outOfSight({ role, name, ref, hidden = "" }: FoundItem, instead: string | undefined): ReinsError {
	const advice = instead === undefined ? "" : `; its label [${instead}] can be used instead`;
	return new ReinsError(
		"not_actionable",
		`${role} ${JSON.stringify(name)} [${ref}] is not actionable: it cannot be seen (${hidden})${advice}`,
		{ data: { ref, ...(instead !== undefined && { instead }) } },
	);
}

/** The label of a control that cannot be seen itself, where that can be. */
async function insteadOf(tab: Tab, ref: string): Promise<string | undefined> {
	try {
		await tab.kit("locate", { target: { ref } });
		return undefined;
	} catch (error) {
		return labelOf(error);
	}
}

/** The ref of the label that an error advises to use. */
export function labelOf(error: unknown): string | undefined {
	const instead = error instanceof ReinsError ? error.data?.["instead"] : undefined;
	return typeof instead === "string" ? instead : undefined;
}

function ambiguous(words: Words, { items: found, isMore }: Found): ReinsError {
	const named = found
		.slice(0, CANDIDATES)
		.map(
			({ ref, role, name, path }) => `${role} ${JSON.stringify(name)} [${ref}]${path ? ` in ${path}` : ""}`,
		);
	const others = isMore === false ? `${found.length - CANDIDATES} more` : "others";
	const rest = found.length > CANDIDATES ? ` and ${others}` : "";
	const many = isMore ? "More than " : isMore === undefined ? "At least " : "";
	return new ReinsError(
		"ambiguous",
		`${many}${found.length} elements fit ${shown(words)}: ${named.join("; ")}${rest}.`,
	);
}

function shown(words: Words): string {
	return Object.entries(words)
		.map(([key, value]) => `${key} ${JSON.stringify(value)}`)
		.join(", ");
}
