// Whether a person can see things, asked of many in one read. For most elements it costs a few words of their computed
// style; boxes, backgrounds and covers are looked at only where a style gives cause to. What counts as seen, and what
// is not looked at, is in docs/decisions/0018-visibility.md.

import { Backdrop } from "./backdrop.ts";
import { isClippedToNothing } from "./clip-shape.ts";
import { Cover } from "./cover.ts";
import { describe } from "./describe.ts";
import { flatChildren, flatParent, selfAndAncestors } from "./flat-tree.ts";
import {
	boundingRect,
	checkVisibility,
	clientHeight,
	clientRects,
	clientWidth,
	closest,
	hasChildNodes,
	isAnyHtml,
	isElement,
	isHtml,
	isText,
	isTransformed,
	localName,
	matches,
	offsetHeight,
	offsetWidth,
	scrollHeight,
	scrollWidth,
} from "./pristine.ts";
import { canClip, lies, touches, View } from "./view.ts";
import {
	hasBox,
	hiddenReason,
	hidesContent,
	isFaint,
	isNativeControl,
	isNeverDrawn,
	textBoxes,
} from "./visible.ts";

/**
 * gone: neither the element nor anything in it shows. through: it does not show, but what is in it may.
 * shown: it shows.
 */
type Look = "gone" | "through" | "shown";

/** Pulled out of its place by more than this, something may be meant to be out of sight. */
const PULLED = -50;
/** Letters smaller than this are a line at best. */
const LEGIBLE = 2;
/** What is scaled down to less than this share of its size is a dot. */
const DOT = 0.05;
const REPLACED = new Set(["audio", "canvas", "embed", "iframe", "img", "object", "svg", "video"]);
const OPERATED = "a[href], button, summary, [role], [tabindex], [onclick]";
/** How deep and how wide is searched for something that shows. */
const BLANK_DEPTH = 4;
const BLANK_WIDTH = 20;

export class Sight {
	readonly #view = new View();
	readonly #backdrop = new Backdrop();
	readonly #cover = new Cover(this.#backdrop);
	/** Of what was passed on the way up: whether anything in it can be seen. */
	readonly #open = new Map<Element, boolean>();
	/** Elements that reach out of what can be seen: what is in them must be measured. */
	readonly #doubtful = new Set<Element>();
	/** The last element whose text was asked about, and the answer. */
	#asked: Element | undefined;
	#answer: "all" | "none" | "measure" = "all";

	/** What lies over the whole page, in words. */
	get sheet(): string | undefined {
		return this.#cover.sheet && describe(this.#cover.sheet);
	}

