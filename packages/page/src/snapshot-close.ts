// What becomes of a line once all that stands below it is known: merged where lines would say the same in more words,
// dropped where it says nothing.

import { nameOf } from "./name.ts";
import { type Line, type Lines, type Rank, ranks } from "./snapshot-lines.ts";
import { isOutlineRole, type Shown } from "./snapshot-node.ts";
import { cellsOf, controlsOf, isOneLine } from "./snapshot-rows.ts";

/** Nothing inside was left out. */
export function close(lines: Lines, at: number, line: Line, shown: Shown): void {
	if (lines.all.length === at + 1) {
		// An icon or a shape that shows no words is called by its tooltip or its title.
		if (shown.interactive && !line.name && line.element) {
			line.name = nameOf(line.element);
			lines.recharge(line);
		}
		if (!shown.interactive && !shown.matters && !line.name) lines.remove(at);
		else if (shown.level > 0 && !line.name) lines.remove(at);
		return;
	}
	// What an earlier answer gave as lines of their own must not take up lines that come now.
	if (!lines.isNew(line)) return;
	const below = lines.all.slice(at + 1);
	rerank(lines, line, below);
	const cells = line.role === "row" ? (cellsOf(line, below) ?? controlsOf(line, below)) : undefined;
	if (cells) {
		line.interactive ||= cells.some(({ interactive }) => interactive);
		lines.remove(at + 1, below.length);
		line.cells = cells;
		lines.recharge(line);
		return;
	}
	if (shown.shape !== "brief" || line.name) return;
	if (below.every(({ kind }) => kind === "text")) {
		line.name = below.map(({ name }) => name).join(" ");
		line.more = below.reduce((sum, { more = 0 }) => sum + more, 0);
		lines.remove(at + 1, below.length);
		lines.recharge(line);
		return;
	}
	if (line.role !== "listitem" && line.role !== "generic") return;
	const direct = below.filter(({ depth }) => depth === line.depth + 1);
	if (direct.length === 1 && direct[0]?.kind === "node" && !(shown.interactive && !direct[0].interactive)) {
		for (const inner of below) inner.depth -= 1;
		lines.remove(at);
	}
}

/** Something inside was left out. Answers how many lines went with it: an empty one would say that there is nothing. */
export function closeCut(lines: Lines, at: number, line: Line, shown: Shown): number {
	const below = lines.all.slice(at + 1);
	const isEmpty = below.length === 0 && !line.name && !shown.interactive && !isOutlineRole(line.role);
	// Half a row looks like a row with fewer columns.
	const isHalf = line.role === "row" && lines.full && (below.length === 0 || isOneLine(line, below));
	if ((isEmpty || isHalf) && lines.leave(at, below.length + 1)) return below.length + 1;
	rerank(lines, line, below);
	return 0;
}

/** What holds others matters as much as the best of them. */
function rerank(lines: Lines, line: Line, below: readonly Line[]): void {
	if (line.rank === 0) return;
	const own: Rank = line.interactive || isOutlineRole(line.role) ? 1 : 2;
	const rank = ranks.find((one) => one === own || below.some((inner) => inner.rank === one)) ?? own;
	if (rank !== line.rank) lines.recharge(line, rank);
}
