// How many elements a snapshot passes over.

import { descendantCount, isElement } from "./pristine.ts";

/** Siblings counted one by one before the rest is taken to be like them. */
const SAMPLE = 300;

/** How many elements lie in these children and below, from an index on; many siblings are counted by a sample. */
export function elementsFrom(children: ArrayLike<Node>, from: number): number {
	const sample = Math.min(children.length - from, SAMPLE);
	let elements = 0;
	for (let at = from; at < from + sample; at += 1) {
		const child = children[at] as Node;
		if (isElement(child)) elements += 1 + descendantCount(child);
	}
	return Math.round((elements * (children.length - from)) / Math.max(sample, 1));
}
