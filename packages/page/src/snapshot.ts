// `snapshot`: the page as an agent reads it, within a budget of characters, with refs to act on and a last line
// that says what was left out and how to get it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { budgetOf, fail, positive } from "./check-args.ts";
import { documentBody, documentElement, queryAll } from "./pristine.ts";
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
		// A script may have taken everything out of the document.
		const start: Element | null = documentBody(document) ?? documentElement(document);
		walk.start(start ? [start] : [], false);
	}

	if (interactive) keepWhatLeadsToControls(lines);
	const { omitted } = walk;
	const text = lines.text(tail(lines.full, omitted, modals.length > 0));
	const nodes = lines.all.filter(({ kind }) => kind !== "fold").length;
	return { text, nodes, omitted, frames: lines.frames };
}

function tail(full: boolean, omitted: number, behindModal: boolean): string {
	if (full) {
		return `… about ${omitted} more: ask with a larger budget, by the ref of one part, or for interactive nodes only`;
	}
	return behindModal ? "… the page behind this dialog cannot be used until it is closed" : "";
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
