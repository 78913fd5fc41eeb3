// How many elements a snapshot passes over.

import { childElementCount, descendantCount, isElement, nextElementSibling, parentNode } from "./pristine.ts";
import { mayBeDrawn } from "./visible.ts";

/** Siblings counted one by one before the rest is taken to be like them. */
const SAMPLE = 300;
/** As many are looked at to tell whether some are not drawn. */
const FEW = 60;

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
	if (to - from <= SAMPLE || Array.isArray(children)) return counted(children, from, to, mayBeDrawn);
	// Where so many can be drawn, the others can, too; and the browser counts elements faster than anybody else.
	const sample = from + FEW;
	if (counted(children, from, sample, mayBeDrawn) < counted(children, from, sample, isElement))
		return counted(children, from, to, mayBeDrawn);
	const parent = parentNode(children[from] as Node);
	const all = parent && isElement(parent) ? childElementCount(parent) : 0;
	if (all === children.length) return to - from;
	const isNearEnds = from <= 2 * SAMPLE && children.length - to <= SAMPLE;
	if (!all || !isNearEnds) return siblingsFrom(children, from, to);
	return all - counted(children, 0, from, isElement) - counted(children, to, children.length, isElement);
}

function counted(children: ArrayLike<Node>, from: number, to: number, test: (node: Node) => boolean): number {
	let count = 0;
	for (let at = from; at < to; at += 1) if (test(children[at] as Node)) count += 1;
	return count;
}

function siblingsFrom(children: ArrayLike<Node>, from: number, to: number): number {
	const end = memberFrom(children, to);
	let count = 0;
	let at = memberFrom(children, from);
	for (; at && at !== end; at = nextElementSibling(at) ?? undefined) count += 1;
	return count;
}

/** The first of them from an index on. */
export function memberFrom(children: ArrayLike<Node>, from: number): Element | undefined {
	for (let at = from; at < children.length; at += 1) {
		const child = children[at] as Node;
		if (mayBeDrawn(child)) return child;
	}
	return undefined;
}
