// CDP over `--remote-debugging-pipe`: messages of UTF-8 text, each ended by a zero byte. The pieces of a long
// message (a picture has hundreds) are only collected, and joined and decoded once when it is complete.

import type { Readable, Writable } from "node:stream";
import { BaseChannel, largestMessage } from "./base-channel.ts";

export class PipeChannel extends BaseChannel {
	readonly #writer: Writable;
	readonly #reader: Readable;
	readonly #largest: number;
	#pieces: Buffer[] = [];
	#waiting = 0;

	constructor(writer: Writable, reader: Readable, largest = largestMessage) {
		super();
		this.#writer = writer;
		this.#reader = reader;
		this.#largest = largest;
		reader.on("data", (chunk: Buffer) => this.#receive(chunk));
		reader.on("end", () => this.end("it closed its debugging pipe"));
		reader.on("close", () => this.end("its debugging pipe was closed"));
		reader.on("error", (error) => this.end(`its debugging pipe broke (${error.message})`));
		writer.on("error", (error) => this.end(`its debugging pipe broke (${error.message})`));
	}

	protected write(message: string): void {
		this.#writer.write(`${message}\0`);
	}

	protected release(): void {
		this.#pieces = [];
		this.#waiting = 0;
		this.#writer.destroy();
		this.#reader.destroy();
	}

	#receive(chunk: Buffer): void {
		let start = 0;
		for (let zero = chunk.indexOf(0); zero !== -1; zero = chunk.indexOf(0, start)) {
			const last = chunk.subarray(start, zero);
			start = zero + 1;
			this.deliver(this.#join(last));
			if (this.closed) return;
		}
		if (start === chunk.length) return;
		this.#pieces.push(chunk.subarray(start));
		this.#waiting += chunk.length - start;
		if (this.#waiting > this.#largest) this.end(`it sent a message of more than ${this.#largest} bytes`);
	}

	#join(last: Buffer): string {
		if (this.#pieces.length === 0) return last.toString("utf8");
		this.#pieces.push(last);
		const whole = Buffer.concat(this.#pieces, this.#waiting + last.length);
		this.#pieces = [];
		this.#waiting = 0;
		return whole.toString("utf8");
	}
}
