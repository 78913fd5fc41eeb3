// Looks at the page until it is as somebody wants it: whenever it changes, and from time to time, because not everything
// that shows is a change of the document. It only listens: what the page and the person do goes on as without it.

import { Mutations } from "./mutations.ts";
import { EVENTS } from "./watch.ts";

const HEARD = { capture: true, passive: true };

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
	const mutations = new Mutations();
	let wake = () => {};
	const changed = () => wake();
	mutations.onChange = changed;
	for (const name of EVENTS) addEventListener(name, changed, HEARD);
	/** Resolves at the next change, at the latest after `ms`. */
	const next = (ms: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, ms);
			wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	try {
		for (;;) {
			const left = end - performance.now();
			const found = await look(left <= 0);
			if (found || left <= 0) return found;
			await next(Math.min(left, pause));
		}
	} finally {
		mutations.end();
		for (const name of EVENTS) removeEventListener(name, changed, HEARD);
	}
}
