// Boxes, whatever their pixels are.

import type { Box } from "@reins/protocol";

/** The part that two boxes share, if any. */
export function shared(one: Box, other: Box): Box | undefined {
	const x = Math.max(one.x, other.x);
	const y = Math.max(one.y, other.y);
	const width = Math.min(one.x + one.width, other.x + other.width) - x;
	const height = Math.min(one.y + one.height, other.y + other.height) - y;
	return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
