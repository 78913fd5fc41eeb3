// The lines of a snapshot while it grows: each is charged to the budget when it is added, so that the walk can
// stop in time; refs are handed out at the end, to lines that stayed.

import { cut, quote } from "./quote.ts";
import type { Refs } from "./refs.ts";

const NAME_LENGTH = 120;
export const TEXT_LENGTH = 400;
/** Kept free for the last line, which says what was left out. */
const TAIL_ROOM = 130;

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
}

export class Lines {
	readonly all: Line[] = [];
	full = false;
	readonly #refs: Refs;
	readonly #budget: number;
	readonly #cost = new WeakMap<Line, number>();
	#used = 0;

	constructor(refs: Refs, budget: number) {
		this.#refs = refs;
		this.#budget = budget - TAIL_ROOM;
	}

	/** Adds the line if there is room for it; else the snapshot is full and stays so. */
	add(line: Line): boolean {
		if (this.full) return false;
		const cost = this.#charge(line);
		if (this.#used + cost > this.#budget) {
			this.full = true;
			return false;
		}
		this.#used += cost;
		this.all.push(line);
		return true;
	}

	remove(at: number, count = 1): void {
		for (const line of this.all.splice(at, count)) this.#used -= this.#cost.get(line) ?? 0;
	}

	/** Charges a line anew that was changed in place. Changes only happen where lines were merged into it. */
	recharge(line: Line): void {
		this.#used -= this.#cost.get(line) ?? 0;
		this.#used += this.#charge(line);
	}

	#charge(line: Line): number {
		const width = line.element ? this.#refs.widthAfter(this.all.length + 1) : 0;
		const cost = render(line, "").length + width + 1;
		this.#cost.set(line, cost);
		return cost;
	}

	/** Lines of elements that show other documents. */
	get frames(): { ref: string; line: number }[] {
		return this.all.flatMap(({ role, element, kind }, line) =>
			role === "iframe" && kind === "node" && element ? [{ ref: this.#refs.of(element), line }] : [],
		);
	}

	text(tail: string): string {
		const lines = this.all.map((line) =>
			render(line, line.element ? ` [${this.#refs.of(line.element)}]` : ""),
		);
		if (tail) lines.push(tail);
		return lines.join("\n");
	}
}

function render(line: Line, ref: string): string {
	const indent = "  ".repeat(line.depth);
	if (line.kind === "fold") return `${indent}… ${line.name}${ref}`;
	const longest = line.kind === "text" ? TEXT_LENGTH : NAME_LENGTH;
	const name = line.name ? ` ${quote(cut(line.name, longest))}` : "";
	const words = line.words.length > 0 ? ` ${line.words.join(" ")}` : "";
	const value = line.value === undefined ? "" : ` = ${quote(cut(line.value, NAME_LENGTH))}`;
	return `${indent}- ${line.role}${name}${ref}${words}${value}`;
}
