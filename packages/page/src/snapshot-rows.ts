// A row of a table on one line, where its cells hold no more than a few things:
// `- row [e4]: 1 | Ada | link "Open" [e7], button "Delete" [e8]`. Every cell keeps its place, whatever it holds.

import { flatChildren } from "./flat-tree.ts";
import { contentText } from "./name.ts";
import { hasAnyAttr, isElement } from "./pristine.ts";
import type { Sight } from "./sight.ts";
import { type Line, type Lines, NAME_LENGTH } from "./snapshot-lines.ts";
import { CELLS, spansOf } from "./table-grid.ts";

/** With more things in one cell a line is no longer easy to read. */
const MOST_THINGS = 6;
/** A span of a thousand columns is a way to say "all of them". */
const WIDEST_SPAN = 20;

/** Whether the row can be written on one line: it has cells, and each of them at most a few plain things. */
export function isOneLine(row: Line, below: readonly Line[]): boolean {
	let things = Number.POSITIVE_INFINITY;
	for (const { depth, kind, role } of below) {
		if (depth === row.depth + 1 && CELLS.has(role)) things = 0;
		else if (depth !== row.depth + 2 || kind === "fold" || role === "iframe") return false;
		else things += 1;
		if (things > MOST_THINGS) return false;
	}
	return below.length > 0;
}

/** The cells as they stand on the row's own line, or undefined if there is more in one of them. */
export function cellsOf(row: Line, below: readonly Line[]): Line[] | undefined {
	if (!isOneLine(row, below)) return undefined;
	const cells: Line[] = [];
	for (let at = 0; at < below.length; ) {
		const cell = below[at] as Line;
		at += 1;
		const wide = spanned(cell);
		const isEmpty = (below[at]?.depth ?? 0) <= cell.depth;
		// Its own name or state is said beside what is in it.
		let isSaid = isEmpty || !isPlain(cell) || cell.name !== "";
		if (isSaid) cells.push(cell);
		// A cell that only holds a text needs no ref, unless it is too long: the row has one.
		const isShort = cell.name.length + (cell.more ?? 0) <= NAME_LENGTH;
		if (isEmpty && isShort && isPlain(cell)) cell.element = undefined;
		for (; (below[at]?.depth ?? 0) > cell.depth; at += 1) {
			const thing = below[at] as Line;
			thing.joined = isSaid;
			isSaid = true;
			cells.push(thing);
		}
		if (wide) cells.push(...wide);
	}
	return cells;
}

/** The columns that a cell reaches into beside its own, each of which keeps its place. */
function spanned({ element, depth, rank }: Line): Line[] | undefined {
	if (!element || !hasAnyAttr(element)) return undefined;
	const [, across] = spansOf(element);
	const told = { role: "", name: "", words: [], value: undefined, before: "", after: "" };
	const others = {
		element: undefined,
		interactive: false,
		level: 0,
		number: 0,
		cost: 0,
		cells: undefined,
		joined: false,
	};
	return Array.from({ length: Math.min(across, WIDEST_SPAN) - 1 }, () => {
		return { kind: "span", depth, rank, ...told, ...others };
	});
}

function isPlain({ role, interactive, words }: Line): boolean {
	return (role === "cell" || role === "gridcell") && !interactive && words.length === 0;
}

/** Where only controls are shown: those of a row on its line, if they are few. */
export function controlsOf(row: Line, below: readonly Line[]): Line[] | undefined {
	const isFew = below.length > 0 && below.length <= MOST_THINGS;
	const areSimple = below.every(
		({ depth, kind, role }) => depth === row.depth + 1 && kind === "node" && role !== "iframe",
	);
	return isFew && areSimple ? [...below] : undefined;
}

/** Where only controls are shown: a row is named by what it begins with. */
export function nameRow(lines: Lines, at: number, row: Element, sight: Sight): void {
	const line = lines.all[at] as Line;
	const below = lines.all.slice(at + 1);
	if (line.name || !(below.length > 0 || line.interactive)) return;
	line.name = titleOf(row, below, sight);
	lines.recharge(line);
}

/** The text of the first cell that says more than its controls do. A link names a row by itself. */
function titleOf(row: Element, controls: readonly Line[], sight: Sight): string {
	const children = flatChildren(row);
	for (let at = 0; at < children.length; at += 1) {
		const cell = children[at] as Node;
		const text = isElement(cell) ? contentText(cell, sight) : "";
		if (controls.some(({ role, name }) => role === "link" && name === text)) return "";
		if (controls.reduce((rest, { name }) => rest.replace(name, ""), text).trim()) return text;
	}
	return "";
}
