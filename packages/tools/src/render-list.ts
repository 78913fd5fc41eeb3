// How lists and long texts of a page read: fenced as the page's, and after the fence how to go on.

import { type Answer, type PageSource, type Part, pageText } from "./fence.ts";
import { type Own, say } from "./words.ts";

/** A line each, the page's words in it in quotes. */
export function listed<T>(
	from: PageSource,
	{ items, next, left }: { items: T[]; next?: number; left: number },
	line: (item: T) => string,
	none: Own,
): Answer {
	if (items.length === 0) return say`(${none})`;
	const list = pageText(from, items.map(line).join("\n"));
	return next === undefined ? [list] : [list, say`(up to ${left} more; go on with cursor ${next})`];
}

export function excerpted(from: PageSource, { text, next }: { text: string; next?: number }): Part[] {
	const part = pageText(from, text);
	return next === undefined ? [part] : [part, say`(cut; go on with cursor ${next})`];
}
