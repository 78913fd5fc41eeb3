// The last calls that were served, for whoever looks for the reason of something. It is a help, not a record:
// it goes with the worker.

import type { TraceEntry } from "@reins/protocol";

const KEPT = 200;

export class TraceRing {
	readonly #entries: TraceEntry[] = [];

	add(entry: TraceEntry): void {
		this.#entries.push(entry);
		if (this.#entries.length > KEPT) this.#entries.shift();
	}

	read(): TraceEntry[] {
		return [...this.#entries];
	}
}
