// What a picture shows and how large it becomes, from the browser's own figures.

import { expect, test } from "vitest";
import { type Layout, layoutOf, planPicture } from "../src/picture-plan.ts";

const layout = (more: Partial<Layout> = {}): Layout => ({
	viewport: { x: 0, y: 200, width: 1_265, height: 713 },
	page: { x: 0, y: 0, width: 1_265, height: 3_000 },
	zoom: 1,
	ratio: 1,
	pinch: 1,
	...more,
});

/** As Chrome answers for a page of 843 × 3000 on a screen with two pixels for one, zoomed to 150 %. */
const zoomed = {
	contentSize: { x: 0, y: 0, width: 2_530, height: 9_000 },
	cssVisualViewport: { pageX: 0, pageY: 250, clientWidth: 843.33, clientHeight: 475.33, scale: 1, zoom: 1.5 },
	cssContentSize: { x: 0, y: 0, width: 843, height: 3_000 },
};

test("the layout, with zoom and screen told apart", () => {
	expect(layoutOf(zoomed)).toEqual({
		viewport: { x: 0, y: 250, width: 843.33, height: 475.33 },
		page: { x: 0, y: 0, width: 843, height: 3_000 },
		zoom: 1.5,
		ratio: 3,
		pinch: 1,
	});
	const odd = { ...zoomed, contentSize: { x: 0, y: 0, width: 927, height: 3_300 } };
	expect(layoutOf(odd).ratio).toBeCloseTo(1.1, 5);
	const empty = { ...zoomed, cssContentSize: { x: 0, y: 0, width: 0, height: 0 } };
	expect(layoutOf(empty).ratio).toBe(1);
});

test("a viewport that needs no scaling is taken as it is", () => {
	expect(planPicture(layout(), { maxSide: 1_568 })).toEqual({
		region: layout().viewport,
		scale: 1,
		beyond: false,
	});
	expect(planPicture(layout({ ratio: 2 }), { maxSide: 0 })).toMatchObject({ scale: 2, beyond: false });
	expect(planPicture(layout({ ratio: 2 }), { maxSide: 0 }).clip).toBeUndefined();
});

test("a scrollbar does not make a viewport larger than asked for", () => {
	const viewport = { x: 0, y: 0, width: 1_560, height: 900 };
	expect(planPicture(layout({ viewport }), { maxSide: 1_568 }).clip).toMatchObject({
		width: 1_560,
		scale: 1,
	});
});

test("a denser screen still gives CSS pixels", () => {
	const { clip, scale } = planPicture(layout({ ratio: 2 }), { maxSide: 1_568 });
	expect(scale).toBe(1);
	expect(clip).toEqual({ x: 0, y: 200, width: 1_265, height: 713, scale: 0.5 });
});

test("a zoomed page has its clip in pixels of the window", () => {
	const plan = planPicture(layoutOf(zoomed), {
		clip: { x: 100, y: 300, width: 50, height: 40 },
		maxSide: 1_568,
	});
	expect(plan).toMatchObject({ scale: 1, beyond: false });
	expect(plan.clip).toEqual({ x: 150, y: 450, width: 75, height: 60, scale: 1 / 3 });
});

test("an element in whole pixels, in view or not", () => {
	const inView = planPicture(layout(), {
		clip: { x: 10.4, y: 300.6, width: 20.2, height: 9.9 },
		maxSide: 1_568,
	});
	expect(inView.region).toEqual({ x: 10, y: 300, width: 21, height: 11 });
	expect(inView.beyond).toBe(false);
	const below = { clip: { x: 0, y: 1_000, width: 10, height: 10 }, maxSide: 1_568 };
	expect(planPicture(layout(), below).beyond).toBe(true);
	const across = { clip: { x: -20, y: 300, width: 50, height: 10 }, maxSide: 1_568 };
	expect(planPicture(layout(), across).region).toEqual({ x: 0, y: 300, width: 30, height: 10 });
});

test("an element without size or outside of the page is refused by name", () => {
	const of = (clip: { x: number; y: number; width: number; height: number }) => () =>
		planPicture(layout(), { clip, maxSide: 0 });
	expect(of({ x: 0, y: 0, width: 0.5, height: 10 })).toThrow("no size");
	expect(of({ x: -100, y: 0, width: 90, height: 10 })).toThrow("outside of the page");
	expect(of({ x: 0, y: 3_000, width: 90, height: 10 })).toThrow("outside of the page");
});

test("a full page is scaled to the longest side, but not beyond making out", () => {
	expect(planPicture(layout(), { from: 0, maxSide: 1_500 })).toMatchObject({
		region: { x: 0, y: 0, width: 1_265, height: 3_000 },
		scale: 0.5,
		beyond: true,
	});
	const long = layout({ page: { x: 0, y: 0, width: 1_265, height: 40_000 } });
	expect(planPicture(long, { from: 0, maxSide: 1_568 })).toMatchObject({
		region: { y: 0, height: 6_272 },
		scale: 0.25,
	});
	expect(planPicture(long, { from: 37_632, maxSide: 1_568 }).region).toMatchObject({
		y: 37_632,
		height: 2_368,
	});
	expect(planPicture(long, { from: 0, maxSide: 0 }).region.height).toBe(8_192);
	expect(planPicture({ ...long, ratio: 2 }, { from: 0, maxSide: 0 }).region.height).toBe(4_096);
	expect(() => planPicture(long, { from: 40_000, maxSide: 0 })).toThrow("only 40000 CSS pixels high");
});

test("however thin, a line is left of it", () => {
	const wide = layout({ page: { x: 0, y: 0, width: 30_000, height: 900 } });
	const { region, scale } = planPicture(wide, {
		clip: { x: 0, y: 8, width: 30_000, height: 10 },
		maxSide: 1_568,
	});
	expect(region.width * scale).toBeCloseTo(1_568, 5);
	expect(region.height * scale).toBeCloseTo(1, 5);
});
