// What an action changed, told by two looks at the page: one from before it and one from after. Only what a person
// would see is told, in the lines that a snapshot has, so that their refs can be used at once.

import { atRest } from "./at-rest.ts";
import { documentTitle } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { Sight } from "./sight.ts";
import { snapshot } from "./snapshot.ts";
import { hiddenReason } from "./visible.ts";

/** Characters of a look; what does not fit is not compared. */
const LOOK = 6_000;
/** A receipt is short: so many lines, each and together within so many characters. */
const LINES = 10;
const LINE_LENGTH = 140;
const LENGTH = 420;

const REF = / \[((?:f\d+)?e(\d+))\]/;

interface Look {
	/** Lines by what they are about: a ref, or the text itself. */
	lines: Map<string, string>;
	/** All of the page is in it, seen from the same place. */
	whole: boolean;
	place: string;
	title: string;
	/** The first number for refs that were not given before. */
	next: number;
}

export interface Difference {
	/** Each begins with + (appeared), − (vanished) or ~ (changed). */
	lines: string[];
	/** Lines that found no room. */
	more: number;
	/** Not all of the page was looked at, or it is in another order: there may be more, or something else. */
	beyond: boolean;
	/** The document has another title. */
	retitled: boolean;
}

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
		if (!before || !after) return { lines: [], more: 0, beyond: true, retitled: false };
		const isSamePlace = before.place === after.place;
		// What a look at the whole page does not have was not there, whatever else the other has no room for.
		const isNews = isSamePlace && before.whole;
		const isLoss = isSamePlace && after.whole && before.whole;
		const told: string[] = [];
		for (const [key, line] of after.lines) {
			const was = before.lines.get(key);
			if (was === undefined) {
				if (isNews || numberOf(line) >= before.next) told.push(`+ ${line}`);
			} else if (was !== line) told.push(`~ ${line}`);
		}
		for (const [key, line] of before.lines) {
			if (!after.lines.has(key) && this.#isGone(key, line, isLoss)) told.push(`− ${line}`);
		}
		const isOtherwise = told.length === 0 && isReordered(before, after);
		const beyond = isOtherwise || !(isSamePlace && before.whole && after.whole);
		return { ...short(told), beyond, retitled: before.title !== after.title };
	}

	/** A line can be missing because others took its room, or because a dialog lies over it now. */
	#isGone(key: string, line: string, isLoss: boolean): boolean {
		if (!REF.test(line)) return isLoss;
		try {
			const el = this.#refs.element(key);
			return (isLoss ? new Sight().reason(el) : hiddenReason(el)) !== undefined;
		} catch {
			return true;
		}
	}
}

function lookAt(refs: Refs): Look | undefined {
	const { next } = refs;
	try {
		const { text, omitted, behind } = snapshot(refs, { budget: LOOK });
		const lines = new Map<string, string>();
		for (const each of text.split("\n")) {
			// Where the focus is has a line of its own in every receipt.
			const line = each
				.trim()
				.replace(/^- /, "")
				.replace(/(\[(?:f\d+)?e\d+\][^"]*?) focused\b/, "$1");
			const ref = REF.exec(line)?.[1];
			// A page that shows nothing has no lines.
			if (line) lines.set(ref ?? line, line);
		}
		// With a dialog over it the page itself is not in the look.
		const whole = omitted === 0 && behind === undefined;
		const place = `${scrollX} ${scrollY} ${innerWidth} ${innerHeight}`;
		return { lines, whole, place, title: documentTitle(document), next };
	} catch {
		// A document that cannot be read, such as a picture, has nothing to compare.
		return undefined;
	}
}

/** The same lines, and a person sees them in another order. */
function isReordered(before: Look, after: Look): boolean {
	const order = [...after.lines.keys()];
	return [...before.lines.keys()].some((key, at) => key !== order[at]);
}

function numberOf(line: string): number {
	return Number(REF.exec(line)?.[2] ?? -1);
}

function short(told: readonly string[]): Pick<Difference, "lines" | "more"> {
	const lines: string[] = [];
	let room = LENGTH;
	for (const each of told) {
		const line = each.length > LINE_LENGTH ? `${each.slice(0, LINE_LENGTH - 1)}…` : each;
		if (lines.length === LINES || line.length > room) break;
		lines.push(line);
		room -= line.length + 1;
	}
	return { lines, more: told.length - lines.length };
}
