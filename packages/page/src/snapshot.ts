// `snapshot`: the page as an agent reads it, within a budget of characters, with refs to act on and a last line
// that says what was left out and how to get it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { budgetOf, fail, positive } from "./check-args.ts";
import { documentElement, documentTitle, queryAll } from "./pristine.ts";
import { requireReadable } from "./readable.ts";
import type { Refs } from "./refs.ts";
import { type Line, Lines } from "./snapshot-lines.ts";
import { SnapshotWalk } from "./snapshot-walk.ts";

/** Elements looked at for each character of the budget, at most. */
const LOOKS_PER_CHARACTER = 2;

export function snapshot(refs: Refs, args: KitArgs<"snapshot">): KitResult<"snapshot"> {
	const budget = budgetOf(args.budget);
	requireReadable();
	const maxDepth = args.depth === undefined ? Number.POSITIVE_INFINITY : positive("depth", args.depth);
	if (args.ref !== undefined && typeof args.ref !== "string") fail("ref must be text");
	const root = args.ref === undefined ? undefined : refs.element(args.ref);
	const interactive = args.interactive === true;
	const lines = new Lines(refs, budget);
	const maxLooks = budget * LOOKS_PER_CHARACTER;
	const walk = new SnapshotWalk({ lines, interactive, maxDepth, maxLooks, unfolded: root });
	const modals = root ? [] : Array.from(queryAll("dialog:modal"));
	if (root) walk.start([root], true);
	else if (modals.length > 0) walk.start(modals, true);
	else {
		// Not the body: things are put beside it, and a script may have taken everything out of the document.
		const start: Element | null = documentElement(document);
		walk.start(start ? [start] : [], false);
	}

	if (interactive) keepWhatLeadsToControls(lines);
	const { omitted } = walk;
	const behind = modals.length > 0 ? "this dialog" : root ? undefined : walk.sheet;
	const text = lines.text(tail(lines.full, omitted, behind));
	const nodes = lines.all.filter(({ kind }) => kind !== "fold").length;
	const { frames } = lines;
	return { text, nodes, omitted, frames, url: location.href, title: documentTitle(document) };
}

function tail(full: boolean, omitted: number, behind: string | undefined): string {
	if (full) {
		return `… about ${omitted} more: ask with a larger budget, by the ref of one part, or for interactive nodes only`;
	}
	return behind ? `… the page behind ${behind} cannot be used until it is closed` : "";
}

/**
 * With controls only asked for: a heading stays if a control comes before the next heading of its rank, a landmark
 * if there is a control in it.
 */
function keepWhatLeadsToControls(lines: Lines): void {
	for (let at = lines.all.length - 1; at >= 0; at -= 1) {
		const line = lines.all[at] as Line;
		if (line.interactive) continue;
		const isEmpty = (lines.all[at + 1]?.depth ?? 0) <= line.depth;
		const idle = line.level > 0 ? !headsControl(lines.all, at, line.level) : isEmpty;
		if (idle) lines.remove(at);
	}
}

function headsControl(all: Line[], at: number, level: number): boolean {
	const depth = all[at]?.depth ?? 0;
	for (let next = at + 1; next < all.length; next += 1) {
		const line = all[next] as Line;
		if (line.depth < depth) return false;
		if (line.level > 0 && line.level <= level) return false;
		if (line.interactive) return true;
	}
	return false;
}
