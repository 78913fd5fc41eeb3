// The table of ranks in docs/architecture.md, read as data.

import { type TreeFile, textOf } from "./tree.ts";

export const rankPage = "docs/architecture.md";

/** How much of a package may be imported: everything, its types, or one of its entries. */
export type Leave = "all" | "types" | { entry: string };

export interface Row {
	/** Absent for what stands beside the ranks. */
	rank: number | undefined;
	name: string;
	/** Undefined means: anything. */
	mayImport: Map<string, Leave> | undefined;
}

/** Throws where there is not exactly one such table. */
export function readRanks(files: readonly TreeFile[]): Row[] {
	const text = textOf(files, rankPage);
	if (text === undefined) throw new Error(`${rankPage} is missing.`);
	const lines = text.split("\n");
	const heads = lines.flatMap((line, index) => (isHead(line) ? [index] : []));
	const [head] = heads;
	if (head === undefined || heads.length > 1) {
		throw new Error(`${rankPage} must have exactly one table "rank | package | … | may import".`);
	}
	const rows: Row[] = [];
	for (const line of lines.slice(head + 2)) {
		if (!line.startsWith("|")) break;
		rows.push(readRow(line));
	}
	return rows;
}

function isHead(line: string): boolean {
	const cells = cellsOf(line);
	return cells[0] === "rank" && cells[1] === "package" && cells[3] === "may import";
}

function cellsOf(line: string): string[] {
	return line
		.split("|")
		.slice(1, -1)
		.map((cell) => cell.trim());
}

function readRow(line: string): Row {
	const [rank = "", name = "", , leave = ""] = cellsOf(line);
	const packageName = /^`([a-z-]+)`$/.exec(name)?.[1];
	if (packageName === undefined) throw new Error(`${rankPage}: "${name}" is not a package in backticks.`);
	return {
		rank: /^\d+$/.test(rank) ? Number(rank) : undefined,
		name: packageName,
		mayImport: leave === "anything" ? undefined : readLeave(leave),
	};
}

/** `` `protocol`, `link` (types), `broker` (entry client) `` or a dash. */
function readLeave(cell: string): Map<string, Leave> {
	const leave = new Map<string, Leave>();
	if (cell === "–") return leave;
	for (const item of cell.split(",")) {
		const [, name, kind] = /^`([a-z-]+)`(?: \((types|entry [a-z-]+)\))?$/.exec(item.trim()) ?? [];
		if (name === undefined) throw new Error(`${rankPage}: "${item.trim()}" cannot be read in "may import".`);
		if (kind === undefined) leave.set(name, "all");
		else leave.set(name, kind === "types" ? "types" : { entry: kind.slice("entry ".length) });
	}
	return leave;
}
