// Calls to one tab happen one after the other, in the order in which they came; calls to different
// tabs never wait for each other.

export class TabQueue {
	readonly #tails = new Map<string, Promise<void>>();

	/** Runs `task` when its turn comes; a call that is given up leaves the queue at once. */
	async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
		const before = this.#tails.get(key) ?? Promise.resolve();
		let leave = () => {};
		const mine = new Promise<void>((resolve) => {
			leave = resolve;
		});
		const tail = before.then(() => mine);
		this.#tails.set(key, tail);
		try {
			await turn(before, signal);
			return await task();
		} finally {
			leave();
			if (this.#tails.get(key) === tail) this.#tails.delete(key);
		}
	}
}

function turn(before: Promise<void>, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		if (signal.aborted) return abort();
		signal.addEventListener("abort", abort, { once: true });
		before.then(() => {
			signal.removeEventListener("abort", abort);
			resolve();
		});
	});
}
