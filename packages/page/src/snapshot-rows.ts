// A row of a table on one line, where its cells hold no more than a text or one thing each:
// `- row [e4]: "1" | "Ada" | link "Open" [e7]`. Every cell keeps its place, whatever it holds.

import type { Line } from "./snapshot-lines.ts";

const CELLS = new Set(["cell", "columnheader", "gridcell", "rowheader"]);

/** The cells as they stand on the row's own line, or undefined if there is more in one of them. */
export function cellsOf(row: Line, below: readonly Line[]): Line[] | undefined {
	const cells: Line[] = [];
	const plain: Line[] = [];
	for (let at = 0; at < below.length; at += 1) {
		const cell = below[at] as Line;
		if (cell.depth !== row.depth + 1 || !CELLS.has(cell.role)) return undefined;
		const inside = below[at + 1];
		if (!inside || inside.depth <= cell.depth) {
			cells.push(cell);
			if (isPlain(cell)) plain.push(cell);
			continue;
		}
		// Its own name or state beside what is in it is more than one thing.
		const isAlone = (below[at + 2]?.depth ?? 0) <= cell.depth;
		if (!isAlone || inside.kind === "fold" || inside.role === "iframe") return undefined;
		if (!isPlain(cell) || cell.name) return undefined;
		cells.push(inside);
		at += 1;
	}
	// A cell that only holds a text needs no ref: the row has one.
	for (const cell of plain) cell.element = undefined;
	return cells.length > 0 ? cells : undefined;
}

function isPlain({ role, interactive, words }: Line): boolean {
	return (role === "cell" || role === "gridcell") && !interactive && words.length === 0;
}
