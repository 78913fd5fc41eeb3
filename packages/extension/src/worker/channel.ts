// Messages over the native port: long ones in chunks, both ways.

import {
	ChunkAssembler,
	limits,
	newId,
	ReinsError,
	readMessage,
	splitMessage,
	toJsonText,
} from "@reins/protocol";
import { connectHost, type NativePort } from "../adapters/native-port.ts";

/** Chrome writes "<" as six characters, so a piece may grow to six times its size on the way. */
const LONGEST_PIECE = Math.floor(limits.frame / 6);

export class Channel {
	readonly #port: NativePort;
	readonly #chunks = new ChunkAssembler();
	#closed = false;
	/** A throw closes the channel. */
	onMessage: (message: unknown) => void = () => {};
	/** Called once, unless we close it ourselves. */
	onClose: (reason: string) => void = () => {};

	constructor() {
		this.#port = connectHost({
			onMessage: (message) => this.#receive(message),
			onClose: (reason) => this.#end(reason),
		});
	}

	send(message: object): void {
		if (this.#closed) return;
		const text = toJsonText(message);
		for (const piece of splitMessage(text, LONGEST_PIECE, () => newId("ck"))) {
			this.#port.send(JSON.parse(piece) as object);
		}
	}

	close(): void {
		if (this.#closed) return;
		this.#closed = true;
		this.#port.close();
	}

	#receive(message: unknown): void {
		if (this.#closed) return;
		try {
			if ((message as { type?: unknown }).type !== "chunk") {
				this.onMessage(message);
				return;
			}
			const whole = this.#chunks.accept(readMessage(message, ["chunk"]));
			if (whole !== undefined) this.onMessage(JSON.parse(whole));
		} catch (error) {
			this.#port.close();
			this.#end(ReinsError.from(error).message);
		}
	}

	#end(reason: string): void {
		if (this.#closed) return;
		this.#closed = true;
		this.onClose(reason);
	}
}
