// Waiting with an end, for things that processes do and nobody announces.

import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is yes; false when the time is over. */
export async function until(check: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
	const end = performance.now() + ms;
	for (let pause = 5; ; pause = Math.min(pause * 2, 50)) {
		if (await check()) return true;
		if (performance.now() >= end) return false;
		await sleep(pause);
	}
}

/** Whether the promise was fulfilled in time. Its failure is the caller's to see elsewhere. */
export async function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
	const timer = new AbortController();
	const late = sleep(ms, false, { signal: timer.signal }).catch(() => false);
	try {
		return await Promise.race([promise.then(() => true), late]);
	} finally {
		timer.abort();
	}
}
