// From what a caller means to exactly one element: by ref or selector, or by the words that a person would use.

import { type FoundItem, ReinsError, type Target } from "@reins/protocol";
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
	if ("ref" in target || "selector" in target) return target;
	const words = target as Words;
	for (const exact of [true, false]) {
		const { parts } = await read(tab, "find", { ...words, exact });
		const found = parts.flatMap(({ items }) => items);
		const [only] = found;
		if (only && found.length === 1) return { ref: only.ref };
		if (found.length > 1) throw ambiguous(words, found);
	}
	throw new ReinsError("not_found", `Nothing on the page fits ${shown(words)}.`);
}

function ambiguous(words: Words, found: FoundItem[]): ReinsError {
	const named = found
		.slice(0, CANDIDATES)
		.map(
			({ ref, role, name, path }) => `${role} ${JSON.stringify(name)} [${ref}]${path ? ` in ${path}` : ""}`,
		);
	const rest = found.length > CANDIDATES ? ` and ${found.length - CANDIDATES} more` : "";
	return new ReinsError(
		"ambiguous",
		`${found.length} elements fit ${shown(words)}: ${named.join("; ")}${rest}.`,
	);
}

function shown(words: Words): string {
	return Object.entries(words)
		.map(([key, value]) => `${key} ${JSON.stringify(value)}`)
		.join(", ");
}
