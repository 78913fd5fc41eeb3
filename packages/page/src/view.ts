// Where on the page a person can look: what lies outside of it can never be brought into view. Boxes that clip make
// it smaller, boxes that scroll make it larger again, and what is positioned answers to its containing block alone.

import { flatParent, unknownAround } from "./flat-tree.ts";
import {
	boundingRect,
	clientHeight,
	clientWidth,
	documentBody,
	documentElement,
	isHtml,
	matches,
	scrollHeight,
	scrollLeft,
	scrollTop,
	scrollWidth,
} from "./pristine.ts";

/** In CSS pixels of the viewport, as it is scrolled now. */
export interface Bounds {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Drawn over everything, whatever it is in. */
const TOP_LAYER = ":modal, :popover-open, :fullscreen";
/** Less of a box than this is no sight of it. */
const SLIVER = 1;

export class View {
	readonly #inside = new Map<Element, Bounds>();
	#root: Bounds | undefined;

	/** Of the element itself, by how it is positioned. */
	around(el: Element, position: string): Bounds {
		if (position === "fixed" || position === "absolute") {
			const holder = matches(el, TOP_LAYER) ? undefined : containerOf(el, position);
			if (holder) return this.inside(holder);
			return position === "fixed" ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : this.page();
		}
		const parent = flatParent(el);
		return parent ? this.inside(parent) : this.page();
	}

	/** Of what is in the element and in the flow. */
	inside(el: Element): Bounds {
		const known = this.#inside.get(el);
		if (known) return known;
		for (const at of unknownAround(el, this.#inside)) this.#enter(at);
		return this.#enter(el);
	}

	#enter(el: Element): Bounds {
		const style = getComputedStyle(el);
		const around = this.around(el, style.position);
		const bounds = this.#clip(el, style, around);
		this.#inside.set(el, bounds);
		return bounds;
	}

	#clip(el: Element, style: CSSStyleDeclaration, around: Bounds): Bounds {
		const { overflowX, overflowY } = style;
		if ((overflowX === "visible" && overflowY === "visible") || !canClip(style.display) || isRoot(el))
			return around;
		const box = boundingRect(el);
		// In what cannot be seen itself, nothing can be scrolled to either.
		if (!touches(box, around)) return { left: 0, top: 0, right: 0, bottom: 0 };
		const bounds = { ...around };
		if (scrolls(overflowX)) {
			[bounds.left, bounds.right] = reach(
				box.left,
				scrollLeft(el),
				clientWidth(el),
				scrollWidth(el),
				flipsX(style),
			);
		} else if (overflowX !== "visible") {
			bounds.left = Math.max(around.left, box.left);
			bounds.right = Math.min(around.right, box.right);
		}
		if (scrolls(overflowY)) {
			[bounds.top, bounds.bottom] = reach(
				box.top,
				scrollTop(el),
				clientHeight(el),
				scrollHeight(el),
				flipsY(style),
			);
		} else if (overflowY !== "visible") {
			bounds.top = Math.max(around.top, box.top);
			bounds.bottom = Math.min(around.bottom, box.bottom);
		}
		return bounds;
	}

	/** What the viewport can be scrolled to; a page that is held still while a dialog is open counts as one that scrolls. */
	page(): Bounds {
		if (this.#root) return this.#root;
		const root = documentElement(document);
		const body = documentBody(document);
		const style = getComputedStyle(root);
		const own = style.overflowX === "visible" && body ? getComputedStyle(body).overflowX : style.overflowX;
		const [left, right] =
			own === "hidden" || own === "clip"
				? [0, innerWidth]
				: reach(0, scrollX, innerWidth, Math.max(scrollWidth(root), innerWidth), flipsX(style));
		const [top, bottom] = reach(
			0,
			scrollY,
			innerHeight,
			Math.max(scrollHeight(root), innerHeight),
			flipsY(style),
		);
		this.#root = { left, top, right, bottom };
		return this.#root;
	}
}

/** Where the content of a scroller begins and ends; a flipped one begins at the far edge and goes the other way. */
function reach(
	edge: number,
	scrolled: number,
	open: number,
	whole: number,
	flips: boolean,
): [number, number] {
	const start = edge - scrolled;
	return flips ? [start + open - whole, start + open] : [start, start + whole];
}

function flipsX({ direction, writingMode, display, flexDirection }: CSSStyleDeclaration): boolean {
	if (writingMode !== "horizontal-tb") return writingMode === "vertical-rl" || writingMode === "sideways-rl";
	const reversed = display.endsWith("flex") && flexDirection === "row-reverse";
	return (direction === "rtl") !== reversed;
}

function flipsY({ direction, writingMode, display, flexDirection }: CSSStyleDeclaration): boolean {
	if (writingMode !== "horizontal-tb") return direction === "rtl";
	return display.endsWith("flex") && flexDirection === "column-reverse";
}

function scrolls(overflow: string): boolean {
	return overflow === "auto" || overflow === "scroll";
}

/** Lines of text and rows of tables clip nothing. */
export function canClip(display: string): boolean {
	return (
		display !== "inline" &&
		display !== "contents" &&
		(display === "table-cell" || !display.startsWith("table-"))
	);
}

/** What the root clips is the viewport's business, not its own box's; and what the body clips, if the root does not. */
export function isRoot(el: Element): boolean {
	if (!isHtml(el, "body")) return isHtml(el, "html");
	const { overflowX, overflowY } = getComputedStyle(documentElement(document));
	return overflowX === "visible" && overflowY === "visible";
}

/** What a positioned element is placed in; undefined for the page as a whole. */
function containerOf(el: Element, position: "absolute" | "fixed"): Element | undefined {
	for (let at = flatParent(el); at; at = flatParent(at)) {
		const style = getComputedStyle(at);
		if (position === "absolute" && style.position !== "static") return at;
		if (holdsFixed(style)) return at;
	}
	return undefined;
}

function holdsFixed(style: CSSStyleDeclaration): boolean {
	if (style.display === "inline" || style.display === "contents") return false;
	return (
		style.transform !== "none" ||
		style.translate !== "none" ||
		style.scale !== "none" ||
		style.rotate !== "none" ||
		style.perspective !== "none" ||
		style.filter !== "none" ||
		style.getPropertyValue("backdrop-filter") !== "none" ||
		/paint|strict|content|layout/.test(style.contain) ||
		/transform|perspective|filter/.test(style.willChange)
	);
}

/** Whether some of the box lies within; a box without a size by where it is. */
export function touches(box: Bounds, bounds: Bounds): boolean {
	const across = Math.min(box.right, bounds.right) - Math.max(box.left, bounds.left);
	const down = Math.min(box.bottom, bounds.bottom) - Math.max(box.top, bounds.top);
	return across >= Math.min(SLIVER, box.right - box.left) && down >= Math.min(SLIVER, box.bottom - box.top);
}

export function lies(box: Bounds, within: Bounds): boolean {
	return (
		box.left >= within.left - SLIVER &&
		box.right <= within.right + SLIVER &&
		box.top >= within.top - SLIVER &&
		box.bottom <= within.bottom + SLIVER
	);
}
