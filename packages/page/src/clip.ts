// What scrolling and clipping boxes leave of an element: a row that was scrolled out of its list has a box, but
// nobody sees it there.

import type { Box } from "@reins/protocol";
import { shared } from "./boxes.ts";
import { flatParent } from "./flat-tree.ts";
import { boundingRect, isHtml } from "./pristine.ts";

/** The part of a box of the element that what is around it lets through. The viewport is not looked at. */
export function clipped(el: Element, box: Box): Box | undefined {
	let { position } = getComputedStyle(el);
	let left: Box | undefined = box;
	for (let at = flatParent(el); at && left; at = flatParent(at)) {
		if (position === "fixed") break;
		const style = getComputedStyle(at);
		// What is positioned is cut by the box that it is positioned in, and by those around that.
		if (position === "absolute" && style.position === "static") continue;
		position = style.position;
		// What body and root clip is the viewport's business, not their own box's.
		if (isHtml(at, "body") || isHtml(at, "html") || !clips(style)) continue;
		left = shared(left, boundingRect(at));
	}
	return left;
}

/** Whether a part of the element cannot be seen where it is, however far the page is scrolled. */
export function isClipped(el: Element): boolean {
	const { x, y, width, height } = boundingRect(el);
	const left = clipped(el, { x, y, width, height });
	return !left || left.width < width || left.height < height;
}

function clips(style: CSSStyleDeclaration): boolean {
	if (style.display === "inline" || style.display === "contents") return false;
	return style.overflowX !== "visible" || style.overflowY !== "visible";
}
