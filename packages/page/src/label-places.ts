// Where the text of a label stands in a picture: beside what it names, on ground where nothing is to be seen.

import type { Box } from "@reins/protocol";
import { shared } from "./boxes.ts";

interface Size {
	width: number;
	height: number;
}

/**
 * What hiding a pixel costs, by what it is. A text on another box would seem to name that one; on its own box it
 * hides at worst a name that is told in words as well.
 */
const OUTSIDE = 20;
const OTHER_TEXT = 10;
const OTHER_BOX = 3;
const INK = 2;
const OWN_BOX = 0.3;
/** Neighbouring pixels that differ by more than this are something to be seen. */
const CONTRAST = 40;

/** Red, green, blue and alpha of every pixel, line by line. */
export interface Pixels extends Size {
	data: Uint8ClampedArray;
}

/** One place a box, in their order. */
export function placeTexts(boxes: readonly Box[], sizes: readonly Size[], picture: Pixels): Box[] {
	const places: Box[] = [];
	for (const [index, box] of boxes.entries()) {
		const size = sizes[index] as Size;
		let best: Box = { ...size, x: Math.round(box.x), y: Math.round(box.y) };
		let least = Number.POSITIVE_INFINITY;
		for (const point of pointsAround(box, size)) {
			const at = { ...size, x: Math.round(point.x), y: Math.round(point.y) };
			const cost = costOf(at, box, boxes, places, picture, least);
			if (cost < least) [best, least] = [at, cost];
			if (least === 0) break;
		}
		places.push(best);
	}
	return places;
}

/** In the order in which one would look for it; the last ones lie on the thing itself. */
function pointsAround(box: Box, { width, height }: Size): { x: number; y: number }[] {
	const { x, y } = box;
	const left = x - width;
	const right = x + box.width;
	const above = y - height;
	const bottom = y + box.height;
	const beside = y + (box.height - height) / 2;
	const atRight = right - width;
	return [
		{ x, y: above },
		{ x: left, y: beside },
		{ x: right, y: beside },
		{ x: atRight, y: above },
		{ x, y: bottom },
		{ x: atRight, y: bottom },
		{ x: atRight, y: beside },
		{ x: atRight, y },
		{ x: atRight, y: bottom - height },
		{ x, y },
	];
}

/** How much would be hidden there; looked at in full only where it can be less than what is known. */
function costOf(
	at: Box,
	own: Box,
	boxes: readonly Box[],
	places: readonly Box[],
	picture: Pixels,
	least: number,
): number {
	const inside = shared(at, { x: 0, y: 0, width: picture.width, height: picture.height });
	let cost = OUTSIDE * (areaOf(at) - areaOf(inside));
	for (const place of places) cost += OTHER_TEXT * areaOf(shared(at, place));
	for (const box of boxes) cost += (box === own ? OWN_BOX : OTHER_BOX) * areaOf(shared(at, box));
	return cost < least && inside ? cost + INK * inkIn(inside, picture) : cost;
}

function areaOf(box: Box | undefined): number {
	return box ? box.width * box.height : 0;
}

/** Pixels that differ from the next one, to the right or below. */
function inkIn({ x, y, width, height }: Box, { data, width: line, height: lines }: Pixels): number {
	let ink = 0;
	for (let row = y; row < Math.min(y + height, lines - 1); row += 1) {
		for (let column = x; column < Math.min(x + width, line - 1); column += 1) {
			const here = (row * line + column) * 4;
			if (differ(data, here, here + 4) || differ(data, here, here + line * 4)) ink += 1;
		}
	}
	return ink;
}

function differ(data: Uint8ClampedArray, one: number, other: number): boolean {
	const by = (channel: number) => Math.abs((data[one + channel] ?? 0) - (data[other + channel] ?? 0));
	return by(0) + by(1) + by(2) > CONTRAST;
}
