// Scrolling on until a text is there: lists that bring more when somebody comes to their end, and those that draw
// only what is in view.

import { ReinsError, type Target } from "@reins/protocol";
import type { Tab } from "./tab.ts";

/** A list without an end is not followed for ever. */
const LONGEST = 20_000;
/** How long something may take to come once the end is reached. */
const MORE = 1_500;
const LOOK = 100;

/** Brings the text into view and answers the ref of what has it. */
export async function scrollToText(tab: Tab, text: string, inside: Target | undefined): Promise<string> {
	const end = performance.now() + LONGEST;
	const target = inside && { target: inside };
	for (let screens = 0; ; screens += 1) {
		const [found] = (await tab.kit("find", { text, limit: 1 })).items;
		if (found) {
			await tab.kit("scroll", { target: { ref: found.ref } });
			return found.ref;
		}
		if (performance.now() > end) throw notThere(text, `in the first ${screens} screens; there is more`);
		if (!(await advance(tab, text, target))) throw notThere(text, "down to the end");
	}
}

/** Goes on by a screen, or waits for more where that is not possible: false where nothing comes. */
async function advance(tab: Tab, text: string, target: { target: Target } | undefined): Promise<boolean> {
	const next = async () => (await tab.kit("scroll", { ...target, to: "next" })).moved;
	if (await next()) return true;
	for (const end = performance.now() + MORE; performance.now() < end; ) {
		if ((await tab.kit("waitFor", { text, timeout: LOOK })).met || (await next())) return true;
	}
	return false;
}

function notThere(text: string, where: string): ReinsError {
	return new ReinsError("not_found", `${JSON.stringify(text)} is not there, ${where}.`, {
		hint: "Check the words, or give the ref of the list to scroll in.",
	});
}
