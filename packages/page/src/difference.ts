// What an action changed, told by two looks at the page: one from before it and one from after. Only what a person
// would see is told, in the lines that a snapshot has, so that their refs can be used at once.

import { atRest } from "./at-rest.ts";
import { isFold, isSameView, type Look, lookAt, REF, wasMissing } from "./look.ts";
import { closest, isHtml } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { Sight } from "./sight.ts";
import { shortened, withChanges } from "./told-line.ts";
import { hiddenReason } from "./visible.ts";

/** A receipt is short: so many lines, together within so many characters. */
const LINES = 10;
const LENGTH = 420;

/** What the page has to say. */
const WARNS = /^[+~] (alert|status)/;
/** What was written, or came of it. */
const WRITTEN = /^~ .*\] .*= "/;

export interface Difference {
	/** Each begins with + (appeared), − (vanished) or ~ (changed). */
	lines: string[];
	/** Lines that found no room. */
	more: number;
	/** Not all of the page was looked at: there may be more, or something else. */
	beyond: boolean;
	/** What was there is there, and a person sees it in another order. */
	reordered: boolean;
	/** The document has another title. */
	retitled: boolean;
}

/** Where nothing can be compared. */
export const UNKNOWN: Difference = { lines: [], more: 0, beyond: true, reordered: false, retitled: false };

export class Comparison {
	readonly #refs: Refs;
	#before: Look | undefined;
	#after: Look | undefined;

	constructor(refs: Refs, roots: Iterable<ShadowRoot>) {
		this.#refs = refs;
		this.#before = atRest(roots, () => lookAt(refs));
	}

	/** What has been told is what there was before. */
	goOn(): void {
		const seen = this.#after ?? this.#before;
		// Others may have been given refs since.
		this.#before = seen && { ...seen, next: this.#refs.next };
	}

	/** Everything that was not there before, is not there any more, or is otherwise now. */
	difference(roots: Iterable<ShadowRoot>): Difference {
		return atRest(roots, () => this.#compare());
	}

	#compare(): Difference {
		const before = this.#before;
		const after = before && lookAt(this.#refs);
		this.#after = after;
		if (!before || !after) return UNKNOWN;
		const isSame = isSameView(before, after);
		const missing = (one: Look, key: string, other: Look) =>
			isSame ? wasMissing(one, key, other) : undefined;
		const told: string[] = [];
		// A sheet over all of the page is not found below a dialog: nobody sees what seems to have come there.
		const isSheet = before.behind !== undefined && after.over > 0;
		for (const [key, line] of isSheet ? [...after.lines].slice(0, after.over) : after.lines) {
			const was = before.lines.get(key);
			if (was === undefined) {
				// Who has been left out before may have got a ref only now; a fold has another when it begins elsewhere.
				const isNew = missing(before, key, after) ?? (numberOf(line) >= before.next && !isFold(line));
				if (isNew) told.push(`+ ${line}`);
				continue;
			}
			const [values, now] = [before.values.get(key), after.values.get(key)];
			const changed = now && values ? withChanges(line, values, now) : line;
			if (was !== changed && !isSaidByValue(line, told.at(-1))) told.push(`~ ${changed}`);
		}
		for (const [key, line] of inRoomOrder(before)) {
			if (!after.lines.has(key) && this.#isGone(key, line, missing(after, key, before)))
				told.push(`− ${line}`);
		}
		const isOtherwise = told.length === 0 && isInAnotherOrder(before, after);
		const reordered = isOtherwise && isSame && [...before.lines.keys()].every((key) => after.lines.has(key));
		const beyond = (isOtherwise && !reordered) || !(isSame && before.whole && after.whole);
		return { ...short(told), beyond, reordered, retitled: before.title !== after.title };
	}

	/** A line can be missing because others took its room, or because a dialog lies over it now. */
	#isGone(key: string, line: string, isMissing: boolean | undefined): boolean {
		if (!REF.test(line)) return isMissing === true;
		try {
			const el = this.#refs.element(key);
			// What a closed list offers is drawn nowhere: it is there with the list.
			const shown = (isHtml(el, "option") && closest(el, "select")) || el;
			return (isMissing ? new Sight().reason(shown) : hiddenReason(shown)) !== undefined;
		} catch {
			return true;
		}
	}
}

/** What was in a dialog that has closed is known best, and comes last; but not that it has closed. */
function inRoomOrder({ lines, over }: Look): [key: string, line: string][] {
	const all = [...lines];
	return [...all.slice(0, Math.min(over, 1)), ...all.slice(over), ...all.slice(1, over)];
}

/** Which option is chosen is said by the value of its list, on the line before. */
function isSaidByValue(line: string, before = ""): boolean {
	return line.startsWith("option") && /^~ combobox.* = /.test(before);
}

function isInAnotherOrder(before: Look, after: Look): boolean {
	const order = [...after.lines.keys()];
	return [...before.lines.keys()].some((key, at) => key !== order[at]);
}

function numberOf(line: string): number {
	return Number(REF.exec(line)?.[2] ?? -1);
}

function short(told: readonly string[]): Pick<Difference, "lines" | "more"> {
	const all = within(told);
	const lines = all.length === told.length ? all : within(byWeight(told));
	return { lines, more: told.length - lines.length };
}

function within(told: readonly string[]): string[] {
	const lines: string[] = [];
	let room = LENGTH;
	for (const each of told) {
		const line = shortened(each);
		if (lines.length === LINES || line.length > room) break;
		lines.push(line);
		room -= line.length + 1;
	}
	return lines;
}

/**
 * What there is no room for is what an agent knows already, or can do without: the values that it has written, and what
 * a page has put in the place of something that looked the same.
 */
function byWeight(told: readonly string[]): string[] {
	const bare = (line: string) => line.slice(2).replace(REF, "");
	const gone = told.filter((line) => line.startsWith("−")).map(bare);
	const come = told.filter((line) => line.startsWith("+")).map(bare);
	const weight = (line: string) => {
		if (WARNS.test(line)) return 0;
		if ((line.startsWith("−") ? come : gone).includes(bare(line))) return line.startsWith("+") ? 3 : 4;
		return WRITTEN.test(line) ? 2 : 1;
	};
	return told.toSorted((one, other) => weight(one) - weight(other));
}
