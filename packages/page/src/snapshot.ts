// `snapshot`: the page as an agent reads it, within a budget of characters, with refs to act on and a last line
// that says what was left out and how to get it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { budgetOf, cursorOf, fail, MAX_READ_BUDGET, positive } from "./check-args.ts";
import { documentElement, documentTags, documentTitle, matches } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { type Line, Lines } from "./snapshot-lines.ts";
import { SnapshotWalk } from "./snapshot-walk.ts";

/** Elements looked at for each character of the budget, at most, and for each line that is not given again. */
const LOOKS_PER_CHARACTER = 0.375;
const LOOKS_PER_LINE = 40;
const MIN_LOOKS = 1_000;

export function snapshot(refs: Refs, args: KitArgs<"snapshot">): KitResult<"snapshot"> {
	const unfold = args.unfold === true;
	const budget = budgetOf(args.budget ?? (unfold ? MAX_READ_BUDGET : undefined));
	const maxDepth = args.depth === undefined ? Number.POSITIVE_INFINITY : positive("depth", args.depth);
	if (args.ref !== undefined && typeof args.ref !== "string") fail("ref must be text");
	const first = args.ref === undefined ? undefined : refs.foldStart(args.ref);
	const root = args.ref === undefined ? undefined : refs.element(args.ref);
	const cursor = cursorOf(args.cursor);
	const interactive = args.interactive === true;
	const lines = new Lines(refs, budget, first ? 0 : cursor);
	const looks = Math.max(budget * LOOKS_PER_CHARACTER, MIN_LOOKS);
	const maxLooks = looks + (first ? 0 : cursor * LOOKS_PER_LINE);
	const ranked = !root && cursor === 0 && !unfold;
	const options = { lines, ranked, interactive, folds: !unfold, maxDepth, maxLooks, unfolded: root };
	const walk = new SnapshotWalk(options);
	const answer = (text: string, omitted: number, next: number | undefined) => {
		const place = { url: location.href, title: documentTitle(document) };
		const { nodes, frames } = lines;
		return { text, nodes, omitted, frames, ...place, ...(next !== undefined && { next }) };
	};
	if (first) {
		const { next, left } = walk.goOn(first, cursor);
		const text = lines.text(left && `… ${left}: go on with cursor ${next}`);
		return answer(text, walk.omitted, next);
	}
	const modals = root ? [] : Array.from(documentTags("dialog")).filter((el) => matches(el, ":modal"));
	if (root) walk.start([root], true);
	else if (modals.length > 0) walk.start(modals, true);
	else {
		// Not the body: things are put beside it, and a script may have taken everything out of the document.
		const start: Element | null = documentElement(document);
		walk.start(start ? [start] : [], false);
	}

	if (interactive) keepWhatLeadsToControls(lines);
	lines.fit();
	const { omitted } = walk;
	// A cursor that leads nowhere would be followed for ever.
	const next = lines.gap !== undefined && lines.gap > cursor ? lines.gap : undefined;
	const behind = modals.length > 0 ? "this dialog" : root ? undefined : walk.sheet;
	const text = lines.text(tail(lines.gap !== undefined, omitted, next, behind));
	return answer(text, omitted, next);
}

function tail(cut: boolean, omitted: number, next: number | undefined, behind: string | undefined): string {
	if (cut) {
		const onwards = next === undefined ? "" : `go on with cursor ${next}, or `;
		return `… about ${omitted} more: ${onwards}ask with a larger budget, by the ref of one part, or for interactive nodes only`;
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
