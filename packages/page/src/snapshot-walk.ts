// One pass over the drawn tree, from the outside in. It goes on until the budget is full or enough was looked at;
// from then on it only follows what is on the screen. So its cost follows from what it may say, not from the size
// of the page, and what a person looks at is never what was left out.

import { wordsInEmpty } from "./drawn-text.ts";
import { flatChildren, flatParent, onlyText } from "./flat-tree.ts";
import { contentText } from "./name.ts";
import { descendantCount, isElement, isText, localName } from "./pristine.ts";
import type { Fold } from "./refs.ts";
import { roleOf } from "./role.ts";
import { Sight } from "./sight.ts";
import {
	HEAD,
	MAX_NESTING,
	OUTLINE_LEVELS,
	OUTLINE_LOOKS,
	SCREENFUL,
	SHORT,
	SPARED,
} from "./snapshot-bounds.ts";
import { close, closeCut } from "./snapshot-close.ts";
import { elementsFrom, memberFrom, membersIn } from "./snapshot-count.ts";
import {
	FOLD_LOOKS,
	foldedName,
	LINE_OF_MEMBER,
	pluralOf,
	type Run,
	runAt,
	SHORTEST_RUN,
} from "./snapshot-fold.ts";
import type { Lines, NewLine, Rank } from "./snapshot-lines.ts";
import {
	framesControls,
	isOutlineRole,
	namesAnother,
	type Shown,
	showAs,
	textAlone,
} from "./snapshot-node.ts";
import type { Place, WalkOptions } from "./snapshot-place.ts";
import { nameRow } from "./snapshot-rows.ts";
import { PendingText } from "./snapshot-text.ts";
import { viewIn, viewOf, windowOf } from "./snapshot-view.ts";
import { hidesText, MASK } from "./value.ts";
import { hidesContent, isNeverDrawn, isWithdrawn, mayBeDrawn } from "./visible.ts";

export class SnapshotWalk {
	readonly #options: WalkOptions;
	readonly #lines: Lines;
	readonly #sight = new Sight();
	#looks = 0;
	#nesting = 0;
	/** Something lies deeper than can be followed. */
	isTooDeep = false;
	#outlineLooks = 0;
	/** Those looked at before there was anything new to say. */
	#looksBefore = 0;
	readonly #text: PendingText;
	/** Elements not looked at, and members of folded runs. */
	#unseen = 0;
	#folded = 0;

	constructor(options: WalkOptions) {
		this.#options = options;
		this.#lines = options.lines;
		this.#text = new PendingText(options.lines);
	}

	start(roots: Element[], itself: boolean): void {
		const place = this.#outermost();
		for (const root of roots) {
			this.#sight.enter(root);
			this.#text.block = root;
			if (!itself) this.#sight.look(root, getComputedStyle(root));
			if (itself) this.#element(root, place);
			else this.#children(root, getComputedStyle(root), place);
		}
		this.#text.flush(place);
	}

	/** What lies over the whole page, in words. */
	get sheet(): string | undefined {
		return this.#sight.sheet;
	}

