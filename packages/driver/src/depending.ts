// Fields that others bring: a list of cities that comes when the country was chosen, a field that can be used a moment
// later. What cannot be set yet is tried again when what was set before has had its effect.

import { ReinsError } from "@reins/protocol";
import type { Tab } from "./tab.ts";
import { pause } from "./wait.ts";
import type { Watcher } from "./watcher.ts";

/** For so long what was set may take to show, and what it asks servers for to come. */
const SHOWING = 1_000;
const ANSWERS = 5_000;
/** Between two tries, where no request is under way. */
const PAUSE = 100;

/** Sets what others may have to bring first: again and again, as long as it fails and nothing was done. */
export async function onceReady<T>(tab: Tab, seen: Watcher, set: () => Promise<T>): Promise<T> {
	const start = performance.now();
	let end = start + SHOWING;
	for (;;) {
		try {
			return await set();
		} catch (error) {
			const left = start + ANSWERS - performance.now();
			if (!isUntouched(error) || left <= 0 || (!seen.busy && performance.now() > end)) throw error;
			if (seen.busy) {
				await seen.arrival(left);
				end = performance.now() + SHOWING;
			} else await pause(tab, PAUSE);
		}
	}
}

function isUntouched(error: unknown): boolean {
	if (!(error instanceof ReinsError) || error.data?.["interrupted"] === true) return false;
	return error.code === "not_found" || error.code === "not_actionable";
}
