// How a line of a receipt is written where it is long: what it is about, its ref and its states stay, and of a value
// that no line has room for the part is shown that has changed.

import { REF } from "./look.ts";
import { cut, quote } from "./quote.ts";
import { NAME_LENGTH } from "./snapshot-lines.ts";

const LONGEST = 140;
/** What is left of a name at least. */
const SHORTEST = 20;
/** How much of a value is shown that has changed, and how much of it stands before the change. */
const PART = 80;
const LEAD = 20;

const NAMED = /^(.*?)("(?:[^"\\]|\\.)*")(.*)$/;

export function shortened(line: string): string {
	const over = line.length - LONGEST;
	if (over <= 0) return line;
	const [, before = "", quoted, after = ""] = NAMED.exec(line) ?? [];
	// A row has its ref first, and then what is in its cells.
	if (quoted === undefined || !REF.test(after) || REF.test(before)) return cut(line, LONGEST);
	const name: string = JSON.parse(quoted);
	const rest = after.replace(/^( \[\w+\]) \+\d+ characters/, "$1");
	return cut(before + quote(cut(name, Math.max(SHORTEST, name.length - over))) + rest, LONGEST);
}

/** The values in a line that are cut there, as they were and as they are: what has changed is shown in their place. */
export function withChanges(line: string, before: readonly string[], now: readonly string[]): string {
	return now.reduce((changed, value, at) => {
		const was = before[at];
		if (was === undefined || was === value) return changed;
		return changed.replace(quote(cut(value, NAME_LENGTH)), () => quote(changedPart(was, value)));
	}, line);
}

function changedPart(was: string, now: string): string {
	let same = 0;
	while (same < now.length && was[same] === now[same]) same += 1;
	const start = same - LEAD;
	if (start <= 0) return cut(now, PART);
	return `…${cut(now.slice(start).replace(/^[\uDC00-\uDFFF]/, ""), PART)}`;
}
