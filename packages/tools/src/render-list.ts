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
	{ items, next, left, unread }: { items: T[]; next?: number; left: number; unread?: string[] },
	line: (item: T) => string,
	none: string,
): string {
	const lines = items.length === 0 ? [`(${none})`] : items.map(line);
	if (next !== undefined)
		lines.push(`(${left > 0 ? `up to ${left} more` : "more in frames"}; go on with cursor ${next})`);
	return [...lines, ...unreadFrames(unread)].join("\n");
}

export function excerpted({
	text,
	next,
	unread,
}: {
	text: string;
	next?: number;
	unread?: string[];
}): string {
	const more = next === undefined ? [] : [`(cut; go on with cursor ${next})`];
	return [text, ...more, ...unreadFrames(unread)].join("\n");
}

/** Frames that are not in an answer, and why. */
export function unreadFrames(unread: string[] = []): string[] {
	return unread.map((line) => `(${line})`);
}
