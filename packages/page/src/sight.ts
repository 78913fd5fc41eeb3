// Whether a person can see things, asked of many in one read. For most elements it costs a few words of their computed
// style; boxes, backgrounds and covers are looked at only where a style gives cause to. What counts as seen, and what
// is not looked at, is in docs/decisions/0018-visibility.md.

import { Backdrop } from "./backdrop.ts";
import { isClippedToNothing } from "./clip-shape.ts";
import { Cover } from "./cover.ts";
import { describe } from "./describe.ts";
import { generatedText } from "./drawn-text.ts";
import { flatChildren, flatParent, selfAndAncestors, unknownAround } from "./flat-tree.ts";
import { imageOf, isArea } from "./image-map.ts";
import { type Kind, Kinds } from "./kinds.ts";
import {
	boundingRect,
	checkVisibility,
	clientHeight,
	clientRects,
	clientWidth,
	closest,
	hasAttr,
	hasChildNodes,
	isAnyHtml,
	isHtml,
	isText,
	isTransformed,
	localName,
	matches,
	nextElementSibling,
	offsetHeight,
	offsetWidth,
	previousElementSibling,
	scrollHeight,
	scrollWidth,
	textContent,
} from "./pristine.ts";
import { canClip, isRoot, lies, touches, View } from "./view.ts";
import {
	closedAround,
	hasBox,
	hiddenReason,
	hidesContent,
	isFaint,
	isNativeControl,
	isNeverDrawn,
	mayBeDrawn,
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
	/** Where boxes are, and how their text is set: known of their like. */
	readonly #kinds = new Kinds();
	/** Of what was passed on the way up: whether anything in it can be seen. */
	readonly #open = new Map<Element, boolean>();
	/** Elements that reach out of what can be seen: what is in them must be measured. */
	readonly #doubtful = new Set<Element>();
	/** Elements that are told not to draw their own text. */
	readonly #mute = new Set<Element>();
	#met: Element | undefined;
	#kind: Kind | undefined;
	/** The last element whose text was asked about, and the answer. */
	#asked: Element | undefined;
	#answer: "all" | "none" | "measure" = "all";

	/** What lies over the whole page, in words. */
	get sheet(): string | undefined {
		return this.#cover.sheet && describe(this.#cover.sheet);
	}

	/** For a walk from the root down; the ancestors have been looked at before, or entered. */
	look(el: Element, style: CSSStyleDeclaration, display = style.display): Look {
		// No display at all: a child that its host's closed shadow root has no slot for.
		if (display === "none" || display === "") return isArea(el) && this.sees(el) ? "shown" : "gone";
		const drawn = style.visibility === "visible" ? "shown" : "through";
		if (drawn === "through") this.#mute.add(el);
		if (display === "contents") {
			// Without a box there is nothing to make transparent or to clip.
			if (this.#isInDoubt(el)) this.#doubtful.add(el);
			return drawn;
		}
		if (this.#isClear(el, style)) return "gone";
		const place = this.#isWhereItBelongs(el, display) ? "shown" : this.#moved(el, style, display);
		if (place !== "shown") return place;
		return canClip(display) && this.#folds(el, style) ? "gone" : drawn;
	}

	/** Whether the element takes up room; known of its like. */
	hasBox(el: Element): boolean {
		const kind = this.#meet(el);
		if (kind.boxed && !this.#kinds.isNews(kind)) return true;
		const has = hasBox(el);
		if (!has) kind.boxed = false;
		return has;
	}

	/** Whether the mouse becomes a pointer over it; known of its like. */
	invites(el: Element, style: CSSStyleDeclaration): boolean {
		const kind = this.#meet(el);
		if (kind.idle && !this.#kinds.isNews(kind)) return false;
		const does = style.cursor === "pointer";
		if (does) kind.idle = false;
		return does;
	}

	/** The words that style sheets put into the element; known of its like. */
	generated(el: Element, pseudo: "::before" | "::after"): string {
		const kind = this.#meet(el);
		if (kind.bare && !this.#kinds.isNews(kind)) return "";
		const text = generatedText(el, pseudo);
		if (text) kind.bare = false;
		return text;
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
		const image = isArea(el) && imageOf(el);
		if (image) return this.sees(image);
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
		const found = { hidden: false };
		if (this.#showsAny(el, style, BLANK_DEPTH, found) || !found.hidden) return false;
		if (style.backgroundImage !== "none") return false;
		return !(matches(el, OPERATED) && this.#backdrop.standsOut(el, style));
	}

	/** Whether the element is what a neighbour tells to assistive technology alone: a price in pieces, and one in words. */
	isDrawnFor(el: Element): boolean {
		if (hasAttr(el, "inert")) return false;
		return [previousElementSibling(el), nextElementSibling(el)].some((neighbour) => {
			if (!neighbour || isNeverDrawn(neighbour) || !textContent(neighbour)?.trim()) return false;
			const style = getComputedStyle(neighbour);
			const isSaid = style.display !== "none" && style.visibility === "visible" && style.opacity === "1";
			return isSaid && this.look(neighbour, style) !== "shown";
		});
	}

	#opens(el: Element): boolean {
		const known = this.#open.get(el);
		if (known !== undefined) return known;
		// From the outside in: an element is judged by what was found out about those around it.
		for (const at of unknownAround(el, this.#open)) this.#opens(at);
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

	/** Whether nothing of it is drawn; that all of it is, is known of its like. */
	#isClear(el: Element, style: CSSStyleDeclaration): boolean {
		const kind = this.#meet(el);
		if ((kind.solid && !this.#kinds.isNews(kind)) || style.opacity === "1") return false;
		kind.solid = false;
		return isFaint(el) && !isNativeControl(el);
	}

	/** Nothing has been moved there, as far as is known without asking. */
	#isWhereItBelongs(el: Element, display: string): boolean {
		if (this.#isInDoubt(el) || this.#cover.isAround(el)) return false;
		if (!canMove(display)) return true;
		const kind = this.#meet(el);
		return kind.inPlace && !this.#kinds.isNews(kind);
	}

	/** The kind of the element; asked twice in a row, it has been met once. */
	#meet(el: Element): Kind {
		if (this.#met !== el || !this.#kind) {
			this.#met = el;
			this.#kind = this.#kinds.meet(el);
		}
		return this.#kind;
	}

	/** What became of an element that may have been clipped, covered or moved. */
	#moved(el: Element, style: CSSStyleDeclaration, display: string): Look {
		const position = canMove(display) ? style.position : "static";
		const look = this.#lookFrom(el, style, display, position);
		if (look !== "shown" || this.#cover.overText(el)) this.#meet(el).inPlace = false;
		return look;
	}

	#lookFrom(el: Element, style: CSSStyleDeclaration, display: string, position: string): Look {
		if (canMove(display) && isClippedToNothing(style, position))
			return this.#isUsedByLabel(el) ? "shown" : "gone";
		if (this.#cover.over(el, position, style)) return "through";
		if (position !== "static" || this.#isInDoubt(el)) return this.#place(el, position);
		const isTurned =
			display !== "inline" && canMove(display) && (style.scale !== "none" || isTransformed(el));
		return isTurned ? this.#place(el, position) : "shown";
	}

	#place(el: Element, position: string): Look {
		const boxes = Array.from(clientRects(el));
		const around = this.#view.around(el, position);
		if (boxes.length === 0) {
			if (this.#isInDoubt(el)) this.#doubtful.add(el);
			return "shown";
		}
		if (boxes.every(isSpeck) && isDot(el)) return "gone";
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
		if (!hasChildNodes(el)) return false;
		const kind = this.#meet(el);
		if (kind.open && !this.#kinds.isNews(kind)) return false;
		if (style.overflow === "visible" || isRoot(el)) return false;
		kind.open = false;
		const { overflowX, overflowY } = style;
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
		if (this.#mute.has(el) || this.#cover.overText(el)) return "none";
		const kind = this.#meet(el);
		const isAsked = !kind.legible || this.#kinds.isNews(kind);
		const isUnseen = isAsked && this.#backdrop.hides(el, style) !== undefined;
		const isOdd = isAsked && !isUnseen && isOddlySet(style);
		if (isUnseen || isOdd) kind.legible = false;
		if (isUnseen) return "none";
		return isOdd || this.#doubtful.has(el) ? "measure" : "all";
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
			} else if (mayBeDrawn(child)) {
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
		if (canClip(display) && this.#folds(el, style)) return "clipped away";
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

/** Parts of tables are many, and nobody moves or clips them by themselves; they are spared the questions. */
function canMove(display: string): boolean {
	return !display.startsWith("table-");
}

/** Letters pushed out of their box, or too small. */
function isOddlySet(style: CSSStyleDeclaration): boolean {
	return (
		Number.parseFloat(style.fontSize) < LEGIBLE || (style.display !== "inline" && isPulled(style.textIndent))
	);
}

function isCut(overflow: string): boolean {
	return overflow === "hidden" || overflow === "clip";
}

function isPulled(length: string): boolean {
	return length.startsWith("-") && Number.parseFloat(length) < PULLED;
}

function isSpeck({ width, height }: DOMRect): boolean {
	return width < LEGIBLE || height < LEGIBLE;
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
