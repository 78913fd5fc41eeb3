// What a picture shows and how large it becomes, worked out before it is taken.
//
// Three kinds of pixels: CSS pixels of the page; those of the browser's window, which are larger or smaller by the
// zoom that the person chose, and in which Chrome wants the clip; those of the screen, which the picture has.

import { type Box, limits, type PrimitiveParams, ReinsError } from "@reins/protocol";
import type { CdpParams } from "./cdp-session.ts";

/** A full page is not made smaller than this: nothing could be made out. The rest is for the next picture. */
const LEAST_SCALE = 0.25;
/** Wider than any scrollbar; the layout's width is told without it. */
const SCROLLBAR = 20;

/** The tab as it is laid out; boxes in CSS pixels of the page. */
export interface Layout {
	viewport: Box;
	page: Box;
	/** Pixels of the window for a CSS pixel. */
	zoom: number;
	/** Pixels of the screen for a CSS pixel. */
	ratio: number;
	/** Zoomed with two fingers: pixels of the viewport for a CSS pixel. */
	pinch: number;
}

export interface Plan {
	region: Box;
	/** Pixels of the picture for a CSS pixel. */
	scale: number;
	/** As Chrome takes it; none for the viewport as it is on the screen. */
	clip?: Box & { scale: number };
	/** Parts outside of the viewport have to be painted for it. */
	beyond: boolean;
}

/** From the answer to `Page.getLayoutMetrics`. */
export function layoutOf(metrics: CdpParams): Layout {
	const visual = metrics["cssVisualViewport"] as Record<string, number>;
	const page = metrics["cssContentSize"] as Box;
	const onScreen = metrics["contentSize"] as Box;
	const side = page.height > page.width ? "height" : "width";
	const { pageX = 0, pageY = 0, clientWidth = 0, clientHeight = 0, zoom = 1, scale = 1 } = visual;
	return {
		viewport: { x: pageX, y: pageY, width: clientWidth, height: clientHeight },
		page,
		zoom,
		// Both sizes are rounded; real ratios are mostly sixteenths.
		ratio: page[side] > 0 ? snapped(onScreen[side] / page[side]) : 1,
		pinch: scale,
	};
}

function snapped(ratio: number): number {
	const near = Math.round(ratio * 16) / 16;
	return Math.abs(near - ratio) < 0.01 ? near : ratio;
}

export function planPicture(
	layout: Layout,
	wanted: Pick<PrimitiveParams<"capture">, "clip" | "from" | "maxSide">,
): Plan {
	const { viewport, ratio, pinch } = layout;
	const { maxSide } = wanted;
	const ofPage = wanted.clip ? element(wanted.clip, layout.page) : fullPage(wanted.from, layout.page);
	if (!ofPage) {
		const side = (Math.max(viewport.width, viewport.height) + SCROLLBAR) * pinch;
		const asItIs = ratio === 1 ? maxSide === 0 || side <= maxSide : maxSide === 0;
		if (asItIs && side * ratio <= limits.pictureSide) {
			return { region: viewport, scale: ratio * pinch, beyond: false };
		}
	}
	const region = ofPage ?? viewport;
	const scale = scaleOf(region, maxSide, ratio, wanted.from !== undefined);
	const longest = Math.floor((maxSide || limits.pictureSide) / scale);
	// A line of a picture is the least that there can be.
	const least = 1 / scale;
	const shown = {
		...region,
		width: Math.max(Math.min(region.width, longest), least),
		height: Math.max(Math.min(region.height, longest), least),
	};
	return { region: shown, scale, clip: clipOf(shown, scale, layout), beyond: !isInside(shown, viewport) };
}

function scaleOf(region: Box, maxSide: number, ratio: number, isTall: boolean): number {
	if (maxSide === 0) return ratio;
	const high = maxSide / region.height;
	return Math.min(1, maxSide / region.width, isTall ? Math.max(high, LEAST_SCALE) : high);
}

function clipOf(region: Box, scale: number, { zoom, ratio }: Layout): Box & { scale: number } {
	const { x, y, width, height } = region;
	return { x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom, scale: scale / ratio };
}

/** Whole pixels around the element, as far as the page goes. */
function element(box: Box, page: Box): Box {
	const x = Math.max(Math.floor(box.x), page.x);
	const y = Math.max(Math.floor(box.y), page.y);
	const width = Math.min(Math.ceil(box.x + box.width), page.x + page.width) - x;
	const height = Math.min(Math.ceil(box.y + box.height), page.y + page.height) - y;
	if (box.width < 1 || box.height < 1) throw noPicture("The element has no size.");
	if (width < 1 || height < 1) throw noPicture("The element lies outside of the page.");
	return { x, y, width, height };
}

function fullPage(from: number | undefined, page: Box): Box | undefined {
	if (from === undefined) return undefined;
	if (from > 0 && from >= page.height) {
		throw new ReinsError("bad_args", `from: the page is only ${page.height} CSS pixels high.`);
	}
	return { ...page, y: page.y + from, height: page.height - from };
}

function noPicture(message: string): ReinsError {
	return new ReinsError("not_actionable", message, { hint: "Take a picture of what is around it." });
}

function isInside(inner: Box, outer: Box): boolean {
	return (
		inner.x >= outer.x &&
		inner.y >= outer.y &&
		inner.x + inner.width <= outer.x + outer.width &&
		inner.y + inner.height <= outer.y + outer.height
	);
}
