// A connection that has not said yet who it is: a client or a browser. It has one message and a few seconds.

import type { Socket } from "node:net";
import { type BrowserHello, limits, type PeerHello, ReinsError, readMessage } from "@reins/protocol";
import { MessageSocket } from "../wire/message-socket.ts";

export interface StrangerHost {
	client(socket: MessageSocket, hello: PeerHello): void;
	browser(socket: MessageSocket, hello: BrowserHello): void;
	/** Gone, known or not, without having become one of them. */
	unknown(stranger: Stranger, reason: ReinsError): void;
	/** It has said who it is. */
	introduced(stranger: Stranger): void;
}

export class Stranger {
	readonly #socket: MessageSocket;

	constructor(socket: Socket, host: StrangerHost) {
		this.#socket = new MessageSocket(socket);
		const timer = this.#showOut();
		this.#socket.onMessage = (message) => {
			const hello = readMessage(message, ["peerHello", "hello"]);
			clearTimeout(timer);
			host.introduced(this);
			if (hello.type === "hello") host.browser(this.#socket, hello);
			else host.client(this.#socket, hello);
		};
		this.#socket.onClose = (reason) => {
			clearTimeout(timer);
			host.unknown(this, reason);
		};
	}

	// @guard stranger-time
	#showOut(): NodeJS.Timeout {
		return setTimeout(
			() => this.#socket.fail(new ReinsError("timeout", "No hello in time.")),
			limits.handshake,
		);
	}

	close(): void {
		this.#socket.close();
	}
}
