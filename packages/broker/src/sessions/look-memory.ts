// What a session was shown last of its tabs, so that the next look can tell what changed. It is bounded: what was
// seen longest ago is forgotten first.

import type { Look } from "@reins/tools";

const MOST_LOOKS = 40;
const MOST_CHARACTERS = 8_000_000;

export class LookMemory {
	/** The one seen longest ago comes first. */
	readonly #looks = new Map<string, Look>();
	#characters = 0;

	/** Keeps what is seen now, and answers what was seen the last time in the same way. */
	swap(tab: string, way: string, look: Look): Look | undefined {
		const key = JSON.stringify([tab, way]);
		const last = this.#forget(key);
		this.#looks.set(key, look);
		this.#characters += look.text.length;
		for (const oldest of this.#looks.keys()) {
			if (this.#looks.size <= MOST_LOOKS && this.#characters <= MOST_CHARACTERS) break;
			this.#forget(oldest);
		}
		return last;
	}

	#forget(key: string): Look | undefined {
		const look = this.#looks.get(key);
		if (look && this.#looks.delete(key)) this.#characters -= look.text.length;
		return look;
	}
}
