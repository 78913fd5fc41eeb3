// The end of what a browser printed: kept for error messages, bounded because a browser may print for days.

import type { Readable } from "node:stream";

export class TextTail {
	readonly #limit: number;
	#pieces: Buffer[] = [];
	#size = 0;

	constructor(source: Readable, limit = 8 * 1_024) {
		this.#limit = limit;
		source.on("data", (chunk: Buffer) => this.#add(chunk));
		// A broken stream only means that no more will come.
		source.on("error", () => {});
	}

	/** Whole lines only, once something was cut away. */
	get text(): string {
		const whole = Buffer.concat(this.#pieces);
		if (whole.length <= this.#limit) return whole.toString("utf8").trim();
		const tail = whole.subarray(whole.length - this.#limit);
		return tail
			.subarray(tail.indexOf(10) + 1)
			.toString("utf8")
			.trim();
	}

	#add(chunk: Buffer): void {
		this.#pieces.push(chunk);
		this.#size += chunk.length;
		let first = this.#pieces[0];
		while (first && this.#size - first.length > this.#limit) {
			this.#pieces.shift();
			this.#size -= first.length;
			first = this.#pieces[0];
		}
	}
}
