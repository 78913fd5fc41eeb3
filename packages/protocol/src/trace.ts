// One id a call, one timestamp a hop: where the time of a call went.

import { newId } from "./ids.ts";

export interface Hop {
	hop: string;
	/** Milliseconds since the epoch, with fractions: comparable between processes of one machine. */
	at: number;
}

/** Messages to the browser that are noted of one call: enough to see where its time went. */
const MESSAGES = 40;

/** Asked for once: it does not change, and the asking is slow. */
const { timeOrigin } = performance;

export class Trace {
	readonly id: string;
	readonly hops: Hop[] = [];
	/** Told of every hop as it happens. */
	onHop: ((hop: string) => void) | undefined;

	#messages = 0;

	constructor(id = newId("tr")) {
		this.id = id;
	}

	mark(hop: string): void {
		this.hops.push({ hop, at: timeOrigin + performance.now() });
		this.onHop?.(hop);
	}

	/** A message to the browser was sent; what is returned notes its answer. Nobody is told of these as they happen. */
	message(method: string): (() => void) | undefined {
		if (this.#messages === MESSAGES) return undefined;
		this.#messages += 1;
		const note = (hop: string) => this.hops.push({ hop, at: timeOrigin + performance.now() });
		note(`cdp:${method}`);
		return () => note(`cdp:${method}:done`);
	}

	/** Hops that another process noted. */
	take(hops: readonly Hop[]): void {
		this.hops.push(...hops);
	}
}
