// Scrolling on until a text is there: lists that bring more when somebody comes to their end, and those that draw
// only what is in view.

import { ReinsError, type Target } from "@reins/protocol";
import { read } from "./reads.ts";
import { frameIn, type Tab } from "./tab.ts";
import { Watcher } from "./watcher.ts";

/** A list without an end is not followed for ever. */
const LONGEST = 20_000;
/** How long something may take to come once the end is reached, or once a server has answered. */
const MORE = 1_500;
/** How long the page's servers may take to answer then. */
const ANSWER = 5_000;
const LOOK = 100;

/** Brings the text into view and answers the ref of what has it. */
export async function scrollToText(tab: Tab, text: string, inside: Target | undefined): Promise<string> {
	const end = performance.now() + LONGEST;
	const seen = new Watcher(tab);
	try {
		// Requests are followed from the first wait on.
		await tab.kit("waitFor", { text, timeout: 0 });
		let found = (await findEverywhere(tab, text)).ref;
		for (let screens = 0; found === undefined; screens += 1) {
			if (performance.now() > end) throw notThere(text, `in the first ${screens} screens; there is more`);
			if (!(await advance(tab, text, inside, seen))) {
				found = await findAtLast(tab, text, seen);
				break;
			}
			found = (await tab.kit("find", { text, limit: 1 }, inside && frameIn({ target: inside }))).items[0]
				?.ref;
		}
		await tab.kit("scroll", { target: { ref: found } });
		return found;
	} finally {
		seen.stop();
	}
}

/** In the page and all its frames; and how many of them could not be looked into. */
async function findEverywhere(tab: Tab, text: string): Promise<{ ref: string | undefined; unread: number }> {
	const { parts, unread = [] } = await read(tab, "find", { text, limit: 1 });
	return { ref: parts.flatMap(({ items }) => items)[0]?.ref, unread: unread.length };
}

/** What scrolling has brought may be in a frame. */
async function findAtLast(tab: Tab, text: string, seen: Watcher): Promise<string> {
	const { ref, unread } = await findEverywhere(tab, text);
	if (ref !== undefined) return ref;
	const asked = seen.busy ? "; a request of the page is not answered yet, which may bring more" : "";
	const hidden = unread > 0 ? `; ${unread} of its frames could not be looked into` : "";
	throw notThere(text, `down to the end${asked}${hidden}`);
}

/** Goes on by a screen, or waits for more where that is not possible: false where nothing comes. */
async function advance(tab: Tab, text: string, inside: Target | undefined, seen: Watcher): Promise<boolean> {
	const target = inside && { target: inside };
	const frame = inside && frameIn({ target: inside });
	const next = async () => (await tab.kit("scroll", { ...target, to: "next" })).moved;
	const comes = async () => (await tab.kit("waitFor", { text, timeout: LOOK }, frame)).met || (await next());
	if (await next()) return true;
	const latest = performance.now() + ANSWER;
	for (let end = performance.now() + MORE; performance.now() < end; ) {
		if (await comes()) return true;
		// What was asked for is waited for, and then what the page makes of it.
		if (seen.busy && performance.now() < latest) end = performance.now() + MORE;
	}
	return false;
}

function notThere(text: string, where: string): ReinsError {
	return new ReinsError("not_found", `${JSON.stringify(text)} is not there, ${where}.`, {
		hint: "Check the words, or give the ref of the list to scroll in.",
	});
}
