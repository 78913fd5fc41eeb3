// What is drawn at all, as far as it can be told from one element: what can be acted on, and what names may say. What a
// person can see of it is for `Sight` to judge.

import { flatChildren, flatParent, selfAndAncestors, unknownAround } from "./flat-tree.ts";
import { areaBox, imageOf, isArea } from "./image-map.ts";
import { keep, whenDropped } from "./kept.ts";
import {
	attr,
	boundingRect,
	checkVisibility,
	clientRects,
	hasAnyAttr,
	hasAttr,
	isElement,
	isHtml,
	isText,
	localName,
	rangeOf,
} from "./pristine.ts";

/** Nothing of these is ever drawn, and asking for their style would be a waste. */
// biome-ignore format: a list of tags reads as a list
const NEVER_DRAWN = new Set([
	"base", "defs", "desc", "head", "link", "meta", "metadata", "noscript", "param", "script", "source", "style",
	"symbol", "template", "title", "track",
]);

/** Opacity below which nothing can be made out. */
const FAINT = 0.05;

// @guard never-drawn
export function isNeverDrawn(el: Element): boolean {
	return NEVER_DRAWN.has(localName(el));
}

export function mayBeDrawn(node: Node): node is Element {
	return isElement(node) && !isNeverDrawn(node);
}

export function isAriaHidden(el: Element): boolean {
	return attr(el, "aria-hidden")?.toLowerCase() === "true";
}

/** Hidden from assistive technology, or switched off as a whole: seen perhaps, but not to be used. */
export function isWithdrawn(el: Element): boolean {
	if (!hasAnyAttr(el)) return false;
	return isAriaHidden(el) || hasAttr(el, "inert");
}

/** Native controls made transparent lie over a drawn stand-in: the person sees that, and operates this. */
export function isNativeControl(el: Element): boolean {
	return isHtml(el, "input") || isHtml(el, "select") || isHtml(el, "textarea");
}

/** Contents that the browser has been told not to draw; the element's own box stays. Lines and parts of tables cannot. */
// @guard hidden-content
export function hidesContent(style: CSSStyleDeclaration, display = style.display): boolean {
	if (display === "inline" || display.startsWith("table-")) return false;
	return style.contentVisibility === "hidden";
}

/**
 * The boxes in which the element can be seen, in CSS pixels of the viewport. An element without a box of its own
 * (an inline link around a positioned picture, `display: contents`) is where its contents are.
 */
export function boxesOf(el: Element, left = { elements: 40 }): DOMRect[] {
	if (isArea(el)) return [areaBox(el)].filter((box) => box !== undefined);
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

export function textBoxes(text: Text): DOMRect[] {
	if (!text.data.trim()) return [];
	return Array.from(rangeOf(text).getClientRects()).filter((rect) => rect.width > 0 && rect.height > 0);
}

export function hasBox(el: Element): boolean {
	// The options of a closed drop-down have no boxes; they are as visible as their list.
	if (isHtml(el, "option") || isHtml(el, "optgroup")) return true;
	const rect = boundingRect(el);
	return (rect.width > 0 && rect.height > 0) || boxesOf(el).length > 0;
}

/** Why a person cannot see this element, in words; undefined if they can. Off-screen is not hidden: it can be scrolled to. */
export function hiddenReason(el: Element): string | undefined {
	if (isArea(el)) {
		const image = imageOf(el);
		return image ? hiddenReason(image) : "hidden: no picture has its map";
	}
	const style = getComputedStyle(el);
	if (style.display === "contents") {
		const parent = flatParent(el);
		return (parent && hiddenReason(parent)) ?? (boxesOf(el).length === 0 ? "zero size" : undefined);
	}
	if (!checkVisibility(el, {})) return "hidden";
	if (style.visibility !== "visible") return "hidden";
	const painted = isNativeControl(el) ? flatParent(el) : el;
	if (painted && isFaint(painted)) return "hidden (opacity 0)";
	return hasBox(el) ? undefined : "zero size";
}

/** By its own opacity and that of all around it. */
// @guard faint-content
export function isFaint(el: Element): boolean {
	return opacityOf(el) < FAINT;
}

/** Of an element with all around it; kept, for what stands side by side has the same around it. */
const opacities = new Map<Element, number>();
whenDropped(() => opacities.clear());

function opacityOf(el: Element): number {
	keep();
	for (const at of unknownAround(el, opacities)) opacities.set(at, opacityIn(at));
	return opacityIn(el);
}

/** What is around the element is known. */
function opacityIn(el: Element): number {
	const parent = flatParent(el);
	const around = (parent && opacities.get(parent)) ?? 1;
	const style = getComputedStyle(el);
	const { opacity } = style;
	return opacity === "1" || style.display === "contents" ? around : around * Number(opacity);
}

export function isInert(el: Element): boolean {
	for (const at of selfAndAncestors(el)) if (hasAttr(at, "inert")) return true;
	return false;
}

/** What is closed around an element, and hides it. */
export function closedAround(el: Element): string | undefined {
	for (const at of selfAndAncestors(el)) {
		if (at !== el && isHtml(at, "details") && !at.open) return "hidden in a closed <details>";
		if (at !== el && hidesContent(getComputedStyle(at))) return "hidden (content-visibility)";
	}
	return undefined;
}
