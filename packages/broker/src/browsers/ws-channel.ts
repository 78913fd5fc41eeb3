// CDP over a WebSocket, for a browser that somebody else started. Closing the channel closes the connection
// and nothing more.

import type { TextChannel } from "@reins/link";
import { limits } from "@reins/protocol";
import { WebSocket } from "ws";
import { BaseChannel, largestMessage } from "./base-channel.ts";

/** How long a peer may take to answer a close before the connection is cut. */
const farewell = 1_000;

class WsChannel extends BaseChannel {
	readonly #socket: WebSocket;

	constructor(socket: WebSocket) {
		super();
		this.#socket = socket;
		socket.on("message", (data) => this.deliver(data.toString("utf8")));
		socket.on("close", (code) => this.end(`it closed its debugging connection (${code})`));
		socket.on("error", (error) => this.end(`its debugging connection broke (${error.message})`));
	}

	protected write(message: string): void {
		this.#socket.send(message);
	}

	protected release(): void {
		this.#socket.close();
		const cut = setTimeout(() => this.#socket.terminate(), farewell);
		cut.unref();
		this.#socket.once("close", () => clearTimeout(cut));
	}
}

/** Rejects with a plain error in the words of the network; what it means is for the caller to say. */
export function connectWebSocket(url: string, timeout: number = limits.browserStart): Promise<TextChannel> {
	return new Promise((resolve, reject) => {
		const socket = new WebSocket(url, {
			// Compression costs more than it saves on the same machine, and memory for every message.
			perMessageDeflate: false,
			maxPayload: largestMessage,
			handshakeTimeout: timeout,
			followRedirects: false,
		});
		socket.once("open", () => resolve(new WsChannel(socket)));
		socket.on("error", reject);
	});
}
