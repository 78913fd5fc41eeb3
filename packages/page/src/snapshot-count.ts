// How many elements a snapshot passes over.

import { descendantCount, isElement } from "./pristine.ts";
import { isNeverDrawn } from "./visible.ts";

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

/** How many of these children can be drawn at all. */
export function membersIn(children: ArrayLike<Node>, from: number, to: number): number {
	let members = 0;
	for (let at = from; at < to; at += 1) if (isMember(children[at] as Node)) members += 1;
	return members;
}

/** The first of them from an index on. */
export function memberFrom(children: ArrayLike<Node>, from: number): Element | undefined {
	for (let at = from; at < children.length; at += 1) {
		const child = children[at] as Node;
		if (isMember(child)) return child;
	}
	return undefined;
}

function isMember(node: Node): node is Element {
	return isElement(node) && !isNeverDrawn(node);
}
