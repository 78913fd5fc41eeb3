// `snapshot`: the page as an agent reads it, within a budget of characters, with refs to act on, and what was left
// out and how to get it.

import type { KitArgs, KitResult } from "@reins/protocol";
import { budgetOf, cursorOf, fail, MAX_READ_BUDGET, positive } from "./check-args.ts";
import { contains, documentElement, documentTags, documentTitle, matches } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { LINE_OF_MEMBER } from "./snapshot-fold.ts";
import { type Line, Lines } from "./snapshot-lines.ts";
import { SnapshotWalk } from "./snapshot-walk.ts";

/** Elements looked at for each character of the budget, at most, from the first line on that is new. */
const LOOKS_PER_CHARACTER = 0.375;
const MIN_LOOKS = 1_000;

export function snapshot(refs: Refs, args: KitArgs<"snapshot">): KitResult<"snapshot"> {
	return look(refs, args).seen;
}

/** As it is compared with another. */
interface Looked {
	seen: KitResult<"snapshot">;
	lines: Lines;
	/** So many lines come before the first that was left out, but for folds, which are lines themselves. */
	sure: number;
	/** So many, the first ones, are of dialogs that the page lies behind. */
	over: number;
}

/** `through`: what lies behind a dialog comes after it. */
export function look(refs: Refs, args: KitArgs<"snapshot">, through = false): Looked {
	const unfold = args.unfold === true;
	const budget = budgetOf(args.budget ?? (unfold ? MAX_READ_BUDGET : undefined));
	const maxDepth = args.depth === undefined ? Number.POSITIVE_INFINITY : positive("depth", args.depth);
	if (args.ref !== undefined && typeof args.ref !== "string") fail("ref must be text");
	const fold = args.ref === undefined ? undefined : refs.fold(args.ref);
	const root = args.ref === undefined ? undefined : refs.element(args.ref);
	const cursor = cursorOf(args.cursor);
	const interactive = args.interactive === true;
	// A cursor is one more than the number of the line that comes next: the first answer shows what is on the screen,
	// and the next may have to begin with the first line. In a fold it counts members.
	const from = fold ? Math.floor(cursor / LINE_OF_MEMBER) : Math.max(0, cursor - 1);
	const lines = new Lines(refs, budget, from);
	const maxLooks = Math.max(budget * LOOKS_PER_CHARACTER, MIN_LOOKS);
	const ranked = !root && cursor === 0 && !unfold;
	const told: Element[] = [];
	const options = { lines, ranked, interactive, folds: !unfold, maxDepth, maxLooks, unfolded: root, told };
	const walk = new SnapshotWalk(options);
	const answer = (more: string, next: number | undefined) => {
		const place = { url: location.href, title: documentTitle(document) };
		const { omitted } = walk;
		const { text, nodes, frames } = lines;
		const rest = { ...(more && { more }), ...(next !== undefined && { next }) };
		return { text, nodes, omitted, frames, ...place, ...rest };
	};
	if (fold) {
		const { next, left } = walk.goOn(fold, cursor % LINE_OF_MEMBER);
		return { seen: answer(left, next), lines, sure: 0, over: 0 };
	}
	const modals = root ? [] : openModals();
	if (root) walk.start([root], true);
	else if (modals.length > 0) walk.start(modals, true);
	const { made } = lines;
	if (!root && (through || modals.length === 0)) {
		// Not the body: things are put beside it, and a script may have taken everything out of the document.
		const start: Element | null = documentElement(document);
		told.push(...modals);
		walk.start(start ? [start] : [], false);
	}

	if (interactive) keepWhatLeadsToControls(lines);
	if (ranked) lines.fit();
	const { next } = lines;
	const isCut = next !== undefined || walk.isTooDeep;
	const behind = modals.length > 0 && !through ? "this dialog" : root ? undefined : walk.sheet;
	const seen = {
		...answer(isCut ? `about ${walk.omitted} more` : "", next === undefined ? undefined : next + 1),
		...(behind && { behind }),
	};
	const over = modals.length > 0 ? lines.all.filter(({ number }) => number < made).length : 0;
	return { seen, lines, sure: walk.isTooDeep ? 0 : lines.sure, over };
}

/** One that stands in another comes with it. */
function openModals(): Element[] {
	const dialogs = documentTags("dialog");
	if (dialogs.length === 0) return [];
	const open = Array.from(dialogs).filter((el) => matches(el, ":modal"));
	return open.filter((el) => !open.some((other) => other !== el && contains(other, el)));
}

/**
 * With controls only asked for: a heading stays if a control comes before the next heading of its rank, a landmark
 * if there is a control in it.
 */
function keepWhatLeadsToControls(lines: Lines): void {
	for (let at = lines.all.length - 1; at >= 0; at -= 1) {
		const line = lines.all[at] as Line;
		if (line.interactive) continue;
		if (line.level > 0 ? !headsControl(lines, at, line.level) : isIdle(lines, at)) lines.remove(at);
	}
}

/** What is in it was looked at, and is nothing. */
function isIdle(lines: Lines, at: number): boolean {
	const line = lines.all[at] as Line;
	if (line.words.at(-1) === "…") return false;
	const next = lines.all[at + 1];
	return next ? next.depth <= line.depth : lines.gap === undefined;
}

function headsControl(lines: Lines, at: number, level: number): boolean {
	const depth = lines.all[at]?.depth ?? 0;
	for (let next = at + 1; next < lines.all.length; next += 1) {
		const line = lines.all[next] as Line;
		if (line.number >= (lines.gap ?? line.number + 1)) return true;
		if (line.depth < depth) return false;
		if (line.level > 0 && line.level <= level) return false;
		if (line.interactive) return true;
	}
	// What comes next is in the next answer.
	return lines.gap !== undefined;
}