	/** What a fold stands for, without the first few: an answer that goes on where the fold began. */
	goOn({ first, behind }: Fold, skip: number): { next?: number; left: string } {
		const parent = flatParent(first);
		const children = parent ? flatChildren(parent) : [first];
		const start = Array.prototype.indexOf.call(children, first);
		const last = behind ? Array.prototype.indexOf.call(children, behind, start) : -1;
		const end = last < 0 ? children.length : last;
		const place = this.#outermost();
		this.#sight.enter(first);
		this.#text.block = parent;
		let member = 0;
		for (let at = start; at < end; at += 1) {
			const child = children[at] as Node;
			if (!mayBeDrawn(child)) continue;
			member += 1;
			if (member <= skip) continue;
			const before = this.#lines.all.length;
			const isFirst = !this.#lines.begun;
			const { made } = this.#lines;
			this.#element(child, place);
			this.#text.flush(place);
			this.#lines.startAnew();
			if (!this.#stopped) continue;
			const { gap } = this.#lines;
			// One that was cut is shown whole by the next answer, unless there was never more room than now.
			if (!isFirst) this.#lines.remove(before, this.#lines.all.length - before);
			const whole = isFirst && gap === undefined ? member : member - 1;
			const left = membersIn(children, start, end) - whole;
			if (left === 0) break;
			this.#folded = left;
			const next = isFirst && gap !== undefined ? whole + (gap - made) * LINE_OF_MEMBER : whole;
			return { next, left: foldedName(left, pluralOf(first) ?? "like these") };
		}
		return { left: "" };
	}

	/** Lines left out, estimated: unseen elements come to lines as often as those seen did. */
	get omitted(): number {
		const { all, refused, gap } = this.#lines;
		const rate = this.#looks > 0 ? Math.min(1, (all.length + refused) / this.#looks) : 1;
		const left = refused + Math.ceil(Math.max(0, this.#unseen) * rate);
		return this.#folded + (gap === undefined ? left : Math.max(left, 1));
	}

	#outermost(): Place {
		const view = this.#options.ranked ? "part" : "in";
		return { depth: 0, silent: false, atom: false, clickable: false, holder: undefined, view };
	}

	/** Nothing more is looked at. */
	get #stopped(): boolean {
		const most = this.#options.maxLooks * (this.#options.ranked ? 2 : 1);
		return this.#lines.full || this.#looks - this.#looksBefore > most;
	}

	/** Only what is on the screen is still looked at. */
	#passes(place: Place): boolean {
		if (this.#stopped) return true;
		return place.view !== "in" && (!this.#lines.takes(1) || this.#looks > this.#options.maxLooks);
	}

	#children(el: Element, style: CSSStyleDeclaration, place: Place, display = style.display): void {
		const children = flatChildren(el);
		if (hidesContent(style, display)) return;
		if (children.length === 0) {
			if (this.#hears(place)) this.#text.add(wordsInEmpty(el, this.#sight));
			return;
		}
		if (hidesText(el, style)) {
			if (style.visibility === "visible" && this.#hears(place)) this.#text.add(MASK);
			return;
		}
		const { folds, unfolded } = this.#options;
		// A run is measured once, not again at each of its members.
		let measuredTo =
			folds && children.length > SHORTEST_RUN && !(unfolded && (el === unfolded || place.holder === unfolded))
				? 0
				: children.length;
		for (let at = 0; at < children.length; at += 1) {
			const child = children[at] as Node;
			const isElementChild = isElement(child);
			if (isElementChild && at >= measuredTo && !this.#stopped && !isNeverDrawn(child)) {
				const run = runAt(children, at, child);
				measuredTo = run.end;
				if (run.plural) {
					this.#run(children, at, run, run.plural, place);
					at = run.end - 1;
					continue;
				}
			}
			if (this.#passes(place)) {
				this.#passOver(children, at, place, (text) => this.#words(text, el, style, place));
				return;
			}
			if (isElementChild) {
				if (!isNeverDrawn(child)) this.#element(child, place);
			} else if (isText(child)) this.#words(child, el, style, place);
		}
	}

	#words(text: Text, el: Element, style: CSSStyleDeclaration, place: Place): void {
		if (this.#hears(place) && this.#sight.reads(text, el, style)) this.#text.add(text.data);
	}

	/** The rest of these children, of which only what is on the screen is shown, and landmarks are named. */
	#passOver(children: ArrayLike<Node>, from: number, place: Place, hear: (text: Text) => void): void {
		this.#lines.skip();
		this.#unseen += elementsFrom(children, from);
		const looks = this.#looks;
		const isShort = children.length - from <= SHORT;
		const { start, end } = isShort
			? { start: from, end: children.length }
			: windowOf(children, from, children.length, SCREENFUL);
		for (let at = start; at < end && !this.#stopped; at += 1) {
			const child = children[at] as Element | Text;
			const isSeen = place.view !== "out" && viewOf(child) !== "out";
			if (isText(child)) {
				if (isSeen) hear(child);
			} else if (mayBeDrawn(child)) {
				if (isSeen) this.#element(child, place);
				else this.#outline(child, place, OUTLINE_LEVELS);
			}
		}
		this.#unseen -= this.#looks - looks;
	}

	/** A landmark or a heading that is passed over is named all the same, as far as it is near. */
	#outline(el: Element, place: Place, levels: number): void {
		this.#outlineLooks += 1;
		if (this.#outlineLooks > OUTLINE_LOOKS || !this.#lines.takes(1) || place.atom) return;
		const style = isOutlineRole(roleOf(el)) ? getComputedStyle(el) : undefined;
		const isShown =
			style && !isWithdrawn(el) && this.#sight.enter(el) && this.#sight.look(el, style) === "shown";
		const isNear = place.depth < this.#options.maxDepth;
		const shown = isShown && isNear ? showAs(el, style, true, this.#sight) : undefined;
		if (shown) {
			const words = shown.shape === "container" ? [...shown.words, "…"] : shown.words;
			this.#lines.add({ ...shown, words, depth: place.depth, kind: "node", element: el, rank: 1 });
			return;
		}
		const children = levels > 0 ? flatChildren(el) : [];
		for (let at = 0; at < Math.min(children.length, SHORT); at += 1) {
			const child = children[at] as Node;
			if (mayBeDrawn(child)) this.#outline(child, place, levels - 1);
		}
	}

	/** The first members of a long run and those on the screen, and a line for each part between and behind. */
	#run(children: ArrayLike<Node>, start: number, run: Run, plural: string, place: Place): void {
		const screen = this.#onScreen(children, start, run, place);
		const density = run.size / (run.end - start);
		let looked = 0;
		let at = start;
		const showTo = (most: number, end: number) => {
			let shown = 0;
			for (; at < run.end && (shown < most || at < end) && !this.#passes(place); at += 1) {
				const child = children[at] as Node;
				if (!mayBeDrawn(child)) continue;
				if (looked >= FOLD_LOOKS && at >= end) break;
				const before = this.#lines.all.length + this.#text.length;
				this.#element(child, place);
				looked += 1;
				if (this.#lines.all.length + this.#text.length > before) shown += 1;
			}
		};
		const isFurther = (screen.start - start) * density > run.shown;
		showTo(isFurther ? HEAD : run.shown, start);
		if (at < screen.end) this.#lines.part();
		if (at < screen.start) {
			this.#fold(children, at, screen.start, plural, place);
			at = screen.start;
		}
		// Members higher than the screen are on it in part only, and are judged by what is in them.
		for (; at < screen.end && !this.#stopped; at += 1) {
			const child = children[at] as Node;
			if (mayBeDrawn(child)) this.#element(child, place);
		}
		// A fold of one or two would take as much room as they do.
		if (membersIn(children, at, Math.min(run.end, at + SHORT)) <= SPARED) showTo(SPARED, run.end);
		if (this.#passes(place)) this.#lines.part();
		this.#fold(children, at, run.end, plural, place);
	}

	#onScreen(
		children: ArrayLike<Node>,
		start: number,
		run: Run,
		place: Place,
	): { start: number; end: number } {
		const isList = localName(children[start] as Element) === "option";
		if (!this.#options.ranked || place.view === "out" || isList) return { start, end: start };
		return windowOf(children, start, run.end, SCREENFUL);
	}

	/** A line for these, if there are any. */
	#fold(children: ArrayLike<Node>, from: number, to: number, plural: string, place: Place): void {
		const count = membersIn(children, from, to);
		if (count === 0) return;
		this.#text.flush(place);
		this.#folded += count;
		// Where nothing more is looked at, what comes next is no fold but the next member.
		if (this.#stopped) {
			this.#lines.skip();
			return;
		}
		const rank = place.view === "out" ? 1 : 0;
		const [element, behind] = [memberFrom(children, from), memberFrom(children, to)];
		const said = { role: "", name: foldedName(count, plural), words: [], value: undefined, level: 0 };
		this.#lines.add({ depth: place.depth, kind: "fold", ...said, element, behind, interactive: true, rank });
	}

	#element(el: Element, place: Place): void {
		if (this.#nesting >= MAX_NESTING) {
			this.isTooDeep = true;
			this.#lines.skips += 1;
			this.#unseen += 1 + descendantCount(el);
			return;
		}
		this.#nesting += 1;
		this.#enter(el, place);
		this.#nesting -= 1;
	}

	#enter(el: Element, around: Place): void {
		if (this.#options.told.includes(el)) return;
		this.#looks += 1;
		if (!this.#options.ranked && !this.#lines.begun) this.#looksBefore = this.#looks;
		if (isWithdrawn(el) && !this.#sight.isDrawnFor(el)) return;
		const style = getComputedStyle(el);
		const { display } = style;
		const look = this.#sight.look(el, style, display);
		if (look === "gone") return;
		const view = viewIn(around.view, el, style);
		const place = view === around.view ? around : { ...around, view };
		const shown = look === "shown" ? showAs(el, style, place.clickable, this.#sight) : undefined;
		// An atom may be named by text that cannot be seen; the text of other shapes is said where it is met.
		const isBlank = () => shown?.shape === "atom" && this.#sight.isBlank(el, style);
		if (shown && this.#isWanted(shown, place) && !isBlank()) this.#line(el, style, shown, place, display);
		else this.#raise(el, style, place, display);
	}

	#isWanted(shown: Shown, place: Place): boolean {
		if (shown.interactive) return true;
		if (place.atom) return false;
		return !this.#options.interactive || shown.level > 0 || framesControls(shown);
	}

	/** Nothing to say about the element itself: its children take its place. */
	#raise(el: Element, style: CSSStyleDeclaration, place: Place, display: string): void {
		const isBlock = display === "block" || !/^(inline$|contents|ruby)/.test(display);
		if (isBlock) this.#text.flush(place);
		else if (localName(el) === "br") this.#text.add(" ");
		const silent = place.silent || namesAnother(el);
		const clickable = place.clickable || this.#sight.invites(el, style);
		const isSame = silent === place.silent && clickable === place.clickable;
		const block = this.#text.block;
		if (isBlock) this.#text.block = el;
		this.#children(el, style, isSame ? place : { ...place, silent, clickable }, display);
		if (isBlock) this.#text.flush(place);
		this.#text.block = block;
	}

	#line(el: Element, style: CSSStyleDeclaration, shown: Shown, place: Place, display: string): void {
		this.#text.flush(place);
		const isContainer = shown.shape === "container";
		const matters = shown.interactive || shown.level > 0 || isContainer;
		const rank: Rank = place.view !== "out" ? 0 : matters ? 1 : 2;
		const { role, name, words, value, interactive, level } = shown;
		const { depth } = place;
		// biome-ignore format: as one line
		const draft: NewLine = { depth, kind: "node", element: el, rank, role, name, words, value, interactive, level };
		const at = this.#lines.all.length;
		const isLast = place.depth + 1 >= this.#options.maxDepth;
		// Where no text is gathered below, a brief node says its text itself.
		if (shown.shape === "brief" && !draft.name && (isLast || this.#options.interactive))
			draft.name = contentText(el, this.#sight);
		const alone = shown.shape === "brief" && !draft.name ? textAlone(el, style, this.#sight, display) : "";
		if (alone) draft.name = alone;
		const below = isLast && isContainer ? descendantCount(el) : 0;
		if (below > 0) draft.words = [...draft.words, "…"];
		const line = this.#lines.add(draft);
		if (!line) {
			// A text that finds no room may have something in it that does.
			if (rank === 2 && !isLast && shown.shape !== "leaf") this.#children(el, style, place, display);
			else this.#unseen += descendantCount(el);
			return;
		}
		this.#unseen += below;
		if (shown.shape === "leaf" || isLast || alone) return;
		const inside: Place = {
			depth: place.depth + 1,
			silent: shown.shape === "atom" || (shown.shape === "brief" && line.name !== ""),
			atom: place.atom || shown.shape === "atom",
			clickable: place.clickable || shown.interactive,
			holder: el,
			view: place.view,
		};
		const { skips } = this.#lines;
		// The text of an atom is its name: where there is nothing else, nothing is shown inside.
		const block = this.#text.block;
		this.#text.block = el;
		if (shown.shape !== "atom" || !onlyText(el)) this.#children(el, style, inside, display);
		this.#text.flush(inside);
		this.#text.block = block;
		if (this.#options.interactive && line.role === "row") nameRow(this.#lines, at, el, this.#sight);
		if (this.#lines.skips === skips) close(this.#lines, at, line, shown);
		else this.#unseen += closeCut(this.#lines, at, line, shown);
	}

	/** Whether text at this place would be said at all. */
	#hears(place: Place): boolean {
		return !(place.silent || this.#options.interactive);
	}
}
