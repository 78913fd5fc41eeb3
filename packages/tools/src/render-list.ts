// How lists and long texts of a page read: fenced as the page's, and after the fence how to go on.

import type { UnreadFrame } from "@reins/driver";
import { type Answer, type PageSource, type Part, pageText } from "./fence.ts";
import { address, asked, type Own, say, word } from "./words.ts";

/** A line each, the page's words in it in quotes. */
export function listed<T>(
	from: PageSource,
	{ items, next, left, unread }: { items: T[]; next?: number; left: number; unread?: UnreadFrame[] },
	line: (item: T) => string,
	none: Own,
): Answer {
	const list = items.length === 0 ? say`(${none})` : pageText(from, items.map(line).join("\n"));
	const more = left > 0 ? say`up to ${left} more` : say`more in frames`;
	return [list, ...cursorHint(more, next), ...unreadFrames(unread)];
}

export function excerpted(
	from: PageSource,
	{ text, next, unread }: { text: string; next?: number; unread?: UnreadFrame[] },
): Part[] {
	return [pageText(from, text), ...cursorHint(say`cut`, next), ...unreadFrames(unread)];
}

/** How to go on, where there is more. */
export function cursorHint(more: Own, next: number | undefined): Own[] {
	return next === undefined ? [] : [say`(${more}; go on with cursor ${next})`];
}

/** Frames that are not in an answer, and why. */
export function unreadFrames(unread: UnreadFrame[] = []): Own[] {
	return unread.map(
		({ ref, site, why }) => say`(frame [${word(ref)}] ${address(site)} not read: ${asked(why)})`,
	);
}
