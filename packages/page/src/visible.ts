// What a person can see, asked in two ways: `look` for a walk from the root down, which needs one computed style
// a node, and `hiddenReason` for a single element, which has to know its ancestors too.

import { flatChildren, flatParent, selfAndAncestors } from "./flat-tree.ts";
import {
	attr,
	boundingRect,
	checkVisibility,
	clientRects,
	hasAnyAttr,
	hasAttr,
	hasChildNodes,
	isElement,
	isHtml,
	isText,
	localName,
} from "./pristine.ts";

/** Nothing of these is ever drawn, and asking for their style would be a waste. */
// biome-ignore format: a list of tags reads as a list
const NEVER_DRAWN = new Set([
	"base", "defs", "desc", "head", "link", "meta", "metadata", "noscript", "param", "script", "source", "style",
	"symbol", "template", "title", "track",
]);

/**
 * gone: neither the element nor anything in it shows. through: it does not show, but what is in it may.
 * shown: it shows, as far as its style goes.
 */
type Look = "gone" | "through" | "shown";

export function isNeverDrawn(el: Element): boolean {
	return NEVER_DRAWN.has(localName(el));
}

/** Style of the element alone; for a walk that has already passed its ancestors. */
export function look(el: Element, style: CSSStyleDeclaration): Look {
	// No display at all: a child that its host's closed shadow root has no slot for.
	const { display } = style;
	if (display === "none" || display === "") return "gone";
	// Without a box there is nothing to make transparent or to clip.
	if (display === "contents") return style.visibility === "visible" ? "shown" : "through";
	if (style.opacity === "0" && !isNativeControl(el)) return "gone";
	if (hasChildNodes(el) && isFoldedAway(el, style)) return "gone";
	return style.visibility === "visible" ? "shown" : "through";
}

/** Hidden from assistive technology, or switched off as a whole: seen perhaps, but not to be used. */
export function isWithdrawn(el: Element): boolean {
	if (!hasAnyAttr(el)) return false;
	return attr(el, "aria-hidden")?.toLowerCase() === "true" || hasAttr(el, "inert");
}

/** Native controls made transparent lie over a drawn stand-in: the person sees that, and operates this. */
function isNativeControl(el: Element): boolean {
	return isHtml(el, "input") || isHtml(el, "select") || isHtml(el, "textarea");
}

/** The usual closed accordion: no height (or width) and what overflows is clipped. */
function isFoldedAway(el: Element, style: CSSStyleDeclaration): boolean {
	if (style.overflowX === "visible" && style.overflowY === "visible") return false;
	// What body and root clip is the viewport's business, not their own box's.
	if (style.display === "inline" || isHtml(el, "body") || isHtml(el, "html")) return false;
	const rect = boundingRect(el);
	return (
		(rect.height === 0 && style.overflowY !== "visible") ||
		(rect.width === 0 && style.overflowX !== "visible")
	);
}

/** Contents that the browser has been told not to draw; the element's own box stays. */
export function hidesContent(style: CSSStyleDeclaration): boolean {
	return style.contentVisibility === "hidden";
}

/**
 * The boxes in which the element can be seen, in CSS pixels of the viewport. An element without a box of its own
 * (an inline link around a positioned picture, `display: contents`) is where its contents are.
 */
export function boxesOf(el: Element, left = { elements: 40 }): DOMRect[] {
	const own = Array.from(clientRects(el)).filter((rect) => rect.width > 0 && rect.height > 0);
	if (own.length > 0) return own;
	const boxes: DOMRect[] = [];
	for (const child of Array.from(flatChildren(el))) {
		if (left.elements <= 0) break;
		left.elements -= 1;
		if (isElement(child)) boxes.push(...boxesOf(child, left));
		else if (isText(child)) boxes.push(...textBoxes(child));
	}
	return boxes;
}

function textBoxes(text: Text): DOMRect[] {
	if (!text.data.trim()) return [];
	const range = document.createRange();
	range.selectNodeContents(text);
	return Array.from(range.getClientRects()).filter((rect) => rect.width > 0 && rect.height > 0);
}

export function hasBox(el: Element): boolean {
	// The options of a closed drop-down have no boxes; they are as visible as their list.
	if (isHtml(el, "option") || isHtml(el, "optgroup")) return true;
	const rect = boundingRect(el);
	return (rect.width > 0 && rect.height > 0) || boxesOf(el).length > 0;
}

/** Why a person cannot see this element, in words; undefined if they can. Off-screen is not hidden: it can be scrolled to. */
export function hiddenReason(el: Element): string | undefined {
	const style = getComputedStyle(el);
	if (style.display === "contents") {
		const parent = flatParent(el);
		return (parent && hiddenReason(parent)) ?? (boxesOf(el).length === 0 ? "zero size" : undefined);
	}
	if (!checkVisibility(el, {})) return "hidden";
	if (style.visibility !== "visible") return "hidden";
	const painted = isNativeControl(el) ? flatParent(el) : el;
	if (painted && isTransparent(painted)) return "hidden (opacity 0)";
	return hasBox(el) ? undefined : "zero size";
}

function isTransparent(el: Element): boolean {
	for (const at of selfAndAncestors(el)) {
		const { opacity, display } = getComputedStyle(at);
		if (opacity === "0" && display !== "contents") return true;
	}
	return false;
}

export function isInert(el: Element): boolean {
	for (const at of selfAndAncestors(el)) if (hasAttr(at, "inert")) return true;
	return false;
}
