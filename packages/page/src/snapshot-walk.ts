// One pass over the drawn tree, from the outside in, that stops as soon as the budget is full. What it costs
// follows from what it may say, not from the size of the page.

import { flatChildren } from "./flat-tree.ts";
import { contentText } from "./name.ts";
import { descendantCount, isElement, isText, localName } from "./pristine.ts";
import { tidy } from "./quote.ts";
import { Sight } from "./sight.ts";
import { FOLD_AFTER, FOLD_LOOKS, foldedName, type Run, runAt } from "./snapshot-fold.ts";
import { type Line, type Lines, TEXT_LENGTH } from "./snapshot-lines.ts";
import { framesControls, namesAnother, type Shown, showAs } from "./snapshot-node.ts";
import { hidesText, MASK } from "./value.ts";
import { hidesContent, isNeverDrawn, isWithdrawn } from "./visible.ts";

/** Siblings counted one by one before the rest is taken to be like them. */
const SAMPLE = 300;
/** Elements inside of each other, beyond what any page is written like; calls cannot be nested without end. */
const MAX_NESTING = 1_000;

interface WalkOptions {
	lines: Lines;
	/** Only what can be operated, and where it stands. */
	interactive: boolean;
	/** Levels of lines that are shown. */
	maxDepth: number;
	/** Elements that may be looked at: bounds pages with much markup and nothing to say. */
	maxLooks: number;
	/** Asked for by its ref: runs right inside of it are not folded. */
	unfolded: Element | undefined;
}

/** Where the walk is, as far as it matters for what is shown. */
interface Place {
	depth: number;
	/** Text here is already part of a name. */
	silent: boolean;
	/** Inside of something shown by its name: only what can be operated is shown. */
	atom: boolean;
	clickable: boolean;
	/** The innermost element that has a line. */
	holder: Element | undefined;
}

export class SnapshotWalk {
	readonly #options: WalkOptions;
	readonly #lines: Lines;
	readonly #sight = new Sight();
	#looks = 0;
	#nesting = 0;
	#pendingText = "";
	/** Elements not looked at, and members of folded runs. */
	#unseen = 0;
	#folded = 0;

	constructor(options: WalkOptions) {
		this.#options = options;
		this.#lines = options.lines;
	}

	start(roots: Element[], itself: boolean): void {
		const place: Place = { depth: 0, silent: false, atom: false, clickable: false, holder: undefined };
		for (const root of roots) {
			this.#sight.enter(root);
			if (!itself) this.#sight.look(root, getComputedStyle(root));
			if (itself) this.#element(root, place);
			else this.#children(root, getComputedStyle(root), place);
		}
		this.#flushText(place);
	}

	/** What lies over the whole page, in words. */
	get sheet(): string | undefined {
		return this.#sight.sheet;
	}

	/** Lines left out, estimated: unseen elements come to lines as often as those seen did. */
	get omitted(): number {
		const rate = this.#looks > 0 ? Math.min(1, Math.max(1, this.#lines.all.length) / this.#looks) : 1;
		const unseen = Math.ceil(this.#unseen * rate);
		return this.#folded + (this.#lines.full ? Math.max(unseen, 1) : unseen);
	}

	get #stopped(): boolean {
		if (this.#looks > this.#options.maxLooks) this.#lines.full = true;
		return this.#lines.full;
	}

	#children(el: Element, style: CSSStyleDeclaration, place: Place): void {
		const children = flatChildren(el);
		if (children.length === 0 || hidesContent(style)) return;
		if (hidesText(el, style)) {
			if (style.visibility === "visible" && this.#hears(place)) this.#text(MASK);
			return;
		}
		const folds = !(
			this.#options.unfolded &&
			(el === this.#options.unfolded || place.holder === this.#options.unfolded)
		);
		// A run is measured once, not again at each of its members; the last few children cannot be a long one.
		let measuredTo = folds ? 0 : children.length;
		for (let at = 0; at < children.length; at += 1) {
			const child = children[at] as Node;
			if (this.#stopped) {
				this.#unseen += elementsFrom(children, at);
				return;
			}
			if (isText(child)) {
				if (this.#hears(place) && this.#sight.reads(child, el, style)) this.#text(child.data);
			} else if (isElement(child) && !isNeverDrawn(child)) {
				const measure = at >= measuredTo && children.length - at > FOLD_AFTER;
				const run = measure ? runAt(children, at, child) : undefined;
				if (run) measuredTo = run.end;
				if (run?.plural) {
					this.#run(el, children, run, run.plural, place);
					at = run.end - 1;
				} else {
					this.#element(child, place);
				}
			}
		}
	}

	/** The first members of a long run, and a line for the rest of it. */
	#run(parent: Element, children: ArrayLike<Node>, run: Run, plural: string, place: Place): void {
		let shown = 0;
		let looked = 0;
		while (looked < run.members.length && shown < FOLD_AFTER && looked < FOLD_LOOKS && !this.#stopped) {
			const before = this.#lines.all.length + this.#pendingText.length;
			this.#element(children[run.members[looked] as number] as Element, place);
			if (this.#lines.all.length + this.#pendingText.length > before) shown += 1;
			looked += 1;
		}
		const rest = run.members.length - looked;
		if (rest === 0) return;
		this.#flushText(place);
		this.#folded += rest;
		this.#lines.add({
			depth: place.depth,
			kind: "fold",
			role: "",
			name: foldedName(rest, plural),
			words: [],
			value: undefined,
			element: parent,
			interactive: true,
			level: 0,
		});
	}

	#element(el: Element, place: Place): void {
		if (this.#nesting >= MAX_NESTING) {
			this.#unseen += 1 + descendantCount(el);
			return;
		}
		this.#nesting += 1;
		this.#enter(el, place);
		this.#nesting -= 1;
	}

