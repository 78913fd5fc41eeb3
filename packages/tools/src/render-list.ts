// How lists and long texts of a page read: each document fenced as its own, and after the fences how to go on.

import type { DocumentPart, UnreadFrame } from "@reins/driver";
import { type Answer, type Part, pageText } from "./fence.ts";
import { address, asked, type Own, say, word } from "./words.ts";

interface Read<R> {
	parts: DocumentPart<R>[];
	next?: number;
	unread?: UnreadFrame[];
}

/** A line each, the page's words in it in quotes. */
export function listed<T>(
	answer: Read<{ items: T[] }> & { left: number },
	line: (item: T) => string,
	none: Own,
): Answer {
	const lists = answer.parts
		.filter(({ items }) => items.length > 0)
		.flatMap((part) => documentText(part, part.items.map(line).join("\n")));
	const more = answer.left > 0 ? say`up to ${answer.left} more` : say`more in frames`;
	return [...(lists.length === 0 ? [say`(${none})`] : lists), ...rest(answer, more)];
}

/** `more`: what to call that which is still to come. */
export function excerpted(answer: Read<{ text: string }>, more: Own): Part[] {
	const [first, ...others] = answer.parts;
	const parts = first && (first.text !== "" || others.length === 0) ? [first, ...others] : others;
	return [...parts.flatMap((part) => documentText(part, part.text)), ...rest(answer, more)];
}

/** A fence for each document; where it is in a frame, our line before it says which. */
function documentText({ origin, frame }: DocumentPart<object>, text: string): Part[] {
	const fenced = pageText({ origin }, text);
	return frame ? [say`frame ${framed(frame)}:`, fenced] : [fenced];
}

function rest({ next, unread = [] }: Read<object>, more: Own): Own[] {
	return [
		...(next === undefined ? [] : [say`(${more}; go on with cursor ${next})`]),
		...unread.map((frame) => say`(frame ${framed(frame)} not read: ${asked(frame.why)})`),
	];
}

function framed({ ref, site }: { ref: string; site: string }): Own {
	return site ? say`[${word(ref)}] ${address(site)}` : say`[${word(ref)}]`;
}
