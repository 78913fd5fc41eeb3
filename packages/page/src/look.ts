// A look at the page, to be compared with another: the lines that a snapshot has, and where things were left out.

import { selfAndAncestors } from "./flat-tree.ts";
import { boundingRect, documentHit, documentTitle } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { look } from "./snapshot.ts";

/** Characters of a look; what does not fit is not compared. */
const LENGTH = 6_000;

/** Of an element; and what it is called by, and its number. */
export const REF = / \[((?:f\d+)?e(\d+))\]/;

export interface Look {
	/** Lines by what they are about: a ref, or the text itself. */
	lines: Map<string, string>;
	/** What is cut in a line: all values of fields that are longer than it shows. */
	values: Map<string, string[]>;
	/** How deep the folds are, from the first on. */
	folds: number[];
	/**
	 * Behind how many folds each of the lines stands, a fold itself for what is above it and what is below; and how deep.
	 * There is nothing of those that come after something else was left out.
	 */
	parts: Map<string, readonly [above: number, below: number, depth: number]>;
	/** Behind how many folds something would stand that came last. */
	end: number | undefined;
	/** So many lines, the first ones, are of dialogs that the page lies behind. */
	over: number;
	/** All of the page is in it. */
	whole: boolean;
	/** What the page lies behind, in words. */
	behind: string | undefined;
	view: View;
	title: string;
	/** The first number for refs that were not given before. */
	next: number;
}

/** Where the page is seen from. */
interface View {
	size: string;
	scrolled: string;
	/** Some of what is on the screen of a page that is scrolled, and where that begins. */
	marks: { el: WeakRef<Element>; at: string }[];
}

/** How far down the screen such things are looked for. */
const MARKS = [0.1, 0.4, 0.7];

export function lookAt(refs: Refs): Look | undefined {
	const { next } = refs;
	try {
		const { seen, lines: written, sure, over } = look(refs, { budget: LENGTH }, true);
		const { text, omitted, behind } = seen;
		const lines: Look["lines"] = new Map();
		const parts: Look["parts"] = new Map();
		const values: Look["values"] = new Map();
		const { cutValues } = written;
		const folds: number[] = [];
		for (const [at, each] of text.split("\n").entries()) {
			// Where the focus is has a line of its own in every receipt.
			const line = each
				.trim()
				.replace(/^- /, "")
				.replace(/(\[(?:f\d+)?e\d+\][^"]*?) focused\b/, "$1");
			// A page that shows nothing has no lines.
			if (!line) continue;
			let key = REF.exec(line)?.[1] ?? line;
			// The same text once more is another one.
			while (lines.has(key)) key += " ";
			const above = folds.length;
			const depth = each.search(/\S/);
			if (isFold(line)) folds.push(depth);
			if (at < sure) parts.set(key, [above, folds.length, depth]);
			lines.set(key, line);
			const long = cutValues.get(at);
			if (long) values.set(key, long);
		}
		// What lies under a sheet is not in the look.
		const whole = omitted === 0 && behind === undefined;
		const end = sure === Number.POSITIVE_INFINITY ? folds.length : undefined;
		const title = documentTitle(document);
		return { lines, values, folds, parts, end, over, whole, behind, view: view(), title, next };
	} catch {
		// A document that cannot be read, such as a picture, has nothing to compare.
		return undefined;
	}
}

function view(): View {
	const marks: View["marks"] = [];
	for (const part of scrollY > 0 ? MARKS : []) {
		const el = documentHit(innerWidth / 2, innerHeight * part);
		if (el) marks.push({ el: new WeakRef(el), at: placeOf(el) });
	}
	return { size: `${innerWidth} ${innerHeight}`, scrolled: `${scrollX} ${scrollY}`, marks };
}

function placeOf(el: Element): string {
	const { x, y } = boundingRect(el);
	return `${x} ${y}`;
}

/**
 * Whether the page is still seen from where it was seen in a look before this one. Where something comes above what is
 * seen, the browser scrolls so that this stays where it is.
 */
export function isSameView({ view: { size, scrolled, marks } }: Look, { view: now }: Look): boolean {
	if (size !== now.size || scrolled === now.scrolled) return size === now.size;
	return marks.some(({ el, at }) => {
		const mark = el.deref();
		return mark !== undefined && placeOf(mark) === at && !isPinned(mark);
	});
}

/** It stays where it is whatever is scrolled. */
function isPinned(el: Element): boolean {
	for (const each of selfAndAncestors(el)) {
		if (/^(fixed|sticky)$/.test(getComputedStyle(each).position)) return true;
	}
	return false;
}

/**
 * Whether what another look from the same place has under this key was not to be seen in this one: where it would stand, between what both
 * have, there is no fold. Not known where anything else was left out there.
 */
export function wasMissing(one: Look, key: string, other: Look): boolean | undefined {
	if ((one.behind ?? other.behind) !== other.behind) return undefined;
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

/** So many things of a list that have no line of their own. */
export function isFold(line: string): boolean {
	return line.startsWith("…");
}
