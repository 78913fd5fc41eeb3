// What a page says of itself first: where somebody was led to it, that is mostly all they want to know.

import { contentText } from "./name.ts";
import { queryAll } from "./pristine.ts";
import { cut, quote } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { Sight } from "./sight.ts";

const TELLING = "h1, [role=alert]";
/** Lines, the length of each, and elements that are looked at for them. */
const LINES = 2;
const LENGTH = 120;
const LOOKS = 10;

export function firstWords(refs: Refs): string[] {
	const sight = new Sight();
	const lines: string[] = [];
	try {
		for (const el of Array.from(queryAll(TELLING)).slice(0, LOOKS)) {
			const words = lines.length < LINES && sight.sees(el) && contentText(el, sight);
			if (words) lines.push(`+ ${roleOf(el)} ${quote(cut(words, LENGTH))} [${refs.of(el)}]`);
		}
	} catch {
		// A page that is nested too deeply has come all the same.
	}
	return lines;
}
