// The part of the page that a read is about: one element, or everything.

import type { Target } from "@reins/protocol";
import { documentElement } from "./pristine.ts";
import { queryEverywhere } from "./query.ts";
import type { Refs } from "./refs.ts";
import { resolveTarget } from "./target.ts";

/** Elements that match, inside of the target where there is one; the target itself counts by `itself`. */
export function inScope(
	refs: Refs,
	target: Target | undefined,
	selector: string,
	itself: (el: Element) => boolean = () => false,
): Element[] {
	if (target === undefined) return queryEverywhere(selector);
	const root = resolveTarget(refs, target);
	const inside = queryEverywhere(selector, root);
	return itself(root) ? [root, ...inside] : inside;
}

/** Where a walk over the page begins: not at the body, for things are put beside it, and a drawing has none. */
export function startOf(refs: Refs, target: Target | undefined): Element | undefined {
	if (target !== undefined) return resolveTarget(refs, target);
	return documentElement(document) ?? undefined;
}
