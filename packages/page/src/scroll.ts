// `scroll`: the page, or the scroller that an element is or stands in, by pixels or to an end; or an element into
// view. Done with the browser's own means, so that it works in a tab that nobody looks at, too.

import type { KitArgs, KitResult } from "@reins/protocol";
import { fail } from "./check-args.ts";
import { selfAndAncestors } from "./flat-tree.ts";
import { framePainted, nextFrame } from "./next-frame.ts";
import {
	clientHeight,
	clientWidth,
	scrollElementBy,
	scrollElementTo,
	scrollHeight,
	scrollIntoView,
	scrollLeft,
	scrollTop,
	scrollWidth,
} from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import type { Refs } from "./refs.ts";
import { resolveTarget } from "./target.ts";

/** Of a screen: what was at its end is then at its beginning. */
const MOST = 0.8;

export async function scroll(refs: Refs, args: KitArgs<"scroll">): Promise<KitResult<"scroll">> {
	const { by, to } = args;
	if (by !== undefined && !(Number.isFinite(by?.x) && Number.isFinite(by?.y))) fail("by must be two numbers");
	if (to !== undefined && !["top", "bottom", "next"].includes(to)) fail("to must be top, bottom or next");
	const el = args.target && resolveTarget(refs, args.target);
	if (!el && !by && !to) fail("scroll needs target, by or to");
	const scroller = scrollerOf(el);
	const before = placeOf(scroller);
	const screen = to === "next" ? { x: 0, y: clientHeight(scroller) * MOST } : undefined;
	const step = by ?? screen;
	if (step) scrollElementBy(scroller, { left: step.x, top: step.y, behavior: "instant" });
	else if (to)
		scrollElementTo(scroller, { top: to === "top" ? 0 : scrollHeight(scroller), behavior: "instant" });
	else if (el) scrollIntoView(el);
	// What reacts to scrolling does so in the next frame; whoever goes on and on must not be faster than that.
	if (to === "next") await framePainted();
	else await nextFrame();
	const after = placeOf(scroller);
	const size = {
		width: Math.round(scrollWidth(scroller) - clientWidth(scroller)),
		height: Math.round(scrollHeight(scroller) - clientHeight(scroller)),
	};
	return { ...after, ...size, moved: before.x !== after.x || before.y !== after.y };
}

function placeOf(scroller: Element): { x: number; y: number } {
	return { x: Math.round(scrollLeft(scroller)), y: Math.round(scrollTop(scroller)) };
}

/** The element itself where it scrolls, or the nearest one around it that does; else the page, or its largest part. */
export function scrollerOf(el: Element | undefined): Element {
	const page = document.scrollingElement ?? document.documentElement;
	for (const at of el ? selfAndAncestors(el) : []) {
		if (at === page || at === document.body) break;
		if (scrolls(at)) return at;
	}
	return el || scrollHeight(page) > clientHeight(page) ? page : (largestScroller() ?? page);
}

/** Of a page that does not scroll itself. */
function largestScroller(): Element | undefined {
	const sizeOf = (el: Element) => clientWidth(el) * clientHeight(el);
	let largest: Element | undefined;
	for (const el of queryEverywhere("*")) {
		if (el !== document.body && sizeOf(el) > (largest ? sizeOf(largest) : 0) && scrolls(el)) largest = el;
	}
	return largest;
}

function scrolls(el: Element): boolean {
	const isLonger = scrollHeight(el) > clientHeight(el);
	if (!isLonger && scrollWidth(el) <= clientWidth(el)) return false;
	const { overflowX, overflowY } = getComputedStyle(el);
	return (
		(isLonger && /auto|scroll/.test(overflowY)) ||
		(scrollWidth(el) > clientWidth(el) && /auto|scroll/.test(overflowX))
	);
}
