// What of the page is on the screen now: it is what a person looks at, and what a snapshot that cannot hold
// everything must hold. Lists of thousands are not gone through: their members lie in order, so halving finds them.

import { boundingRect, isElement, rangeOf } from "./pristine.ts";
import { isRoot } from "./view.ts";
import { mayBeDrawn } from "./visible.ts";

/** in: all of it. out: none of it. part: some of it, or nobody knows (no box of its own). */
export type View = "in" | "out" | "part";

/** Members without a box that are passed over in search of one that has a place. */
const STEPS = 16;

export function viewOf(node: Element | Text): View {
	const { top, bottom, left, right } = isElement(node)
		? boundingRect(node)
		: rangeOf(node).getBoundingClientRect();
	if (top === bottom || left === right) return "part";
	if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return "out";
	return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth ? "in" : "part";
}

/** How much of an element is seen, of whose surroundings so much is. */
export function viewIn(around: View, el: Element, style: CSSStyleDeclaration): View {
	// The body's own box says little of the page: things are put outside of it.
	if (around === "in" || isRoot(el)) return around;
	return around === "part" || style.position === "fixed" ? viewOf(el) : "out";
}

/** The part of a list, as indices [start, end), that is on the screen; empty if there is none. */
export function windowOf(
	nodes: ArrayLike<Node>,
	from: number,
	to: number,
	most: number,
): { start: number; end: number } {
	const low = firstFrom(nodes, from, to);
	let end = low;
	while (end < to && end - low < most) {
		const { rect, at } = placedFrom(nodes, end, to);
		if (!rect || rect.top >= innerHeight) break;
		end = at + 1;
	}
	return { start: low, end };
}

/**
 * The first node that does not end above the screen. To get from one node of a long list to another, the browser walks
 * past all between them; so it is looked for around where it should be.
 */
function firstFrom(nodes: ArrayLike<Node>, from: number, to: number): number {
	let low = from;
	let high = to;
	let step = STEPS;
	let probe = guess(nodes, from, to);
	while (low < high) {
		const { rect, at } = placedFrom(nodes, probe, high);
		if (rect && rect.bottom > 0) high = probe;
		else low = Math.max(at, probe) + 1;
		if (low > from && high < to) probe = (low + high) >> 1;
		else {
			probe = high < to ? Math.max(low, high - step) : Math.min(high - 1, low + step);
			step *= 4;
		}
	}
	return low;
}

/** Where the screen begins, if all nodes are equally high. */
function guess(nodes: ArrayLike<Node>, from: number, to: number): number {
	const start = placedFrom(nodes, from, to).rect?.bottom ?? 0;
	if (start >= 0) return from;
	for (let at = to - 1; at > Math.max(from, to - STEPS); at -= 1) {
		const node = nodes[at] as Node;
		if (!isElement(node)) continue;
		const { bottom } = boundingRect(node);
		return bottom > 0 ? from + Math.floor(((at - from) * start) / (start - bottom)) : at;
	}
	return (from + to) >> 1;
}

/** The box of the first node from here on that has one. */
function placedFrom(nodes: ArrayLike<Node>, from: number, to: number): { rect?: DOMRect; at: number } {
	const last = Math.min(from + STEPS, to);
	for (let at = from; at < last; at += 1) {
		const node = nodes[at] as Node;
		if (!mayBeDrawn(node)) continue;
		const rect = boundingRect(node);
		if (rect.width > 0 || rect.height > 0) return { rect, at };
	}
	return { at: last - 1 };
}