	#enter(el: Element, place: Place): void {
		this.#looks += 1;
		if (isWithdrawn(el) && !this.#sight.isDrawnFor(el)) return;
		const style = getComputedStyle(el);
		const look = this.#sight.look(el, style);
		if (look === "gone") return;
		const shown = look === "shown" ? showAs(el, style, place.clickable, this.#sight) : undefined;
		if (shown && this.#isWanted(shown, place) && !this.#isBlank(el, style, shown))
			this.#line(el, style, shown, place);
		else this.#raise(el, style, place);
	}

	/** Named by text that cannot be seen; the text of other shapes is said where it is met. */
	#isBlank(el: Element, style: CSSStyleDeclaration, shown: Shown): boolean {
		return shown.shape === "atom" && this.#sight.isBlank(el, style);
	}

	#isWanted(shown: Shown, place: Place): boolean {
		if (shown.interactive) return true;
		if (place.atom) return false;
		return !this.#options.interactive || shown.level > 0 || framesControls(shown);
	}

	/** Nothing to say about the element itself: its children take its place. */
	#raise(el: Element, style: CSSStyleDeclaration, place: Place): void {
		const isBlock = !/^(inline$|contents|ruby)/.test(style.display);
		if (isBlock) this.#flushText(place);
		else if (localName(el) === "br") this.#pendingText += " ";
		const silent = place.silent || namesAnother(el);
		this.#children(el, style, { ...place, silent, clickable: place.clickable || style.cursor === "pointer" });
		if (isBlock) this.#flushText(place);
	}

	#line(el: Element, style: CSSStyleDeclaration, shown: Shown, place: Place): void {
		this.#flushText(place);
		const line: Line = { ...shown, depth: place.depth, kind: "node", element: el };
		const at = this.#lines.all.length;
		const isLast = place.depth + 1 >= this.#options.maxDepth;
		// Where no text is gathered below, a brief node says its text itself.
		if (shown.shape === "brief" && !line.name && (isLast || this.#options.interactive))
			line.name = contentText(el, this.#sight);
		const below = isLast && shown.shape === "container" ? descendantCount(el) : 0;
		if (below > 0) line.words = [...line.words, "…"];
		if (!this.#lines.add(line)) {
			this.#unseen += 1 + descendantCount(el);
			return;
		}
		this.#unseen += below;
		if (shown.shape === "leaf" || isLast) return;
		const inside: Place = {
			depth: place.depth + 1,
			silent: shown.shape === "atom" || (shown.shape === "brief" && line.name !== ""),
			atom: place.atom || shown.shape === "atom",
			clickable: place.clickable || shown.interactive,
			holder: el,
		};
		this.#children(el, style, inside);
		this.#flushText(inside);
		if (!this.#stopped) this.#close(at, line, shown);
		else if (shown.shape === "brief" && !line.name && this.#lines.all.length === at + 1) {
			// Its text had no room any more; an empty line would say that there is none.
			this.#lines.remove(at);
			this.#unseen += 1;
		}
	}

	/** Once all that is inside is known: merges what would say the same in more lines, drops what says nothing. */
	#close(at: number, line: Line, shown: Shown): void {
		const below = this.#lines.all.slice(at + 1);
		if (below.length === 0) {
			if (!shown.interactive && !shown.matters && !line.name) this.#lines.remove(at);
			else if (shown.level > 0 && !line.name) this.#lines.remove(at);
			return;
		}
		if (shown.shape !== "brief" || line.name) return;
		if (below.every(({ kind }) => kind === "text")) {
			line.name = below.map(({ name }) => name).join(" ");
			this.#lines.remove(at + 1, below.length);
			this.#lines.recharge(line);
			return;
		}
		const direct = below.filter(({ depth }) => depth === line.depth + 1);
		const isWrapper = line.role === "listitem" || line.role === "generic";
		if (
			isWrapper &&
			direct.length === 1 &&
			direct[0]?.kind === "node" &&
			!(shown.interactive && !direct[0].interactive)
		) {
			for (const inner of below) inner.depth -= 1;
			this.#lines.remove(at);
		}
	}

	/** Whether text at this place would be said at all. */
	#hears(place: Place): boolean {
		return !(place.silent || this.#options.interactive || this.#pendingText.length > 2 * TEXT_LENGTH);
	}

	#text(data: string): void {
		this.#pendingText += data.slice(0, 4 * TEXT_LENGTH);
	}

	#flushText(place: Place): void {
		const name = tidy(this.#pendingText);
		this.#pendingText = "";
		if (!name) return;
		const { depth } = place;
		const text = { depth, kind: "text", role: "text", name, words: [], value: undefined } as const;
		this.#lines.add({ ...text, words: [], element: undefined, interactive: false, level: 0 });
	}
}

/** How many elements lie in these children and below, from an index on; many siblings are counted by a sample. */
function elementsFrom(children: ArrayLike<Node>, from: number): number {
	const sample = Math.min(children.length - from, SAMPLE);
	let elements = 0;
	for (let at = from; at < from + sample; at += 1) {
		const child = children[at] as Node;
		if (isElement(child)) elements += 1 + descendantCount(child);
	}
	return Math.round((elements * (children.length - from)) / Math.max(sample, 1));
}
