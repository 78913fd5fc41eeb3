// How lists of things from a page read: a line each, page text in quotes, and at the end how to go on.

import { printable } from "@reins/protocol";

const LONGEST = 1_000;

export function quoted(text: string): string {
	return JSON.stringify(printable(text, LONGEST));
}

/** An address on its line, without what would end or hide it. */
export function address(url: string): string {
	return printable(url, 2_000);
}

export function listed<T>(
	{ items, next, left }: { items: T[]; next?: number; left: number },
	line: (item: T) => string,
	none: string,
): string {
	if (items.length === 0) return `(${none})`;
	const lines = items.map(line);
	if (next !== undefined) lines.push(`(up to ${left} more; go on with cursor ${next})`);
	return lines.join("\n");
}

export function excerpted({ text, next }: { text: string; next?: number }): string {
	return next === undefined ? text : `${text}\n(cut; go on with cursor ${next})`;
}
