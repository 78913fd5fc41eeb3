// The lines of a snapshot while it grows. Each is charged to the budget when it is added, by how much it matters:
// what is on the screen may use all of it, what can be operated elsewhere what is left, plain text the rest. What
// matters more may come later; then lines that matter less give way at the end. Refs are handed out last.

import { cut, quote } from "./quote.ts";
import type { Refs } from "./refs.ts";

/** What a text without quotes may not have: signs that lines are made of, and what needs to be written otherwise. */
const MARKS = /^$|^←$|["|[\]:=\\\p{C}…]/u;
export const NAME_LENGTH = 120;
export const TEXT_LENGTH = 400;
/** Between the cells of a row. */
const SEPARATOR = " | ";
/** Between the things in one cell. */
const JOINT = ", ";
/** Stands in a column that the cell on the left reaches into. */
const REACHED = "←";
/** What is left of the name of a line that is cut because there is no room. */
const SHORTEST = 20;
/** Kept free for the line after the lines, which says what was left out. */
const TAIL_ROOM = 160;

/** On the screen; elsewhere a landmark, a heading or something to operate; all else. */
export type Rank = 0 | 1 | 2;
export const ranks: readonly Rank[] = [0, 1, 2];

export interface Line {
	depth: number;
	/** span: a column that the cell before reaches into. */
	kind: "node" | "text" | "fold" | "span";
	role: string;
	name: string;
	words: string[];
	value: string | undefined;
	/** What the line's ref stands for; a text that is not cut has none. Of a fold: the first that is folded. */
	element: Element | undefined;
	/** Of a fold: what follows it. */
	behind?: Element | undefined;
	interactive: boolean;
	/** Of a heading, for the outline. */
	level: number;
	rank: Rank;
	/** Characters of the name that were not gathered. */
	more?: number;
	/** The cells of a row that is written on one line. */
	cells: Line[] | undefined;
	/** In the same cell as the one before. */
	joined: boolean;
	/** The how-manieth line it is of all that were made, merged and dropped ones too: the same whenever the page is walked in order. */
	number: number;
	/** As it is written, before and after its ref: made when it is charged, so that nothing is written twice. */
	before: string;
	after: string;
	/** What it was charged. */
	cost: number;
}

/** A line that was not added yet. */
export type NewLine = Omit<Line, "cells" | "joined" | "cost" | "before" | "after" | "number">;

export class Lines {
	all: Line[] = [];
	/** The number of the first line that was left out; undefined while none was. */
	gap: number | undefined;
	/** How often something was left out, and how many lines of those that were made. */
	skips = 0;
	refused = 0;
	readonly #refs: Refs;
	readonly #budget: number;
	#from: number;
	readonly #used: [number, number, number] = [0, 0, 0];
	/** How many were made so far. */
	made = 0;
	/** How many lines there are that no earlier answer had. */
	#news = 0;
	/** From this number on the lines are not those of a walk in order. */
	#parting = Number.POSITIVE_INFINITY;
	/** Lines of this rank and above find no room any more. */
	#closed = 3;

	/** `from`: the number of the first line that no earlier answer had; those before cost nothing and are not given again. */
	constructor(refs: Refs, budget: number, from: number) {
		this.#refs = refs;
		this.#budget = budget - TAIL_ROOM;
		this.#from = from;
	}

	/** There is something to answer that no earlier answer had. */
	get begun(): boolean {
		return this.#news > 0;
	}

	/** Where to go on with a walk in order; undefined if nothing was left out. */
	get next(): number | undefined {
		return this.gap === undefined ? undefined : Math.min(this.gap, this.#parting);
	}

	/** How many lines come before the first that was left out; no end to them where none was. */
	get sure(): number {
		const { all, gap } = this;
		if (gap === undefined) return Number.POSITIVE_INFINITY;
		const at = all.findIndex(({ number }) => number >= gap);
		return at < 0 ? all.length : at;
	}

	get full(): boolean {
		return this.#closed === 0;
	}

	takes(rank: Rank): boolean {
		return rank < this.#closed;
	}

	/** Adds the line if there is room for it; else there is none for its like from now on. */
	add(draft: NewLine): Line | undefined {
		const { rank } = draft;
		if (rank >= this.#closed) return this.#refuse();
		const line = whole(draft, this.made);
		let cost = this.#costOf(line);
		const used = this.#used;
		let total = used[0] + cost;
		if (rank > 0) total += used[1];
		if (rank > 1) total += used[2];
		const over = total - this.#budget;
		if (over > 0) {
			if (this.begun) {
				this.#closed = rank;
				return this.#refuse();
			}
			// The first line of an answer comes whatever room there is, or nobody would ever get past it.
			cost = this.#costOf(line, over);
		}
		line.cost = cost;
		this.made += 1;
		if (this.isNew(line)) this.#news += 1;
		used[rank] += cost;
		this.all.push(line);
		return line;
	}

	/** No earlier answer had it. */
	isNew(line: Line): boolean {
		return line.number >= this.#from;
	}

	/** Something was left out here. */
	skip(): void {
		this.gap ??= this.made;
		this.skips += 1;
	}

	/** What follows is not what would follow if the page was gone through in order. */
	part(): void {
		this.#parting = Math.min(this.#parting, this.made);
	}

	/** All lines from here on are new. */
	startAnew(): void {
		this.#from = Math.min(this.#from, this.made);
	}

	#refuse(): undefined {
		this.refused += 1;
		this.skip();
		this.made += 1;
		return undefined;
	}

	/** Takes lines out that say nothing, or nothing that others do not say. */
	remove(at: number, count = 1): void {
		for (const line of this.all.splice(at, count)) {
			this.#used[line.rank] -= line.cost;
			if (this.isNew(line)) this.#news -= 1;
		}
	}

	/** Leaves lines to the next answer; unless there would be nothing new in this one. */
	leave(at: number, count: number): boolean {
		const left = this.all.slice(at, at + count).filter((line) => this.isNew(line));
		if (left.length < count || left.length === this.#news) return false;
		this.gap = Math.min(this.gap ?? Number.POSITIVE_INFINITY, left[0]?.number ?? 0);
		this.remove(at, count);
		return true;
	}

	/** Charges a line anew that was changed in place. Changes only happen where lines were merged into it. */
	recharge(line: Line, rank = line.rank): void {
		this.#used[line.rank] -= line.cost;
		line.rank = rank;
		line.cost = this.#costOf(line);
		this.#used[rank] += line.cost;
	}

	/** Drops what matters least, from the end, until the rest is within the budget. */
	fit(): void {
		const [screen, active, rest] = this.#used;
		let over = screen + active + rest - this.#budget;
		if (over <= 0) return;
		const dropped = new Set<Line>();
		for (const rank of ranks.toReversed()) {
			for (let at = this.all.length - 1; at >= 0 && over > 0 && dropped.size < this.all.length - 1; at -= 1) {
				const line = this.all[at] as Line;
				if (line.rank !== rank) continue;
				dropped.add(line);
				over -= line.cost;
			}
		}
		const first = this.all.find((line) => dropped.has(line))?.number ?? 0;
		this.gap = Math.min(this.gap ?? first, first);
		this.all = this.all.filter((line) => !dropped.has(line));
		this.refused += dropped.size;
	}

	/** `shorter`: characters by which its longest part must be cut. */
	#costOf(line: Line, shorter = 0): number {
		write(line, shorter);
		if (!this.isNew(line)) return 0;
		const width = this.#refs.widthAfter(this.all.length + 1);
		let cost = 2 * line.depth + lengthOf(line, width) + (line.kind === "fold" ? 1 : 3);
		if (!line.cells) return cost;
		for (const cell of line.cells) cost += lengthOf(cell, width) + SEPARATOR.length;
		return cost + 2 - SEPARATOR.length;
	}

	/** Lines of elements that show other documents. */
	get frames(): { ref: string; line: number }[] {
		const frames: { ref: string; line: number }[] = [];
		const given = this.#given();
		for (let line = 0; line < given.length; line += 1) {
			const { role, element, kind } = given[line] as Line;
			if (role === "iframe" && kind === "node" && element) frames.push({ ref: this.#refs.of(element), line });
		}
		return frames;
	}

	/** Values that are cut in their lines, all of each, by the place of the line. */
	get cutValues(): Map<number, string[]> {
		const found = new Map<number, string[]>();
		for (const [at, line] of this.#given().entries()) {
			const values = [line, ...(line.cells ?? [])].map(({ value = "" }) => value);
			const long = values.filter((value) => value.length > NAME_LENGTH);
			if (long.length > 0) found.set(at, long);
		}
		return found;
	}

	get text(): string {
		const ref = (line: Line) => {
			if (!line.element) return "";
			const { element: first, behind } = line;
			return ` [${line.kind === "fold" ? this.#refs.ofFold({ first, behind }) : this.#refs.of(first)}]`;
		};
		return this.#given()
			.map((line) => render(line, ref))
			.join("\n");
	}

	/** Nodes in the answer; cells on one line with their row count, too. */
	get nodes(): number {
		let nodes = 0;
		for (const { kind, cells } of this.#given()) {
			if (kind === "fold") continue;
			nodes += 1;
			for (const cell of cells ?? []) if (cell.kind !== "span") nodes += 1;
		}
		return nodes;
	}

	/** What an earlier answer did not have, under the lines that it stands in. */
	#given(): Line[] {
		if (this.#from === 0) return this.all;
		const first = this.all.findIndex((line) => this.isNew(line));
		if (first < 0) return [];
		const given = this.all.slice(first);
		let depth = given[0]?.depth ?? 0;
		for (let at = first - 1; at >= 0 && depth > 0; at -= 1) {
			const line = this.all[at] as Line;
			if (line.depth >= depth) continue;
			given.unshift(line);
			depth = line.depth;
		}
		return given;
	}
}

function render(line: Line, ref: (line: Line) => string): string {
	const indent = "  ".repeat(line.depth);
	if (line.kind === "fold") return indent + line.before + ref(line);
	// Before its cells, so that refs are handed out from left to right.
	let text = `${indent}- ${line.before}${ref(line)}${line.after}`;
	if (!line.cells) return text;
	let separator = ": ";
	for (const cell of line.cells) {
		text += (cell.joined ? JOINT : separator) + cell.before + ref(cell) + cell.after;
		separator = SEPARATOR;
	}
	return text;
}

function lengthOf({ before, after, element }: Line, refWidth: number): number {
	return before.length + after.length + (element ? refWidth : 0);
}

/** All of it from the start: an object that grows later is slow, and there are thousands. */
function whole(draft: NewLine, number: number): Line {
	return {
		depth: draft.depth,
		kind: draft.kind,
		role: draft.role,
		name: draft.name,
		words: draft.words,
		value: draft.value,
		element: draft.element,
		behind: draft.behind,
		interactive: draft.interactive,
		level: draft.level,
		rank: draft.rank,
		more: draft.more ?? 0,
		cells: undefined,
		joined: false,
		number,
		before: "",
		after: "",
		cost: 0,
	};
}

function write(line: Line, shorter: number): void {
	if (line.cells) for (const cell of line.cells) if (!cell.element && cell.kind !== "text") writePlain(cell);
	const longest = line.kind === "text" ? TEXT_LENGTH : NAME_LENGTH;
	const length = shorter > 0 ? Math.max(SHORTEST, Math.min(line.name.length, longest) - shorter) : longest;
	if (line.kind === "fold") line.before = `… ${line.name}`;
	else line.before = line.name ? `${line.role} ${quote(cut(line.name, length))}` : line.role;
	const left = Math.max(0, line.name.length - length) + (line.more ?? 0);
	// What can be operated is known well enough by what its name begins with.
	line.after = left > 0 && !line.interactive ? ` +${left} characters` : "";
	if (line.words.length > 0) line.after += ` ${line.words.join(" ")}`;
	if (line.value !== undefined) line.after += ` = ${quote(cut(line.value, NAME_LENGTH))}`;
}

/** A plain cell is its text, in quotes only where it could be taken for more; all others say what they are. */
function writePlain(cell: Line): void {
	if (cell.kind === "span") cell.before = REACHED;
	else cell.before = MARKS.test(cell.name) ? quote(cell.name) : cell.name;
	cell.after = "";
}
