// `markdown`: the page as a person would write it down. One walk over what is drawn, shadow roots included, that
// stops at the budget; why it is no library is in docs/decisions/0017-markdown.md.

import type { KitArgs, KitResult } from "@reins/protocol";
import { articleIn } from "./article.ts";
import { budgetOf, cursorOf } from "./check-args.ts";
import { isGutter, languageOf } from "./code-block.ts";
import { excerpt } from "./excerpt.ts";
import { flatChildren, flatParent } from "./flat-tree.ts";
import { addressOf, short, sourceOf } from "./links.ts";
import {
	codeBlock,
	codeSpan,
	escapeText,
	guardLines,
	indent,
	inlineText,
	linkTo,
	wrap,
} from "./markdown-text.ts";
import {
	attr,
	closest,
	documentBody,
	documentElement,
	hasAttr,
	isElement,
	isHtml,
	isText,
	localName,
	queryIn,
	textContent,
} from "./pristine.ts";
import { tidy } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { startOf } from "./scope.ts";
import { Sight } from "./sight.ts";
import { headingLevel } from "./states.ts";
import { columnsOf, type GridRow, gridOf } from "./table-grid.ts";
import { isLayout } from "./tables.ts";
import { drawnLines } from "./text.ts";
import { HAVE_VALUE, hidesText, MASK, shownValue } from "./value.ts";
import { hidesContent, isAriaHidden, isNeverDrawn, mayBeDrawn } from "./visible.ts";

