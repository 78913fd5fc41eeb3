// The lines of a snapshot while it grows. Each is charged to the budget when it is added, by how much it matters:
// what is on the screen may use all of it, what can be operated elsewhere what is left, plain text the rest. What
// matters more may come later; then lines that matter less give way at the end. Refs are handed out last.

import { cut, quote } from "./quote.ts";
import type { Refs } from "./refs.ts";

/** What a text without quotes may not have: signs that lines are made of, and what needs to be written otherwise. */
const MARKS = /^$|["|[\]:=\\\p{C}…]/u;
const NAME_LENGTH = 120;
export const TEXT_LENGTH = 400;
/** Between the cells of a row. */
const SEPARATOR = " | ";
/** Kept free for the last line, which says what was left out. */
const TAIL_ROOM = 160;

/** On the screen; elsewhere a landmark, a heading or something to operate; all else. */
export type Rank = 0 | 1 | 2;
export const ranks: readonly Rank[] = [0, 1, 2];

export interface Line {
	depth: number;
	kind: "node" | "text" | "fold";
	role: string;
	name: string;
	words: string[];
	value: string | undefined;
	/** What the line's ref stands for; a text has none. */
	element: Element | undefined;
	interactive: boolean;
	/** Of a heading, for the outline. */
	level: number;
	rank: Rank;
	/** The cells of a row that is written on one line. */
	cells: Line[] | undefined;
	/** As it is written, before and after its ref: made when it is charged, so that nothing is written twice. */
	before: string;
	after: string;
	/** What it was charged. */
	cost: number;
}

/** A line that was not added yet. */
export type NewLine = Omit<Line, "cells" | "cost" | "before" | "after">;

export class Lines {
	all: Line[] = [];
	/** How many lines there are before the first that was left out; undefined while none was. */
	gap: number | undefined;
	/** How often something was left out, and how many lines of those that were made. */
	skips = 0;
	refused = 0;
	readonly #refs: Refs;
	readonly #budget: number;
	readonly #from: number;
	readonly #used: [number, number, number] = [0, 0, 0];
	/** Lines of this rank and above find no room any more. */
	#closed = 3;

	/** `from`: lines that an earlier answer had, which cost nothing and are not given again. */
	constructor(refs: Refs, budget: number, from: number) {
		this.#refs = refs;
		this.#budget = budget - TAIL_ROOM;
		this.#from = from;
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
		const line = written(draft);
		line.cost = this.#costOf(line);
		const used = this.#used;
		let total = used[0] + line.cost;
		if (rank > 0) total += used[1];
		if (rank > 1) total += used[2];
		if (total > this.#budget) {
			this.#closed = rank;
			return this.#refuse();
		}
		used[rank] += line.cost;
		this.all.push(line);
		return line;
	}

	/** Something was left out here. */
	skip(): void {
		this.gap ??= this.all.length;
		this.skips += 1;
	}

	#refuse(): undefined {
		this.refused += 1;
		this.skip();
		return undefined;
	}

	remove(at: number, count = 1): void {
		for (const line of this.all.splice(at, count)) this.#used[line.rank] -= line.cost;
		if (this.gap !== undefined && this.gap > at) this.gap = Math.max(at, this.gap - count);
	}

	/** Charges a line anew that was changed in place. Changes only happen where lines were merged into it. */
	recharge(line: Line, rank = line.rank): void {
		this.#used[line.rank] -= line.cost;
		line.rank = rank;
		write(line);
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
			for (let at = this.all.length - 1; at >= 0 && over > 0; at -= 1) {
				const line = this.all[at] as Line;
				if (line.rank !== rank || at < this.#from) continue;
				dropped.add(line);
				over -= line.cost;
			}
		}
		const first = this.all.findIndex((line) => dropped.has(line));
		this.gap = Math.min(this.gap ?? first, first);
		this.all = this.all.filter((line) => !dropped.has(line));
		this.refused += dropped.size;
	}

	#costOf(line: Line): number {
		if (this.all.length < this.#from) return 0;
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

	text(tail: string): string {
		const ref = (line: Line) => {
			if (!line.element) return "";
			return ` [${line.kind === "fold" ? this.#refs.ofFold(line.element) : this.#refs.of(line.element)}]`;
		};
		const lines = this.#given().map((line) => render(line, ref));
		if (tail) lines.push(tail);
		return lines.join("\n");
	}

	/** Nodes in the answer; cells on one line with their row count, too. */
	get nodes(): number {
		let nodes = 0;
		for (const { kind, cells } of this.#given()) if (kind !== "fold") nodes += 1 + (cells?.length ?? 0);
		return nodes;
	}

	/** What an earlier answer did not have, under the lines that it stands in. */
	#given(): Line[] {
		if (this.#from === 0) return this.all;
		const given = this.all.slice(this.#from);
		let depth = given[0]?.depth ?? 0;
		for (let at = this.#from - 1; at >= 0 && depth > 0; at -= 1) {
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
		text += separator + cell.before + ref(cell) + cell.after;
		separator = SEPARATOR;
	}
	return text;
}

function lengthOf({ before, after, element }: Line, refWidth: number): number {
	return before.length + after.length + (element ? refWidth : 0);
}

/** Whole from the start: an object that grows later is slow, and there are thousands. */
function written(draft: NewLine): Line {
	const line: Line = {
		depth: draft.depth,
		kind: draft.kind,
		role: draft.role,
		name: draft.name,
		words: draft.words,
		value: draft.value,
		element: draft.element,
		interactive: draft.interactive,
		level: draft.level,
		rank: draft.rank,
		cells: undefined,
		before: "",
		after: "",
		cost: 0,
	};
	write(line);
	return line;
}

function write(line: Line): void {
	if (line.cells) for (const cell of line.cells) if (!cell.element) writePlain(cell);
	const longest = line.kind === "text" ? TEXT_LENGTH : NAME_LENGTH;
	if (line.kind === "fold") line.before = `… ${line.name}`;
	else line.before = line.name ? `${line.role} ${quote(cut(line.name, longest))}` : line.role;
	line.after = line.words.length > 0 ? ` ${line.words.join(" ")}` : "";
	if (line.value !== undefined) line.after += ` = ${quote(cut(line.value, NAME_LENGTH))}`;
}

/** A plain cell is its text, in quotes only where it could be taken for more; all others say what they are. */
function writePlain(cell: Line): void {
	const text = cut(cell.name, NAME_LENGTH);
	cell.before = MARKS.test(text) ? quote(text) : text;
	cell.after = "";
}
