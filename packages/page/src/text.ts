// `getText`: the words on the page in reading order, blocks on lines of their own. Unlike innerText it sees into
// open shadow roots, leaves out what is transparent, includes what fields show, and stops at the budget.

import type { KitArgs, KitResult } from "@reins/protocol";
import { budgetOf, cursorOf } from "./check-args.ts";
import { wordsInEmpty } from "./drawn-text.ts";
import { excerpt } from "./excerpt.ts";
import { otherChildren } from "./flat-tree.ts";
import {
	attr,
	firstChild,
	isElement,
	isHtml,
	isText,
	localName,
	nextSibling,
	textContent,
} from "./pristine.ts";
import { cut, tidy } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { startOf } from "./scope.ts";
import { Sight } from "./sight.ts";
import { hidesText, MASK, shownValue } from "./value.ts";
import { hidesContent, isNeverDrawn, mayBeDrawn } from "./visible.ts";

/** What is inside of these is no text of the page: media fallbacks, and fields, which show their value. */
const CLOSED = new Set([
	"audio",
	"canvas",
	"iframe",
	"input",
	"meter",
	"object",
	"progress",
	"select",
	"textarea",
	"video",
]);
/** What may stand between two words, from the weakest to the strongest. */
const GAPS = ["", " ", "\t", "\n", "\n\n"];
/** Set off by an empty line. */
const SPACED = new Set(["blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "p", "pre"]);

export function getText(refs: Refs, args: KitArgs<"getText">): KitResult<"getText"> {
	const budget = budgetOf(args.budget);
	const cursor = cursorOf(args.cursor);
	const sight = new Sight();
	const walk = new TextWalk(cursor + budget, sight);
	const start = startOf(refs, args.target);
	if (start && sight.enter(start)) walk.element(start);
	const read = excerpt(walk.text, cursor, budget, walk.omitted > 0);
	const omitted = read.next === undefined ? 0 : walk.text.length - read.next + walk.omitted;
	return { ...read, omitted };
}

/** What a person reads in one element, its lines and blanks kept where they are drawn. */
export function drawnLines(el: Element, sight: Sight): string {
	const walk = new TextWalk(Number.POSITIVE_INFINITY, sight);
	walk.element(el);
	return walk.text;
}

/** What a person reads in one element, on one line. */
export function textOf(el: Element, longest: number, sight: Sight): string {
	const walk = new TextWalk(longest, sight);
	walk.element(el);
	return cut(tidy(walk.omitted > 0 ? `${walk.text}…` : walk.text), longest);
}

/** What of the blanks in a text is drawn: those between words, the ends of lines too, or all. */
type Kept = "words" | "lines" | "blanks";

function keptBlanks(whiteSpace: string): Kept {
	if (whiteSpace === "pre-line") return "lines";
	return /^(pre|break-spaces)/.test(whiteSpace) ? "blanks" : "words";
}

/** An element whose children are being read. */
interface Open {
	el: Element;
	style: CSSStyleDeclaration;
	/** What is drawn in place of its own children, and how far that was read. */
	others: ArrayLike<Node> | undefined;
	at: number;
	/** From one child to the next: no list is made for each of thousands of cells. */
	child: Node | null;
	/** What stands before the next word after it. */
	gap: string;
}

function nextChild(open: Open): Node | null {
	if (open.others) return open.others[open.at++] ?? null;
	const { child } = open;
	if (child) open.child = nextSibling(child);
	return child;
}

class TextWalk {
	readonly #budget: number;
	readonly #sight: Sight;
	#out = "";
	/** What stands before the next word: nothing, a blank, a tab, line ends. */
	#gap = "";
	#full = false;
	/** In characters, blanks collapsed; hidden text may be among them, since it was not looked at. */
	omitted = 0;

	constructor(budget: number, sight: Sight) {
		this.#budget = budget;
		this.#sight = sight;
	}

	get text(): string {
		return this.#out;
	}

	/** With a stack of its own: pages are nested deeper than calls can be. */
	element(el: Element): void {
		const open: Open[] = [];
		const enter = (one: Element) => {
			const entered = this.#enter(one);
			if (entered) open.push(entered);
		};
		enter(el);
		for (let inner = open.at(-1); inner; inner = open.at(-1)) {
			const child = nextChild(inner);
			if (!child) {
				this.#break(inner.gap);
				open.pop();
			} else if (this.#full) this.#skip(child);
			else if (isElement(child)) enter(child);
			else if (isText(child)) this.#text(child, inner);
		}
	}

	/** What is before its children, and how to go on with them if there is anything to read. */
	#enter(el: Element): Open | undefined {
		if (isNeverDrawn(el)) return;
		const style = getComputedStyle(el);
		const { display } = style;
		const look = this.#sight.look(el, style, display);
		if (look === "gone" || hidesContent(style, display)) return;
		const tag = localName(el);
		if (tag === "br") {
			this.#break("\n");
			return;
		}
		const gap = gapAround(display, tag);
		this.#break(gap);
		const isClosed = CLOSED.has(tag);
		if (!isClosed && !hidesText(el, style)) {
			const others = otherChildren(el);
			const child = others ? null : firstChild(el);
			const words = !child && look === "shown" && !others?.length ? wordsInEmpty(el, this.#sight) : "";
			if (words) this.#add(words);
			return { el, style, others, at: 0, child, gap };
		}
		// The lines of a field for several are the person's own.
		const keeps = tag === "textarea" ? "blanks" : "words";
		if (look === "shown") this.#add(isClosed ? fieldText(el) : textContent(el) ? MASK : "", keeps);
		this.#break(gap);
		return undefined;
	}

	#text(text: Text, { el, style }: Open): void {
		const { data } = text;
		const keeps = /\s/.test(data) ? keptBlanks(style.whiteSpace) : "words";
		// A blank that is not kept is a gap, whether it is seen or not.
		const isGap = keeps === "words" && !/\S/.test(data);
		if (isGap || this.#sight.reads(text, el, style)) this.#add(data, keeps);
	}

	#skip(node: Node): void {
		if (isText(node) || mayBeDrawn(node)) this.omitted += lengthTidy(textContent(node) ?? "");
	}

	#add(text: string, keeps: Kept = "words"): void {
		if (keeps === "blanks") {
			if (text) this.#write(text);
			return;
		}
		if (keeps === "lines" && text.includes("\n")) {
			for (const [at, line] of text.split("\n").entries()) {
				if (at > 0) this.#break("\n");
				this.#add(line);
			}
			return;
		}
		const words = tidy(text);
		if (/^\s/.test(text) || !words) this.#break(" ");
		if (!words) return;
		this.#write(words);
		if (/\s$/.test(text)) this.#break(" ");
	}

	#write(text: string): void {
		const piece = this.#out ? this.#gap + text : text;
		this.#gap = "";
		const room = this.#budget - this.#out.length;
		if (piece.length <= room) {
			this.#out += piece;
			return;
		}
		this.#out += piece.slice(0, room);
		this.omitted += piece.length - room;
		this.#full = true;
	}

	/** The stronger gap wins: two paragraphs are one empty line apart, not two. */
	#break(gap: string): void {
		if (GAPS.indexOf(gap) > GAPS.indexOf(this.#gap)) this.#gap = gap;
	}
}

/** As `tidy` would leave it, without the work of making it. */
function lengthTidy(text: string): number {
	return /\s\s|[^\S ]/.test(text) ? tidy(text).length : text.trim().length;
}

function gapAround(display: string, tag: string): string {
	if (display === "table-cell") return "\t";
	// Fields and buttons stand apart from the words around them, though they are in the same line.
	if (CLOSED.has(tag) || tag === "button") return " ";
	if (/^(inline|contents|ruby)/.test(display)) return "";
	return SPACED.has(tag) ? "\n\n" : "\n";
}

/** Passwords and their like come masked from `shownValue`. */
function fieldText(el: Element): string {
	if (isHtml(el, "input") && /^(submit|button|reset)$/.test(el.type)) return attr(el, "value") ?? "";
	return shownValue(el, roleOf(el)) ?? "";
}
