// One id a call, one timestamp a hop: where the time of a call went.

import { newId } from "./ids.ts";

export interface Hop {
	hop: string;
	/** Milliseconds since the epoch, with fractions: comparable between processes of one machine. */
	at: number;
}

/** Asked for once: it does not change, and the asking is slow. */
const { timeOrigin } = performance;

export class Trace {
	readonly id: string;
	readonly hops: Hop[] = [];
	/** Told of every hop as it happens. */
	onHop: ((hop: string) => void) | undefined;

	constructor(id = newId("tr")) {
		this.id = id;
	}

	mark(hop: string): void {
		this.hops.push({ hop, at: timeOrigin + performance.now() });
		this.onHop?.(hop);
	}

	/** Hops that another process noted. */
	take(hops: readonly Hop[]): void {
		this.hops.push(...hops);
	}
}
