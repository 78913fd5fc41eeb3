// One connection of an extension, through its native host, as the broker sees it once its key is proved: whether
// it is let in, then calls to it that end with the answer, the deadline or the connection, and what it tells.

import {
	type BridgeMethod,
	type BridgeParams,
	type BridgeResults,
	type BridgeState,
	type BrowserHello,
	type Hop,
	type LinkEvent,
	limits,
	newId,
	printable,
	ReinsError,
	readMessage,
	type Trace,
	type WireError,
} from "@reins/protocol";
import type { Admission } from "../keys/known-browsers.ts";
import type { MessageSocket } from "../wire/message-socket.ts";

export interface BrowserPeerHost {
	readonly broker: { release: string; pid: number; epoch: string };
	/** Lets it in, or throws where the person has to confirm it first. */
	admit(peer: BrowserPeer): Promise<Admission>;
	/** It has proved itself and told its state. */
	joined(peer: BrowserPeer, state: BridgeState): void;
	/** It says of itself, after it has joined. */
	state(peer: BrowserPeer, state: BridgeState): void;
	event(peer: BrowserPeer, session: string, event: LinkEvent): void;
	log(line: string): void;
	refused(peer: BrowserPeer, reason: ReinsError): void;
	left(peer: BrowserPeer, reason: ReinsError): void;
}

/** The connection broke while the call was open: whether it was done is not known here. */
export class ConnectionLost extends Error {}

interface Pending {
	resolve(result: unknown): void;
	reject(error: Error): void;
	trace: Trace | undefined;
}

export interface BridgeCallOptions {
	deadline: number;
	signal?: AbortSignal;
	trace?: Trace | undefined;
}

export class BrowserPeer {
	readonly hello: BrowserHello;
	/** Its public key, which it has proved to have. */
	readonly key: string;
	readonly #socket: MessageSocket;
	readonly #host: BrowserPeerHost;
	readonly #pending = new Map<string, Pending>();
	readonly #handshake: NodeJS.Timeout;
	#joined = false;

	constructor(socket: MessageSocket, host: BrowserPeerHost, hello: BrowserHello, key: string) {
		this.key = key;
		this.#socket = socket;
		this.#host = host;
		this.hello = {
			...hello,
			browser: { ...hello.browser, name: printable(hello.browser.name, 80) || "browser" },
		};
		socket.onMessage = () => {
			throw new ReinsError("bad_frame", "A message before the answer to the hello.");
		};
		socket.onClose = (reason) => this.#end(reason);
		const late = new ReinsError("timeout", "The handshake was not finished in time.");
		this.#handshake = setTimeout(() => socket.fail(late), limits.handshake);
		void this.#greet();
	}

	get joined(): boolean {
		return this.#joined;
	}

	get name(): string {
		return this.hello.browser.name;
	}

	close(): void {
		this.#socket.close();
	}

	async call<M extends BridgeMethod>(
		method: M,
		params: BridgeParams<M>,
		{ deadline, signal, trace }: BridgeCallOptions,
	): Promise<BridgeResults[M]> {
		signal?.throwIfAborted();
		if (this.#socket.closed) throw new ConnectionLost();
		const id = newId("b");
		return new Promise<BridgeResults[M]>((resolve, reject) => {
			const settle = (then: () => void) => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", cancel);
				this.#pending.delete(id);
				then();
			};
			const cancel = () => {
				this.#tell({ type: "cancel", id });
				settle(() => reject(signal?.reason));
			};
			// The extension keeps the deadline; this is for one that does not answer at all.
			const timer = setTimeout(() => {
				settle(() =>
					reject(new ReinsError("timeout", `The extension did not answer within ${deadline} ms.`)),
				);
			}, deadline + 1_000);
			this.#pending.set(id, {
				resolve: (result) => settle(() => resolve(result as BridgeResults[M])),
				reject: (error) => settle(() => reject(error)),
				trace,
			});
			signal?.addEventListener("abort", cancel, { once: true });
			try {
				const sent = { id: trace?.id ?? id, hops: [] };
				this.#socket.send({ type: "rpc", id, method, params, deadline, progress: false, trace: sent });
			} catch (error) {
				settle(() => reject(error));
			}
		});
	}

	async #greet(): Promise<void> {
		try {
			await this.#host.admit(this);
			if (this.#socket.closed) return;
			this.#tell({ type: "browserHelloAck", broker: this.#host.broker });
			this.#socket.open();
			this.#socket.onMessage = (message) => this.#receive(message);
		} catch (error) {
			this.#refuse(ReinsError.from(error));
		}
	}

	#receive(message: unknown): void {
		const received = readMessage(message, ["rpcResult", "event", "log"]);
		if (received.type === "log") this.#host.log(printable(received.line, 2_000));
		else if (received.type === "rpcResult") {
			const pending = this.#pending.get(received.id);
			if (!pending) return;
			pending.trace?.take(received.trace.hops as Hop[]);
			if (received.ok) pending.resolve(received.result);
			else pending.reject(ReinsError.fromWire(received.error as WireError));
		} else if (received.event === "state") {
			if (this.#joined) this.#host.state(this, received.data);
			else {
				// Only now: who proves itself and then says nothing takes a place from others.
				clearTimeout(this.#handshake);
				this.#joined = true;
				this.#host.joined(this, received.data);
			}
		} else if (received.event === "link" && this.#joined) {
			this.#host.event(this, received.data.session, received.data.event as LinkEvent);
		} else throw new ReinsError("bad_frame", "An event that an extension does not send.");
	}

	#refuse(error: ReinsError): void {
		this.#tell({ type: "refusal", error: error.toWire() });
		this.#host.refused(this, error);
		this.#socket.close();
	}

	#tell(message: object): void {
		try {
			this.#socket.send(message);
		} catch {
			// It does not read; its heartbeat will end it.
		}
	}

	#end(reason: ReinsError): void {
		clearTimeout(this.#handshake);
		for (const pending of [...this.#pending.values()]) pending.reject(new ConnectionLost(reason.message));
		this.#host.left(this, reason);
	}

	/** Milliseconds to the worker and back; undefined where it does not answer in time. */
	async ping(): Promise<number | undefined> {
		const started = performance.now();
		const asked = this.call(
			"trace.read",
			{},
			{ deadline: limits.browserPing, signal: AbortSignal.timeout(limits.browserPing) },
		);
		return asked.then(
			() => performance.now() - started,
			() => undefined,
		);
	}
}
