// Messages over the native port: sealed after the handshake, long ones in chunks, and in order both ways, though
// sealing and opening take a turn each.

import {
	type BrowserSeal,
	ChunkAssembler,
	limits,
	newId,
	ReinsError,
	readMessage,
	roomInSealedFrame,
	splitMessage,
	toJsonText,
} from "@reins/protocol";
import { connectHost, type NativePort } from "../adapters/native-port.ts";

/** Sealed messages are base64, which Chrome passes on as it is. */
const LONGEST_PIECE = roomInSealedFrame(limits.frame);

export class Channel {
	readonly #port: NativePort;
	readonly #chunks = new ChunkAssembler();
	#seal: BrowserSeal | undefined;
	#sending = Promise.resolve();
	#receiving = Promise.resolve();
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

	/** Both sides have the same secret: whatever follows, either way, is sealed. */
	seal(seal: BrowserSeal): void {
		this.#seal = seal;
	}

	send(message: object): void {
		if (this.#closed) return;
		const seal = this.#seal;
		if (!seal) {
			this.#port.send(message);
			return;
		}
		for (const piece of splitMessage(toJsonText(message), LONGEST_PIECE, () => newId("ck"))) {
			const sealed = seal.seal(piece);
			this.#sending = this.#sending
				.then(async () => {
					const data = await sealed;
					if (!this.#closed) this.#port.send(data);
				})
				.catch((error) => this.#fail(error));
		}
	}

	close(): void {
		if (this.#closed) return;
		this.#closed = true;
		this.#port.close();
	}

	#receive(message: unknown): void {
		if (this.#closed) return;
		const opened = this.#seal && this.#open(this.#seal, message);
		if (!opened) this.#accept(message);
		else {
			this.#receiving = this.#receiving
				.then(async () => this.#accept(JSON.parse(await opened)))
				.catch((error) => this.#fail(error));
		}
	}

	async #open(seal: BrowserSeal, message: unknown): Promise<string> {
		if (typeof message !== "string") throw new ReinsError("bad_frame", "A message that is not sealed.");
		return seal.open(message).catch(() => {
			throw new ReinsError("bad_frame", "A message does not open: it is not the broker's next one.");
		});
	}

	#accept(message: unknown): void {
		if (this.#closed) return;
		try {
			if ((message as { type?: unknown }).type !== "chunk") {
				this.onMessage(message);
				return;
			}
			const whole = this.#chunks.accept(readMessage(message, ["chunk"]));
			if (whole !== undefined) this.onMessage(JSON.parse(whole));
		} catch (error) {
			this.#fail(error);
		}
	}

	#fail(error: unknown): void {
		this.#port.close();
		this.#end(ReinsError.from(error).message);
	}

	#end(reason: string): void {
		if (this.#closed) return;
		this.#closed = true;
		this.onClose(reason);
	}
}
