// Whether text stands out from what is behind it. The colour of the background is followed up the tree, once for each
// element around text; only where it is that of the text, pictures, shadows and the like are looked for.

import { flatContains, flatParent, selfAndAncestors, unknownAround } from "./flat-tree.ts";
import { boundingRect, documentElement, isAnyHtml, localName, queryIn } from "./pristine.ts";

/** `colour`: undefined for pictures. */
interface Painter {
	el: Element;
	box: DOMRect;
	colour: Colour | undefined;
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const CLEAR = "rgba(0, 0, 0, 0)";
const WHITE: Colour = [255, 255, 255, 1];
/** Chromium's own canvas in dark pages. */
const DARK: Colour = [18, 18, 18, 1];
/** A difference in red, green and blue that nobody sees. */
const UNSEEN = 10;
const PICTURES = new Set(["canvas", "embed", "iframe", "img", "image", "object", "svg", "video"]);
/** Elements looked through for what may lie behind a text, in each box around it. */
const MAX_PAINTERS = 400;

export class Backdrop {
	readonly #colours = new Map<string, Colour>();
	readonly #behind = new Map<Element, Colour | undefined>();
	readonly #painters = new Map<Element, Painter[]>();

	/** Why the text right in an element does not stand out; undefined if it does. */
	hides(el: Element, style: CSSStyleDeclaration): string | undefined {
		// Text of drawings has another fill, on shapes that are no boxes.
		if (!isAnyHtml(el)) return undefined;
		const fill = this.#colour(style.webkitTextFillColor);
		const behind = this.#under(el, style);
		const isClear = fill[3] < 0.05;
		if (!isClear && !(behind && isLike(mix(fill, behind), behind))) return undefined;
		if (style.textShadow !== "none" || Number.parseFloat(style.webkitTextStrokeWidth) > 0) return undefined;
		if (this.#isDrawnByBackground(el)) return undefined;
		if (isClear) return "transparent text";
		return this.#isOverOther(el, fill) ? undefined : "same colour as its background";
	}

	/** Whether the element paints its whole box with one colour. */
	isOpaque(style: CSSStyleDeclaration): boolean {
		return style.backgroundColor !== CLEAR && this.#colour(style.backgroundColor)[3] > 0.97;
	}

	/** Whether the box of the element can be told from what is around it. */
	standsOut(el: Element, style: CSSStyleDeclaration): boolean {
		if (Number.parseFloat(style.borderTopWidth) > 0 || style.boxShadow !== "none") return true;
		if (this.#paintsBeside(el, "::before") || this.#paintsBeside(el, "::after")) return true;
		const own = this.#under(el, style);
		const parent = flatParent(el);
		const around = parent && this.#behindChildrenOf(parent);
		return !(own && around && isLike(own, around));
	}

	#paints(style: CSSStyleDeclaration): boolean {
		return style.backgroundImage !== "none" || this.#colour(style.backgroundColor)[3] > 0.05;
	}

	#under(el: Element, style: CSSStyleDeclaration): Colour | undefined {
		const written = style.backgroundColor;
		if (written === CLEAR) {
			const parent = flatParent(el);
			return parent ? this.#behindChildrenOf(parent) : canvasColour();
		}
		const own = this.#colour(written);
		if (own[3] >= 1) return own;
		const parent = flatParent(el);
		const under = parent ? this.#behindChildrenOf(parent) : canvasColour();
		return under && mix(own, under);
	}

