// Calls to one tab happen one after the other, in the order in which they came; calls to different
// tabs never wait for each other.

import { orAborted } from "@reins/protocol";

export class TabQueue {
	readonly #tails = new Map<string, Promise<void>>();

	/** Runs `task` when its turn comes; a call that is given up leaves the queue at once. */
	async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const before = this.#tails.get(key);
		let leave = () => {};
		const mine = new Promise<void>((resolve) => {
			leave = resolve;
		});
		const tail = before ? before.then(() => mine) : mine;
		this.#tails.set(key, tail);
		try {
			if (before) await orAborted(before, signal);
			return await task();
		} finally {
			leave();
			if (this.#tails.get(key) === tail) this.#tails.delete(key);
		}
	}
}
