// The cells of a table by row and column, spans resolved: what a person reads down a column stands in one column.

import { flatChildren, flatParent } from "./flat-tree.ts";
import { attr, isElement, isHtml, localName, matches, parentNode } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { roleOf } from "./role.ts";

export const TABLES = "table, [role=table], [role=grid], [role=treegrid]";
export const CELLS = new Set(["cell", "columnheader", "gridcell", "rowheader"]);
/** A span of a thousand columns is a way to say "all of them". */
const MAX_SPAN = 100;

export interface GridRow {
	row: Element;
	cells: (Element | undefined)[];
	header: boolean;
}

export function gridOf(table: Element): GridRow[] {
	const rows = rowsOf(table);
	const grid: GridRow[] = [];
	/** By column: the cell that reaches down into the next rows, and how far. */
	let hanging: { cell: Element; rows: number }[] = [];
	let group: Node | null = null;
	/** The columns in which cells begin; what only wide cells reach into is no column to a person. */
	let columns = 0;
	for (const row of rows) {
		// No cell reaches out of its head, body or foot.
		if (isHtml(row, "tr") && parentNode(row) !== group) {
			group = parentNode(row);
			hanging = [];
		}
		const cells: (Element | undefined)[] = [];
		const next: typeof hanging = [];
		const hang = () => {
			for (let over = hanging[cells.length]; over; over = hanging[cells.length]) {
				if (over.rows > 1) next[cells.length] = { cell: over.cell, rows: over.rows - 1 };
				cells.push(over.cell);
			}
		};
		for (const cell of cellsOf(row)) {
			hang();
			columns = Math.max(columns, cells.length + 1);
			const [down, across] = spansOf(cell);
			for (let column = 0; column < across; column += 1) {
				if (down > 1) next[cells.length] = { cell, rows: down - 1 };
				cells.push(cell);
			}
		}
		hang();
		hanging = next;
		grid.push({ row, cells, header: cells.length > 0 && cells.every((cell) => cell && isHeader(cell)) });
	}
	for (const { cells } of grid) cells.splice(columns);
	return grid;
}

export function columnsOf(grid: readonly GridRow[]): number {
	return grid.reduce((most, { cells }) => Math.max(most, cells.length), 0);
}

function rowsOf(table: Element): Element[] {
	if (isHtml(table, "table")) return Array.from(table.rows);
	const inner = new Set(queryEverywhere(TABLES, table));
	return queryEverywhere("[role=row], tr", table).filter((row) => {
		for (let at = flatParent(row); at && at !== table; at = flatParent(at)) if (inner.has(at)) return false;
		return true;
	});
}

function cellsOf(row: Element): Element[] {
	if (isHtml(row, "tr")) return Array.from(row.cells);
	return Array.from(flatChildren(row))
		.filter(isElement)
		.filter((cell) => CELLS.has(roleOf(cell)));
}

export function spansOf(cell: Element): [down: number, across: number] {
	if (isHtml(cell, "td") || isHtml(cell, "th")) {
		// Zero is "to the end of the group".
		return [cell.rowSpan || Number.POSITIVE_INFINITY, Math.min(cell.colSpan, MAX_SPAN)];
	}
	const written = Number.parseInt(attr(cell, "aria-colspan") ?? "", 10);
	return [1, written > 0 ? Math.min(written, MAX_SPAN) : 1];
}

function isHeader(cell: Element): boolean {
	return localName(cell) === "th" || matches(cell, "thead td, [role=columnheader]");
}
