// Frames of other sites: an input that lands in one acts on a site that nobody has judged.

import type { KitArgs, KitResult, Point } from "@reins/protocol";
import { FRAMES } from "./frame-owners.ts";
import { deepHit } from "./hit-test.ts";
import { boundingRect, clientLeft, clientTop, isHtml, matches } from "./pristine.ts";

/** Frames in frames are followed so far. */
const DEEPEST = 20;

export function foreignFrameAt({ x, y }: KitArgs<"foreignFrameAt">): KitResult<"foreignFrameAt"> {
	return { foreign: isForeignAt(document, { x, y }, 0) };
}

/** Whether the point lies in a frame whose document may not be looked into. */
function isForeignAt(within: Document, { x, y }: Point, depth: number): boolean {
	const hit = deepHit({ x, y }, within);
	if (!hit || !matches(hit, FRAMES)) return false;
	const inside = contentOf(hit);
	if (!inside || depth === DEEPEST) return true;
	const box = boundingRect(hit);
	const point = { x: x - box.left - clientLeft(hit), y: y - box.top - clientTop(hit) };
	return isForeignAt(inside, point, depth + 1);
}

/** Null where the frame belongs to another site. */
function contentOf(el: Element): Document | null {
	if (isHtml(el, "iframe") || isHtml(el, "object")) return el.contentDocument;
	return null;
}
