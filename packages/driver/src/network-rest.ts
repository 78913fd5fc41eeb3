// Whether a page has stopped asking its servers. Streams, pings and pictures do not count.

import type { Tab } from "./tab.ts";

const REST = 500;

export class NetworkRest {
	readonly stop: () => void;
	#pending = 0;
	#since = performance.now();

	constructor(tab: Tab) {
		this.stop = tab.link.onEvent((event) => {
			if (event.event !== "requests" || event.tab !== tab.id) return;
			this.#pending = event.pending;
			this.#since = performance.now();
		});
	}

	/** For half a second nothing was asked for, and nothing is under way. */
	get isQuiet(): boolean {
		return this.#pending === 0 && performance.now() - this.#since >= REST;
	}
}
