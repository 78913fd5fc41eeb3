// Where the person has pinched a page larger, what is in view begins elsewhere than its viewport, and input is sent to
// what is in view. In a frame the two are one.

import type { Point } from "@reins/protocol";

/** Where to press what is at a point of the viewport. */
export function pressFor({ x, y }: Point): Point {
	const { offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
	return { x: x - offsetLeft, y: y - offsetTop };
}

/** The point of the viewport that a press arrives at. */
export function pointOfPress({ x, y }: Point): Point {
	const { offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
	return { x: x + offsetLeft, y: y + offsetTop };
}
