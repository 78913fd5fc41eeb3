// `tables`: the rows of every table on the page, as a person reads them.

import type { KitArgs, KitResult, TableRow } from "@reins/protocol";
import { listing } from "./listing.ts";
import { nameOf } from "./name.ts";
import { closest, hasAttr, matches } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import { cut } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { inScope } from "./scope.ts";
import { Sight } from "./sight.ts";
import { columnsOf, type GridRow, gridOf, TABLES } from "./table-grid.ts";
import { textOf } from "./text.ts";

const CELL_LENGTH = 400;
const NAME_LENGTH = 120;

export function tables(refs: Refs, args: KitArgs<"tables">): KitResult<"tables"> {
	const sight = new Sight();
	const rows = inScope(refs, args.target, TABLES, (root) => matches(root, TABLES))
		.filter((table) => !isLayout(table) && sight.sees(table))
		.flatMap((table) => {
			const grid = gridOf(table);
			return grid.map((row) => ({ table, grid, row }));
		});
	let told: Element | undefined;
	const make = ({
		table,
		grid,
		row,
	}: {
		table: Element;
		grid: GridRow[];
		row: GridRow;
	}): TableRow | undefined => {
		if (!sight.sees(row.row)) return undefined;
		const cells = row.cells.map((cell) => (cell ? textOf(cell, CELL_LENGTH, sight) : ""));
		const isFirst = told !== table;
		told = table;
		const name = isFirst ? cut(nameOf(table), NAME_LENGTH) : "";
		const head = { ref: refs.of(table), name, rows: grid.length, columns: columnsOf(grid) };
		return { ...(isFirst && { table: head }), cells, header: row.header };
	};
	return listing(rows, args, make);
}

/** Tables that only put things beside each other hold others or headings, and have no headers of their own. */
export function isLayout(table: Element): boolean {
	const role = roleOf(table);
	if (role === "none" || role === "generic") return true;
	if (hasAttr(table, "role")) return false;
	// The headers of a table inside of it are not its own.
	const headers = queryEverywhere("caption, thead, th", table);
	if (headers.some((el) => closest(el, "table") === table)) return false;
	return queryEverywhere("table, h1, h2, h3, h4, h5, h6", table).length > 0;
}
