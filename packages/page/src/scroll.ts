// `scroll`: the page, or the scroller that an element is or stands in, by pixels or to an end; or an element into
// view. Done with the browser's own means, so that it works in a tab that nobody looks at, too.

import type { KitArgs, KitResult } from "@reins/protocol";
import { fail } from "./check-args.ts";
import { selfAndAncestors } from "./flat-tree.ts";
import { nextFrame } from "./next-frame.ts";
import {
	clientHeight,
	clientWidth,
	scrollHeight,
	scrollIntoView,
	scrollLeft,
	scrollTop,
	scrollWidth,
} from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { resolveTarget } from "./target.ts";

export async function scroll(refs: Refs, args: KitArgs<"scroll">): Promise<KitResult<"scroll">> {
	const { by, to } = args;
	if (by !== undefined && !(Number.isFinite(by?.x) && Number.isFinite(by?.y))) fail("by must be two numbers");
	if (to !== undefined && to !== "top" && to !== "bottom") fail("to must be top or bottom");
	const el = args.target && resolveTarget(refs, args.target);
	if (!el && !by && !to) fail("scroll needs target, by or to");
	const scroller = scrollerOf(el);
	const before = placeOf(scroller);
	if (by) scroller.scrollBy({ left: by.x, top: by.y, behavior: "instant" });
	else if (to) scroller.scrollTo({ top: to === "top" ? 0 : scrollHeight(scroller), behavior: "instant" });
	else if (el) scrollIntoView(el);
	// What reacts to scrolling does so in the next frame.
	await nextFrame();
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

/** The element itself where it scrolls, or the nearest one around it that does; else the page. */
export function scrollerOf(el: Element | undefined): Element {
	const page = document.scrollingElement ?? document.documentElement;
	for (const at of el ? selfAndAncestors(el) : []) {
		if (at === page || at === document.body) break;
		const { overflowX, overflowY } = getComputedStyle(at);
		const goesDown = /auto|scroll/.test(overflowY) && scrollHeight(at) > clientHeight(at);
		if (goesDown || (/auto|scroll/.test(overflowX) && scrollWidth(at) > clientWidth(at))) return at;
	}
	return page;
}