	#behindChildrenOf(el: Element): Colour | undefined {
		if (this.#behind.has(el)) return this.#behind.get(el);
		for (const at of unknownAround(el, this.#behind)) this.#behindChildrenOf(at);
		const colour = this.#under(el, getComputedStyle(el));
		this.#behind.set(el, colour);
		return colour;
	}

	/** Gradients cut out by the letters; and blending, which no one can foresee. */
	#isDrawnByBackground(el: Element): boolean {
		for (const at of selfAndAncestors(el)) {
			const style = getComputedStyle(at);
			if (/\btext\b/.test(style.getPropertyValue("background-clip")) && this.#paints(style)) return true;
			if (style.mixBlendMode !== "normal") return true;
			if (this.isOpaque(style)) return false;
		}
		return false;
	}

	/** A picture of the element's own or of one around it, or something that lies under it without being around it. */
	#isOverOther(el: Element, fill: Colour): boolean {
		const box = boundingRect(el);
		for (const at of selfAndAncestors(el)) {
			const style = getComputedStyle(at);
			if (style.backgroundImage !== "none" || style.filter !== "none") return true;
			if (this.#paintsBeside(at, "::before") || this.#paintsBeside(at, "::after")) return true;
			if (this.#paintersIn(at).some((one) => isUnder(one, el, box, fill))) return true;
			if (this.isOpaque(style)) return false;
		}
		return false;
	}

	/** Backgrounds are often hung on a pseudo-element, which has no box to ask for. */
	#paintsBeside(el: Element, pseudo: "::before" | "::after"): boolean {
		const style = getComputedStyle(el, pseudo);
		return style.content !== "none" && style.position === "absolute" && this.#paints(style);
	}

	#paintersIn(holder: Element): Painter[] {
		const known = this.#painters.get(holder);
		if (known) return known;
		const painters: Painter[] = [];
		const inside = queryIn(holder, "*");
		for (let at = 0; at < Math.min(inside.length, MAX_PAINTERS); at += 1) {
			const el = inside[at] as Element;
			const style = getComputedStyle(el);
			const isPicture = PICTURES.has(localName(el)) || style.backgroundImage !== "none";
			if (!isPicture && !this.#paints(style)) continue;
			const colour = isPicture ? undefined : this.#colour(style.backgroundColor);
			painters.push({ el, box: boundingRect(el), colour });
		}
		this.#painters.set(holder, painters);
		return painters;
	}

	#colour(written: string): Colour {
		const known = this.#colours.get(written);
		if (known) return known;
		const colour = parse(written);
		this.#colours.set(written, colour);
		return colour;
	}
}

function isUnder(
	{ el: painter, box: its, colour }: Painter,
	el: Element,
	box: DOMRect,
	fill: Colour,
): boolean {
	const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
	if (x < its.left || x > its.right || y < its.top || y > its.bottom) return false;
	if (colour && isLike(colour, fill)) return false;
	return !flatContains(painter, el) && !flatContains(el, painter);
}

function isLike(one: Colour, other: Colour): boolean {
	return (
		Math.abs(one[0] - other[0]) < UNSEEN &&
		Math.abs(one[1] - other[1]) < UNSEEN &&
		Math.abs(one[2] - other[2]) < UNSEEN
	);
}

function mix(over: Colour, under: Colour): Colour {
	const alpha = over[3];
	if (alpha === 1) return over;
	const part = (at: 0 | 1 | 2) => over[at] * alpha + under[at] * (1 - alpha);
	return [part(0), part(1), part(2), 1];
}

/** What is behind everything; a frame lets what is around it through. */
function canvasColour(): Colour | undefined {
	if (window.parent !== window) return undefined;
	const { colorScheme } = getComputedStyle(documentElement(document));
	if (!colorScheme.includes("dark")) return WHITE;
	const isDark = !colorScheme.includes("light") || matchMedia("(prefers-color-scheme: dark)").matches;
	return isDark ? DARK : WHITE;
}

const RGB = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/;

function parse(written: string): Colour {
	const [, red, green, blue, alpha = "1"] = RGB.exec(written) ?? [];
	return red ? [Number(red), Number(green), Number(blue), Number(alpha)] : painted(written);
}

/** Colours of other spaces as the screen has them. */
function painted(colour: string): Colour {
	const context = new OffscreenCanvas(1, 1).getContext("2d");
	if (!context) return [127, 127, 127, 1];
	context.fillStyle = colour;
	context.fillRect(0, 0, 1, 1);
	const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data;
	return [red, green, blue, alpha / 255];
}
