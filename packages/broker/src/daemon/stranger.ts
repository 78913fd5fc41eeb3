// A connection that has not proved yet who it is: a client or a browser. It has a few messages and a few seconds.

import type { Socket } from "node:net";
import { type BrowserHello, type Hello, type PeerHello, ReinsError } from "@reins/protocol";
import type { OwnKey } from "../keys/own-key.ts";
import { answerHello, answerTo } from "../wire/handshake.ts";
import { MessageSocket } from "../wire/message-socket.ts";

export interface StrangerHost {
	/** The broker's key, for whoever may go on; throws where it may not. */
	receive(hello: Hello): Promise<OwnKey>;
	client(socket: MessageSocket, hello: PeerHello): void;
	/** `key` is proved to be its own. */
	browser(socket: MessageSocket, hello: BrowserHello, key: string): void;
	/** Gone or refused, without having become one of them. */
	unknown(stranger: Stranger, reason: ReinsError): void;
	/** It has said who it is. */
	introduced(stranger: Stranger): void;
}

export class Stranger {
	readonly #socket: MessageSocket;
	readonly #host: StrangerHost;
	/** What it says that it is. */
	claim: Hello["role"] | "stranger" = "stranger";

	constructor(socket: Socket, host: StrangerHost) {
		this.#socket = new MessageSocket(socket);
		this.#host = host;
		void this.#meet();
	}

	close(): void {
		this.#socket.close();
	}

	async #meet(): Promise<void> {
		const socket = this.#socket;
		try {
			const hello = await answerTo(socket, ["hello"], () => {});
			this.claim = hello.role;
			await answerHello(socket, hello, await this.#host.receive(hello));
			if (hello.role === "client") {
				// Its key is registered. A browser's is judged with its name, and has to be brief until then.
				socket.open();
				const said = await answerTo(socket, ["peerHello"], () => socket.send({ type: "welcome" }));
				this.#host.introduced(this);
				this.#host.client(socket, said);
			} else {
				const said = await answerTo(socket, ["browserHello"], () => socket.send({ type: "welcome" }));
				this.#host.introduced(this);
				this.#host.browser(socket, said, hello.key);
			}
		} catch (error) {
			const reason = ReinsError.from(error);
			// Whoever does not speak our language is not answered.
			if (!socket.closed) {
				if (reason.code !== "bad_frame") socket.send({ type: "refusal", error: reason.toWire() });
				socket.close();
			}
			this.#host.unknown(this, reason);
		}
	}
}
