// The elements that show other documents. What is in them is read by the kit of those documents.

import type { KitResult } from "@reins/protocol";
import { queryEverywhere } from "./query.ts";
import type { Refs } from "./refs.ts";
import { Sight } from "./sight.ts";

/** More frames than a person looks at on one page. */
const MOST = 64;
export const FRAMES = "iframe, frame, object, embed, fencedframe";

export function frameOwners(refs: Refs): KitResult<"frameOwners"> {
	return { refs: shownFrames().map((el) => refs.of(el)) };
}

export function shownFrames(): Element[] {
	const sight = new Sight();
	return queryEverywhere(FRAMES)
		.filter((el) => sight.sees(el))
		.slice(0, MOST);
}
