// What an action changed, told by two looks at the page: one from before it and one from after. Only what a person
// would see is told, in the lines that a snapshot has, so that their refs can be used at once.

import { closest, documentTitle, isHtml } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { look } from "./snapshot.ts";
import { hiddenReason } from "./visible.ts";

/** Characters of a look; what does not fit is not compared. */
const LOOK = 6_000;
/** A receipt is short: so many lines, each and together within so many characters. */
const LINES = 10;
const LINE_LENGTH = 140;
const LENGTH = 420;

/** What the page has to say comes first: it must not be lost behind many fields that were written. */
const WARNS = /^[+~] (alert|status)/;

const REF = / \[((?:f\d+)?e(\d+))\]/;

interface Look {
	/** Lines by what they are about: a ref, or the text itself. */
	lines: Map<string, string>;
	/** How deep the folds are, from the first on. */
	folds: number[];
	/**
	 * Behind how many folds each of the lines stands, a fold itself for what is above it and what is below; and how deep.
	 * There is nothing of those that come after something else was left out.
	 */
	parts: Map<string, readonly [above: number, below: number, depth: number]>;
	/** Behind how many folds something would stand that came last. */
	end: number | undefined;
	/** All of the page is in it, seen from the same place. */
	whole: boolean;
	/** What the page lies behind, in words. */
	behind: string | undefined;
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

	constructor(refs: Refs) {
		this.#refs = refs;
		this.#before = lookAt(refs);
	}

	/** What has been told is what there was before. */
	goOn(): void {
		const seen = this.#after ?? this.#before;
		// Others may have been given refs since.
		this.#before = seen && { ...seen, next: this.#refs.next };
	}

	/** Everything that was not there before, is not there any more, or is otherwise now. */
	difference(): Difference {
		const before = this.#before;
		const after = before && lookAt(this.#refs);
		this.#after = after;
		if (!before || !after) return { lines: [], more: 0, beyond: true, retitled: false };
		const told: string[] = [];
		for (const [key, line] of after.lines) {
			const was = before.lines.get(key);
			if (was === undefined) {
				// Who has been left out before may have got a ref only now; a fold has another when it begins elsewhere.
				const isNew = wasMissing(before, key, after) ?? (numberOf(line) >= before.next && !isFold(line));
				if (isNew) told.push(`+ ${line}`);
			} else if (was !== line && !isSaidByValue(line, told.at(-1))) told.push(`~ ${line}`);
		}
		for (const [key, line] of before.lines) {
			if (!after.lines.has(key) && this.#isGone(key, line, before)) told.push(`− ${line}`);
		}
		told.sort((one, other) => Number(WARNS.test(other)) - Number(WARNS.test(one)));
		const isOtherwise = told.length === 0 && isReordered(before, after);
		const beyond = isOtherwise || !(before.place === after.place && before.whole && after.whole);
		return { ...short(told), beyond, retitled: before.title !== after.title };
	}

	/** A line can be missing because others took its room, or because a dialog lies over it now. */
	#isGone(key: string, line: string, before: Look): boolean {
		if (!REF.test(line)) return this.#after !== undefined && wasMissing(this.#after, key, before) === true;
		try {
			const el = this.#refs.element(key);
			// What a closed list offers is drawn nowhere: it is there with the list.
			const list = isHtml(el, "option") ? closest(el, "select") : null;
			return hiddenReason(list ?? el) !== undefined;
		} catch {
			return true;
		}
	}
}

function lookAt(refs: Refs): Look | undefined {
	const { next } = refs;
	try {
		const { seen, sure } = look(refs, { budget: LOOK });
		const { text, omitted, behind } = seen;
		const lines = new Map<string, string>();
		const parts: Look["parts"] = new Map();
		const folds: number[] = [];
		for (const [at, each] of text.split("\n").entries()) {
			// Where the focus is has a line of its own in every receipt.
			const line = each
				.trim()
				.replace(/^- /, "")
				.replace(/(\[(?:f\d+)?e\d+\][^"]*?) focused\b/, "$1");
			const ref = REF.exec(line)?.[1];
			const key = ref ?? line;
			const above = folds.length;
			const depth = each.search(/\S/);
			if (isFold(line)) folds.push(depth);
			if (at < sure && !lines.has(key)) parts.set(key, [above, folds.length, depth]);
			lines.set(key, line);
		}
		// With a dialog over it the page itself is not in the look.
		const whole = omitted === 0 && behind === undefined;
		const place = `${scrollX} ${scrollY} ${innerWidth} ${innerHeight}`;
		const end = sure === Number.POSITIVE_INFINITY ? folds.length : undefined;
		return { lines, folds, parts, end, whole, behind, place, title: documentTitle(document), next };
	} catch {
		// A document that cannot be read, such as a picture, has nothing to compare.
		return undefined;
	}
}

/**
 * Whether what another look has under this key was not to be seen in this one: where it would stand, between what both
 * have, there is no fold. Not known where anything else was left out there.
 */
function wasMissing(one: Look, key: string, other: Look): boolean | undefined {
	if (one.place !== other.place || (one.behind ?? other.behind) !== other.behind) return undefined;
	const order = [...other.lines];
	const at = order.findIndex(([each]) => each === key);
	const isThere = ([each]: [string, string]) => one.lines.has(each);
	const above = order.slice(0, at).findLast(isThere);
	const below = order.slice(at).find(isThere);
	const from = above ? one.parts.get(above[0])?.[1] : 0;
	const to = below ? one.parts.get(below[0])?.[0] : one.end;
	if (from === undefined || to === undefined) return undefined;
	const since = order.slice(above ? order.indexOf(above) + 1 : 0, at + 1);
	// What a fold held is as deep as that; and one that begins elsewhere now is still what stands above this.
	const passed = one.folds.slice(from, to).filter((depth) => {
		const isAbove = ([each, line]: [string, string]) =>
			(each !== key && isFold(line)) || (other.parts.get(each)?.[2] ?? depth) < depth;
		return since.some(isAbove);
	});
	return from + passed.length === to;
}

function isFold(line: string): boolean {
	return line.startsWith("…");
}

/** Which option is chosen is said by the value of its list, on the line before. */
function isSaidByValue(line: string, before = ""): boolean {
	return line.startsWith("option") && /^~ combobox.* = /.test(before);
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