	/** For a walk from the root down; the ancestors have been passed before, or entered. */
	look(el: Element, style: CSSStyleDeclaration): Look {
		const { display } = style;
		// No display at all: a child that its host's closed shadow root has no slot for.
		if (display === "none" || display === "") return "gone";
		const drawn = style.visibility === "visible" ? "shown" : "through";
		if (display === "contents") {
			// Without a box there is nothing to make transparent or to clip.
			if (this.#isInDoubt(el)) this.#doubtful.add(el);
			return drawn;
		}
		if (style.opacity !== "1" && isFaint(el) && !isNativeControl(el)) return "gone";
		const { position } = style;
		if (isClippedToNothing(style, position)) return this.#isUsedByLabel(el) ? drawn : "gone";
		if (this.#cover.over(el, position, style)) return "through";
		if (this.#isOutOfPlace(el, style, display, position)) {
			const place = this.#place(el, position);
			if (place !== "shown") return place;
		}
		return canClip(el, display) && this.#folds(el, style) ? "gone" : drawn;
	}

	/** Whether the text is seen that stands right in an element which was looked at. */
	reads(text: Text, el: Element, style: CSSStyleDeclaration): boolean {
		if (this.#asked !== el) {
			this.#asked = el;
			this.#answer = this.#textOf(el, style);
		}
		if (this.#answer !== "measure") return this.#answer === "all";
		return !text.data.trim() || this.#isInView(text, el);
	}

	/** Whether anything in the element's surroundings can be seen; a walk that begins there must ask first. */
	enter(el: Element): boolean {
		const parent = flatParent(el);
		return !parent || this.#opens(parent);
	}

	sees(el: Element): boolean {
		// The options of a closed list have no boxes; they are as visible as their list.
		const list = isHtml(el, "option") || isHtml(el, "optgroup") ? closest(el, "select") : null;
		if (list) return this.sees(list);
		if (isNeverDrawn(el) || !this.enter(el)) return false;
		const style = getComputedStyle(el);
		if (style.display !== "contents" && !checkVisibility(el, {})) return false;
		return this.look(el, style) === "shown" && hasBox(el) && !this.isBlank(el, style);
	}

	/** Nothing but text that cannot be seen; what is operated may still stand out as a box. */
	isBlank(el: Element, style: CSSStyleDeclaration): boolean {
		if (style.backgroundImage !== "none") return false;
		const found = { hidden: false };
		if (this.#showsAny(el, style, BLANK_DEPTH, found) || !found.hidden) return false;
		return !(matches(el, OPERATED) && this.#backdrop.standsOut(el, style));
	}

	#opens(el: Element): boolean {
		const known = this.#open.get(el);
		if (known !== undefined) return known;
		// From the outside in: an element is judged by what was found out about those around it.
		const parent = flatParent(el);
		const style = getComputedStyle(el);
		const open = (!parent || this.#opens(parent)) && this.look(el, style) !== "gone" && !hidesContent(style);
		this.#open.set(el, open);
		return open;
	}

	#isInDoubt(el: Element): boolean {
		if (this.#doubtful.size === 0) return false;
		const parent = flatParent(el);
		return parent !== undefined && this.#doubtful.has(parent);
	}

	/** Whether there is cause to measure where the element is. */
	#isOutOfPlace(el: Element, style: CSSStyleDeclaration, display: string, position: string): boolean {
		if (position !== "static" || this.#isInDoubt(el)) return true;
		if (display === "inline") return isPulled(style.marginLeft);
		if (isTransformed(el) || style.scale !== "none") return true;
		return !display.startsWith("table-") && (isPulled(style.marginLeft) || isPulled(style.marginTop));
	}

	#place(el: Element, position: string): Look {
		const boxes = Array.from(clientRects(el));
		const around = this.#view.around(el, position);
		if (boxes.length === 0) {
			if (this.#isInDoubt(el)) this.#doubtful.add(el);
			return "shown";
		}
		if (isDot(el)) return "gone";
		if (boxes.some((box) => touches(box, around))) {
			if (this.#isInDoubt(el) && !(boxes.every((box) => lies(box, around)) && fits(el)))
				this.#doubtful.add(el);
			return "shown";
		}
		// What is in it may have been brought back.
		this.#doubtful.add(el);
		return this.#isUsedByLabel(el) ? "shown" : "through";
	}

	/** The usual closed accordion: no height (or width) and what overflows is clipped. */
	#folds(el: Element, style: CSSStyleDeclaration): boolean {
		const { overflowX, overflowY } = style;
		if ((overflowX === "visible" && overflowY === "visible") || !hasChildNodes(el)) return false;
		const { width, height } = boundingRect(el);
		if ((height <= 1 && overflowY !== "visible") || (width <= 1 && overflowX !== "visible")) return true;
		const cutsX = isCut(overflowX) && scrollWidth(el) > clientWidth(el) + 1;
		const cutsY = isCut(overflowY) && scrollHeight(el) > clientHeight(el) + 1;
		if ((cutsX || cutsY) && !isHtml(el, "select")) this.#doubtful.add(el);
		return false;
	}

	/** Out of sight itself, but worked by a label that the person sees. */
	#isUsedByLabel(el: Element): boolean {
		if (!isHtml(el, "input") && !isHtml(el, "select") && !isHtml(el, "textarea")) return false;
		return Array.from(el.labels ?? []).some(
			(label) => this.enter(label) && this.look(label, getComputedStyle(label)) === "shown" && hasBox(label),
		);
	}

	#textOf(el: Element, style: CSSStyleDeclaration): "all" | "none" | "measure" {
		if (style.visibility !== "visible" || this.#cover.overText(el)) return "none";
		if (this.#backdrop.hides(el, style)) return "none";
		const isShifted = style.display !== "inline" && isPulled(style.textIndent);
		const isTiny = Number.parseFloat(style.fontSize) < LEGIBLE;
		return isShifted || isTiny || this.#doubtful.has(el) ? "measure" : "all";
	}

	#isInView(text: Text, el: Element): boolean {
		const inside = this.#view.inside(el);
		return textBoxes(text).some((box) => box.height >= LEGIBLE && touches(box, inside));
	}

	#showsAny(el: Element, style: CSSStyleDeclaration, depth: number, found: { hidden: boolean }): boolean {
		const children = flatChildren(el);
		if (depth === 0 || children.length > BLANK_WIDTH) return true;
		for (let at = 0; at < children.length; at += 1) {
			const child = children[at] as Node;
			if (isText(child)) {
				if (!child.data.trim()) continue;
				if (this.reads(child, el, style)) return true;
				found.hidden = true;
			} else if (isElement(child) && !isNeverDrawn(child)) {
				const its = getComputedStyle(child);
				const look = this.look(child, its);
				if (look === "gone") found.hidden ||= its.display !== "none";
				else if (look === "shown" && (REPLACED.has(localName(child)) || isNativeControl(child))) return true;
				else if (its.backgroundImage !== "none") return true;
				else if (this.#showsAny(child, its, depth - 1, found)) return true;
			}
		}
		return false;
	}

	/** Why a person cannot see the element, in words; undefined if they can. */
	reason(el: Element): string | undefined {
		if (this.sees(el)) return undefined;
		const drawn = hiddenReason(el);
		if (drawn && drawn !== "zero size") return closedAround(el) ?? drawn;
		for (const at of selfAndAncestors(el)) {
			const why = this.#reasonOf(at);
			if (why) return why;
		}
		return drawn ?? "hidden";
	}

	/** What of one element alone hides it, in words. */
	#reasonOf(el: Element): string | undefined {
		const style = getComputedStyle(el);
		const { position, display } = style;
		if (display === "contents") return undefined;
		if (isClippedToNothing(style, position)) return "clipped away";
		const cover = this.#cover.over(el, position, style) ?? this.#cover.overText(el);
		if (cover && cover !== el) return `covered by ${describe(cover)}`;
		const boxes = Array.from(clientRects(el));
		const around = this.#view.around(el, position);
		if (boxes.length > 0 && isDot(el)) return "scaled down to nothing";
		if (boxes.length > 0 && !boxes.some((box) => touches(box, around)))
			return this.#isOnPage(boxes, position) ? "clipped away" : "off-screen, cannot be scrolled to";
		if (canClip(el, display) && this.#folds(el, style)) return "clipped away";
		return this.#textReason(el, style);
	}

	#isOnPage(boxes: DOMRect[], position: string): boolean {
		const page = this.#view.page();
		return position !== "fixed" && boxes.some((box) => touches(box, page));
	}

	#textReason(el: Element, style: CSSStyleDeclaration): string | undefined {
		const texts = Array.from(flatChildren(el)).filter((node) => isText(node) && node.data.trim());
		if (texts.length === 0) return undefined;
		const colour = this.#backdrop.hides(el, style);
		if (colour) return colour;
		if (Number.parseFloat(style.fontSize) < LEGIBLE) return `too small to read (font-size ${style.fontSize})`;
		if (isPulled(style.textIndent)) return "off-screen, cannot be scrolled to";
		return undefined;
	}
}

function closedAround(el: Element): string | undefined {
	for (const at of selfAndAncestors(el)) {
		if (at !== el && isHtml(at, "details") && !at.open) return "hidden in a closed <details>";
		if (at !== el && hidesContent(getComputedStyle(at))) return "hidden (content-visibility)";
	}
	return undefined;
}

function isCut(overflow: string): boolean {
	return overflow === "hidden" || overflow === "clip";
}

function isPulled(length: string): boolean {
	return length.startsWith("-") && Number.parseFloat(length) < PULLED;
}

/** Scaled down so far that nothing of it is left. */
function isDot(el: Element): boolean {
	if (!isAnyHtml(el)) return false;
	const { width, height } = boundingRect(el);
	return width < offsetWidth(el) * DOT || height < offsetHeight(el) * DOT;
}

/** No more in it than it has room for. */
function fits(el: Element): boolean {
	return scrollWidth(el) <= clientWidth(el) + 1 && scrollHeight(el) <= clientHeight(el) + 1;
}
