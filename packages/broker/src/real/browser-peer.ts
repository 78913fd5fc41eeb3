// One connection of an extension, through its native host, as the broker sees it: the handshake, then calls to
// it that end with the answer, the deadline or the connection, and what it tells by itself.

import {
	agree,
	type BridgeMethod,
	type BridgeParams,
	type BridgeResults,
	type BridgeState,
	type BrowserHello,
	type Hop,
	type LinkEvent,
	limits,
	newId,
	newNonce,
	printable,
	ReinsError,
	readMessage,
	signTranscript,
	type Trace,
	verifyTranscript,
	type WireError,
} from "@reins/protocol";
import type { MessageSocket } from "../wire/message-socket.ts";
import type { Keys } from "./keys.ts";

export interface BrowserPeerHost {
	readonly keys: Keys;
	readonly broker: { release: string; pid: number; epoch: string };
	/** It has proved itself and told its state. */
	joined(peer: BrowserPeer, state: BridgeState): void;
	/** It says of itself, after it has joined. */
	state(peer: BrowserPeer, state: BridgeState): void;
	event(peer: BrowserPeer, session: string, event: LinkEvent): void;
	log(line: string): void;
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
	readonly #socket: MessageSocket;
	readonly #host: BrowserPeerHost;
	readonly #pending = new Map<string, Pending>();
	readonly #handshake: NodeJS.Timeout;
	#joined = false;

	constructor(socket: MessageSocket, host: BrowserPeerHost, hello: BrowserHello) {
		this.#socket = socket;
		this.#host = host;
		this.hello = {
			...hello,
			browser: { ...hello.browser, name: printable(hello.browser.name, 80) || "browser" },
		};
		socket.onMessage = tooEarly;
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
		const { hello } = this;
		try {
			const agreed = agree(hello.protocol);
			if (!agreed.ok) {
				const side = agreed.older === "them" ? "extension" : "broker";
				throw new ReinsError("version_mismatch", `No common protocol version: update the ${side}.`, {
					data: { update: side },
				});
			}
			const own = await this.#host.keys.own();
			const transcript = {
				browserNonce: hello.nonce,
				brokerNonce: newNonce(),
				browserKey: hello.key,
				brokerKey: own.text,
				protocol: agreed.version,
				instance: hello.browser.instance,
				epoch: this.#host.broker.epoch,
			};
			const signature = await signTranscript(own.pair, "broker", transcript);
			this.#socket.onMessage = (message) => {
				const proof = readMessage(message, ["helloProof"]);
				this.#socket.onMessage = tooEarly;
				void this.#prove(transcript, proof.signature);
			};
			const { brokerNonce: nonce, brokerKey: key } = transcript;
			this.#tell({
				type: "helloAck",
				protocol: agreed.version,
				broker: this.#host.broker,
				key,
				nonce,
				signature,
			});
		} catch (error) {
			this.#refuse(ReinsError.from(error));
		}
	}

	async #prove(transcript: Parameters<typeof verifyTranscript>[1], signature: string): Promise<void> {
		try {
			await requireProof(transcript, signature);
			this.#host.keys.require(transcript.instance, transcript.browserKey);
		} catch (error) {
			this.#refuse(ReinsError.from(error));
			return;
		}
		if (this.#socket.closed) return;
		this.#tell({ type: "welcome" });
		this.#socket.open();
		this.#socket.onMessage = (message) => this.#receive(message);
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
		this.#host.log(`an extension was refused: ${error.message}`);
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

// @guard proof-first
function tooEarly(): void {
	throw new ReinsError("bad_frame", "A message before the welcome.");
}

// @guard proof-of-browser
async function requireProof(
	transcript: Parameters<typeof verifyTranscript>[1],
	signature: string,
): Promise<void> {
	if (await verifyTranscript("browser", transcript, signature)) return;
	throw new ReinsError("key_changed", "The extension could not prove that it has the key that it shows.");
}