const NO_TEXT = new Set(["audio", "canvas", "embed", "iframe", "object", "video"]);
const MARKS: Readonly<Record<string, string>> = {
	b: "**",
	strong: "**",
	em: "*",
	i: "*",
	del: "~~",
	s: "~~",
};
const RAISED = { sup: "^", sub: "_" } as const;
/** Links that only point at their own heading. */
const PERMALINK = /^[#¶§🔗\s]*$/u;
/** How deep an inline element is searched for blocks in it, and how many children at each step. */
const BLOCK_DEPTH = 5;
const BLOCK_WIDTH = 30;

export function markdown(refs: Refs, args: KitArgs<"markdown">): KitResult<"markdown"> {
	const budget = budgetOf(args.budget);
	const cursor = cursorOf(args.cursor);
	const sight = new Sight();
	const start = seenStart(startOf(refs, args.target), sight);
	const found = start && args.article === true ? articleIn(bodyOf(start), sight) : undefined;
	const writer = new MarkdownWriter(cursor + budget, sight, found?.leftOut ?? (() => false));
	const parts = found?.parts ?? (start ? [start] : []);
	const text = parts.reduce<string[]>((all, part) => append(all, writer.blocksOf(part)), []).join("\n\n");
	return { ...excerpt(text, cursor, budget, writer.isFull), article: found !== undefined };
}

/** Undefined where nothing of it can be seen, because of what is around it. */
function seenStart(start: Element | undefined, sight: Sight): Element | undefined {
	return start && sight.enter(start) ? start : undefined;
}

/** An article stands in the body, whatever else was put beside that. */
function bodyOf(start: Element): Element {
	return start === documentElement(document) ? (documentBody(document) ?? start) : start;
}

type LeftOut = (el: Element, style: CSSStyleDeclaration) => boolean;

class MarkdownWriter {
	readonly #enough: number;
	readonly #sight: Sight;
	readonly #leftOut: LeftOut;
	/** Characters written, blanks and marks left out: never more than the text will have. */
	#written = 0;
	/** The address of a link around blocks, until words have been found to carry it. */
	#linkAround = "";

	constructor(enough: number, sight: Sight, leftOut: LeftOut) {
		this.#enough = enough;
		this.#sight = sight;
		this.#leftOut = leftOut;
	}

	get isFull(): boolean {
		return this.#written > this.#enough;
	}

	/** The element as blocks; an empty line goes between them. */
	blocksOf(el: Element): string[] {
		const style = this.#styleOf(el);
		return style ? this.#block(el, style) : [];
	}

	/** The style of what is shown; undefined where nothing in the element is. */
	#styleOf(el: Element): CSSStyleDeclaration | undefined {
		if (isNeverDrawn(el)) return undefined;
		if (isAriaHidden(el) && !this.#sight.isDrawnFor(el)) return undefined;
		const style = getComputedStyle(el);
		const isGone = this.#sight.look(el, style) === "gone" || hidesContent(style);
		return isGone || this.#leftOut(el, style) ? undefined : style;
	}

	#count(text: string): string {
		this.#written += text.replace(/\s+/g, "").length;
		return text;
	}

	#block(el: Element, style: CSSStyleDeclaration): string[] {
		if (hidesText(el, style)) return textContent(el) ? [MASK] : [];
		const tag = localName(el);
		const role = roleOf(el);
		if (role === "heading") {
			const words = this.#linked(inlineText(this.#inside(el, style))).replace(/\n/g, " ");
			return words ? [`${"#".repeat(Math.min(headingLevel(el), 6))} ${words}`] : [];
		}
		if (tag === "pre") return this.#pre(el);
		if (tag === "hr") return ["---"];
		if (tag === "blockquote") {
			const inside = this.#blocks(el, style).join("\n\n");
			return inside ? [indent(inside, "> ", "> ")] : [];
		}
		if (tag === "ul" || tag === "ol" || tag === "menu" || role === "list") return this.#list(el, style);
		if (tag === "dl") return this.#terms(el, style);
		if (tag === "table" || role === "table" || role === "grid") {
			const grid = isLayout(el) ? [] : gridOf(el);
			if (isGrid(el, grid)) return this.#table(el, grid);
		}
		if (tag === "a" && hasAttr(el, "href")) return this.#linkedBlocks(el, style);
		if (tag === "img" || tag === "math" || HAVE_VALUE.has(tag) || NO_TEXT.has(tag))
			return [this.#inline(el, style).trim()].filter(Boolean);
		return this.#blocks(el, style);
	}

	/** What is in the element: runs of words as paragraphs, blocks as they are. */
	#blocks(el: Element, style: CSSStyleDeclaration): string[] {
		const out: string[] = [];
		let run = "";
		const flush = () => {
			const text = this.#linked(inlineText(run));
			run = "";
			if (text) out.push(guardLines(text).replace(/\n/g, "  \n"));
		};
		for (const child of this.#children(el, style)) {
			if (typeof child === "string") run += child;
			else if (isInline(child.el, child.style)) run += this.#inline(child.el, child.style);
			else {
				flush();
				append(out, this.#block(child.el, child.style));
			}
		}
		flush();
		return out;
	}

	*#children(
		el: Element,
		style: CSSStyleDeclaration,
	): Generator<string | { el: Element; style: CSSStyleDeclaration }> {
		const nodes = flatChildren(el);
		for (let at = 0; at < nodes.length && !this.isFull; at += 1) {
			const node = nodes[at] as Node;
			if (isText(node)) {
				if (this.#sight.reads(node, el, style)) yield this.#count(escapeText(node.data));
			} else if (isElement(node)) {
				const its = this.#styleOf(node);
				if (its) yield { el: node, style: its };
			}
		}
	}

	#inside(el: Element, style: CSSStyleDeclaration): string {
		let run = "";
		for (const child of this.#children(el, style)) {
			if (typeof child === "string") run += child;
			else if (isInline(child.el, child.style)) run += this.#inline(child.el, child.style);
			else run += ` ${this.#inline(child.el, child.style)} `;
		}
		return run;
	}

	/** The element within a line. */
	#inline(el: Element, style: CSSStyleDeclaration): string {
		const tag = localName(el);
		if (tag === "br") return "\n";
		if (tag === "img" || roleOf(el) === "img") return this.#image(el);
		if (hidesText(el, style)) return textContent(el) ? MASK : "";
		if (tag === "math") return this.#count(attr(el, "alttext") ?? tidy(textContent(el) ?? ""));
		if (NO_TEXT.has(tag)) return this.#media(el, tag);
		if (HAVE_VALUE.has(tag)) return style.visibility === "visible" ? this.#count(fieldWords(el)) : "";
		if (/^(code|kbd|samp|tt)$/.test(tag)) return this.#count(codeSpan(drawnLines(el, this.#sight)));
		if (tag === "a" && hasAttr(el, "href")) return this.#link(el, style);
		const inside = this.#inside(el, style);
		const mark = MARKS[tag];
		// Without a mark 10³ would be a hundred and three.
		if ((tag === "sup" || tag === "sub") && /^[-+−]?\d[\d.,]*$/.test(inside)) return RAISED[tag] + inside;
		if (tag === "button") return ` ${inside} `;
		return mark ? wrap(inside, mark) : inside;
	}

	#link(el: Element, style: CSSStyleDeclaration): string {
		const inside = this.#inside(el, style);
		const words = inside.trim() || escapeText(attr(el, "aria-label") ?? "").trim();
		const href = addressOf(el, "href");
		if (!words || (PERMALINK.test(words) && closest(el, "h1, h2, h3, h4, h5, h6, dt"))) return "";
		if (!href || /^javascript:/i.test(href) || words.includes("](")) return inside || words;
		const [before, after] = [/^\s/.test(inside) ? " " : "", /\s$/.test(inside) ? " " : ""];
		return `${before}${linkTo(words, this.#count(localAddress(href)))}${after}`;
	}

	/** A card that is a link as a whole: its first words carry the address. */
	#linkedBlocks(el: Element, style: CSSStyleDeclaration): string[] {
		const href = addressOf(el, "href");
		this.#linkAround = /^javascript:/i.test(href) ? "" : localAddress(href);
		const inside = this.#blocks(el, style);
		this.#linkAround = "";
		return inside;
	}

	#linked(words: string): string {
		const href = this.#linkAround;
		if (!href || !words || words.includes("](")) return words;
		this.#linkAround = "";
		return linkTo(words, this.#count(href));
	}

	#image(el: Element): string {
		const alt = escapeText(attr(el, "alt") ?? attr(el, "aria-label") ?? "").trim();
		if (!isHtml(el, "img")) return alt ? this.#count(`![${alt}]()`) : "";
		const src = sourceOf(el);
		// Without words an icon is decoration, and what is written into the page is no address.
		if (!alt && (/^data:/.test(src) || attr(el, "alt") === "")) return "";
		return src ? this.#count(`![${alt}](${short(src).replace(/[()\s]/g, encodeURIComponent)})`) : alt;
	}

	#media(el: Element, tag: string): string {
		const src = addressOf(el, "src");
		if (!src || tag === "canvas" || tag === "object") return "";
		const words = attr(el, "title") ?? attr(el, "aria-label") ?? tag;
		return ` ${this.#count(linkTo(escapeText(words), short(src)))} `;
	}

	#pre(el: Element): string[] {
		const code = Element.prototype.querySelector.call(el, "code");
		const text = drawnLines(el, this.#sight);
		if (isGutter(el, text)) return [];
		this.#count(text);
		return text.trim() ? [codeBlock(text, languageOf([code, el, flatParent(el)]))] : [];
	}

	#list(el: Element, style: CSSStyleDeclaration): string[] {
		const isNumbered = isHtml(el, "ol");
		let number = isHtml(el, "ol") ? el.start : 1;
		const items: string[] = [];
		let isLoose = false;
		for (const child of this.#children(el, style)) {
			if (typeof child === "string") continue;
			if (!isInList(child.el)) {
				items.push(...this.#block(child.el, child.style));
				continue;
			}
			const own = isHtml(child.el, "li") && hasAttr(child.el, "value") ? child.el.value : number;
			const mark = isNumbered ? `${own}. ` : "- ";
			number = own + 1;
			// A list in a list stands under its item without an empty line.
			const blocks = this.#blocks(child.el, child.style);
			if (blocks.length === 0) continue;
			const inner = blocks.reduce(
				(all, block) => all + (/^([-*]|\d+[.)]) /.test(block) ? "\n" : "\n\n") + block,
			);
			if (inner.includes("\n\n")) isLoose = true;
			items.push(indent(inner, mark, " ".repeat(mark.length)));
		}
		return items.length > 0 ? [items.join(isLoose ? "\n\n" : "\n")] : [];
	}

	#terms(el: Element, style: CSSStyleDeclaration): string[] {
		const out: string[] = [];
		for (const child of this.#children(el, style)) {
			if (typeof child === "string") continue;
			const tag = localName(child.el);
			if (tag === "dt") out.push(wrap(inlineText(this.#inside(child.el, child.style)), "**"));
			else if (tag === "dd") {
				const inside = this.#blocks(child.el, child.style).join("\n\n");
				if (inside) out.push(indent(inside, ": ", "  "));
			} else out.push(...this.#terms(child.el, child.style));
		}
		return [out.filter(Boolean).join("\n")].filter(Boolean);
	}

	#table(table: Element, grid: GridRow[]): string[] {
		const columns = columnsOf(grid);
		const caption = Element.prototype.querySelector.call(table, "caption");
		const out = caption ? this.blocksOf(caption) : [];
		const lines: string[] = [];
		for (const { row, cells, header } of grid) {
			if (this.isFull) break;
			if (!this.#styleOf(row)) continue;
			const words = Array.from({ length: columns }, (_, at) => this.#cell(cells[at], cells[at - 1]));
			if (lines.length === 0 && !header)
				lines.push(line(Array(columns).fill("")), line(Array(columns).fill("---")));
			lines.push(line(words));
			if (lines.length === 1) lines.push(line(Array(columns).fill("---")));
		}
		return lines.length > 0 ? [...out, lines.join("\n")] : out;
	}

	/** A cell over several columns is written once. */
	#cell(cell: Element | undefined, before: Element | undefined): string {
		const style = cell && cell !== before ? this.#styleOf(cell) : undefined;
		if (!cell || !style) return "";
		return this.#blocks(cell, style).join(" ").replace(/\s+/g, " ").replace(/\|/g, "\\|").trim();
	}
}

/** Without headers, a single row or column says no more than its cells do. */
function isGrid(table: Element, grid: GridRow[]): boolean {
	const columns = columnsOf(grid);
	if (columns === 0) return false;
	return (grid.length > 1 && columns > 1) || queryIn(table, "th, caption").length > 0;
}

/** Two lists in a row would be read as one; another mark tells them apart. */
function append(blocks: string[], more: string[]): string[] {
	const [first, ...rest] = more;
	if (first === undefined) return blocks;
	const before = blocks.at(-1) ?? "";
	const isSame = /^- /.test(before) ? /^- / : /^\d+\. /.test(before) ? /^\d+\. / : undefined;
	if (!isSame?.test(first)) blocks.push(first, ...rest);
	else blocks.push(first.replace(/^- /gm, "* ").replace(/^(\d+)\. /gm, "$1) "), ...rest);
	return blocks;
}

function line(cells: string[]): string {
	return `| ${cells.join(" | ")} |`;
}

/** Within the page an address is its fragment. */
function localAddress(href: string): string {
	const [page] = location.href.split("#");
	return short(href.startsWith(`${page}#`) ? href.slice((page as string).length) : href);
}

function isInList(el: Element): boolean {
	return isHtml(el, "li") || roleOf(el) === "listitem";
}

/** Of inline elements, those count as blocks that hold blocks: links around cards, custom elements. */
function isInline(el: Element, style: CSSStyleDeclaration): boolean {
	if (style.display !== "contents" && !style.display.startsWith("inline")) return false;
	return HAVE_VALUE.has(localName(el)) || !holdsBlock(el, BLOCK_DEPTH);
}

function holdsBlock(el: Element, depth: number): boolean {
	const children = flatChildren(el);
	for (let at = 0; at < Math.min(children.length, BLOCK_WIDTH); at += 1) {
		const child = children[at] as Node;
		if (!mayBeDrawn(child)) continue;
		const { display } = getComputedStyle(child);
		if (display === "none") continue;
		if (!display.startsWith("inline") && display !== "contents") return localName(child) !== "br";
		if (depth > 0 && holdsBlock(child, depth - 1)) return true;
	}
	return false;
}

function fieldWords(el: Element): string {
	if (isHtml(el, "input")) {
		if (el.type === "checkbox" || el.type === "radio") return el.checked ? "[x] " : "[ ] ";
		if (/^(submit|button|reset)$/.test(el.type)) return ` ${escapeText(attr(el, "value") ?? "")} `;
	}
	const value = shownValue(el, roleOf(el));
	return value ? ` ${escapeText(value)} ` : "";
}
