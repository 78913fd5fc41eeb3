// Looks at the page until it is as somebody wants it: whenever it changes, and from time to time, because not everything
// that shows is a change of the document.

import { Watch } from "./watch.ts";

/**
 * What a look found, or undefined where none did within `wait` milliseconds. There is always one look when they are
 * over, which is told that it is the last.
 */
export async function lookUntil<T>(
	wait: number,
	pause: number,
	look: (last: boolean) => T | undefined | Promise<T | undefined>,
): Promise<T | undefined> {
	const end = performance.now() + wait;
	const watch = new Watch();
	try {
		for (;;) {
			const left = end - performance.now();
			const found = await look(left <= 0);
			if (found || left <= 0) return found;
			await watch.next(Math.min(left, pause));
		}
	} finally {
		watch.end();
	}
}
