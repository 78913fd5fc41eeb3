// One connection of a client to the broker: the handshake, then calls with deadlines that end when the
// answer, the deadline, a cancel or the end of the connection comes first.

import { connect as connectSocket } from "node:net";
import {
	type Hop,
	type Method,
	type MethodParams,
	type MethodResults,
	newId,
	type PeerHello,
	type PeerHelloAck,
	ReinsError,
	readMessage,
	refuseUnreadable,
	type Trace,
	type WireError,
} from "@reins/protocol";
import type { Places } from "../places/places.ts";
import { MessageSocket } from "../wire/message-socket.ts";

export interface CallOptions {
	deadline: number;
	trace: Trace;
	signal?: AbortSignal;
	onProgress?: (message: string) => void;
	/** The call leaves nothing behind: it may be sent again when the broker was lost over it. */
	repeatable?: boolean;
}

interface Pending {
	resolve(result: unknown): void;
	reject(error: Error): void;
	trace: Trace;
	onProgress: ((message: string) => void) | undefined;
}

/** No broker listens there: it was never started, or it has gone. */
export class NobodyListens extends Error {}

export class BrokerConnection {
	readonly #socket: MessageSocket;
	readonly #pending = new Map<string, Pending>();
	readonly hello: PeerHelloAck;

	private constructor(socket: MessageSocket, hello: PeerHelloAck) {
		this.#socket = socket;
		this.hello = hello;
		socket.onMessage = (message) => this.#receive(message);
		socket.onClose = (reason) => this.#end(reason);
	}

	static async open({ address, state }: Places, hello: PeerHello): Promise<BrokerConnection> {
		const socket = new MessageSocket(await dial(address));
		try {
			// Only now: a server whose tools are listed and not used needs no cryptography.
			const { acceptedBy, greetBroker } = await import("../wire/handshake.ts");
			await greetBroker(socket, state);
			const ack = await acceptedBy(socket, "peerHelloAck", () => socket.send(hello));
			return new BrokerConnection(socket, ack);
		} catch (error) {
			socket.close();
			throw error;
		}
	}

	get closed(): boolean {
		return this.#socket.closed;
	}

	async call<M extends Method>(
		method: M,
		params: MethodParams<M>,
		options: CallOptions,
	): Promise<MethodResults[M]> {
		const { deadline, trace, signal, onProgress } = options;
		signal?.throwIfAborted();
		refuseUnsendable(method, params);
		const id = newId("c");
		return new Promise((resolve, reject) => {
			const cancel = () => {
				try {
					this.#socket.send({ type: "cancel", id });
				} catch {
					// The broker does not read; the deadline ends the call there.
				}
				settle.reject(new ReinsError("canceled", "The call was taken back."));
			};
			// The broker keeps the deadline; this is for a broker that does not answer at all.
			const timer = setTimeout(
				() => settle.reject(new ReinsError("timeout", `No answer from the broker after ${deadline} ms.`)),
				deadline + 2_000,
			);
			const done = () => {
				clearTimeout(timer);
				signal?.removeEventListener("abort", cancel);
				this.#pending.delete(id);
			};
			const settle: Pending = {
				trace,
				onProgress,
				resolve: (result) => {
					done();
					resolve(result as MethodResults[M]);
				},
				reject: (error) => {
					done();
					reject(error);
				},
			};
			this.#pending.set(id, settle);
			signal?.addEventListener("abort", cancel, { once: true });
			trace.mark("client:sent");
			try {
				this.#socket.send({
					type: "rpc",
					id,
					method,
					params,
					deadline,
					progress: onProgress !== undefined,
					// What was noted here stays here: the broker answers with its own.
					trace: { id: trace.id, hops: [] },
				});
			} catch (error) {
				settle.reject(error as Error);
			}
		});
	}

	close(): void {
		this.#socket.close();
	}

	#receive(message: unknown): void {
		const answer = readMessage(message, ["rpcResult", "event"]);
		if (answer.type === "event") {
			if (answer.event !== "progress")
				throw new ReinsError("bad_frame", "An event that a broker does not send.");
			this.#pending.get(answer.data.call)?.onProgress?.(answer.data.message);
			return;
		}
		const pending = this.#pending.get(answer.id);
		if (!pending) return;
		pending.trace.take(answer.trace.hops as Hop[]);
		pending.trace.mark("client:received");
		if (answer.ok) pending.resolve(answer.result);
		else pending.reject(ReinsError.fromWire(answer.error as WireError));
	}

	#end(reason: ReinsError): void {
		// The calls were sent: whether they took effect is not known here.
		const lost = new ReinsError(reason.code, reason.message, {
			hint: "The broker was lost over this call; the next call starts it again.",
			data: { sent: true },
		});
		for (const pending of [...this.#pending.values()]) pending.reject(lost);
	}
}

// The broker closes a connection that breaks the rules of the wire; a caller's odd argument must
// not cost everybody theirs.
function refuseUnsendable(method: Method, params: object): void {
	try {
		refuseUnreadable({ params });
	} catch (error) {
		throw new ReinsError("bad_args", `${method}: ${ReinsError.from(error).message}`);
	}
}

function dial(address: string): Promise<import("node:net").Socket> {
	return new Promise((resolve, reject) => {
		const socket = connectSocket(address);
		socket.once("connect", () => {
			socket.removeAllListeners("error");
			resolve(socket);
		});
		socket.once("error", (error: NodeJS.ErrnoException) => {
			const nobody = error.code === "ENOENT" || error.code === "ECONNREFUSED";
			const hint = error.code === "EACCES" ? "This REINS_HOME belongs to another user." : undefined;
			reject(
				nobody
					? new NobodyListens(address)
					: new ReinsError("broker_unreachable", error.message, hint === undefined ? {} : { hint }),
			);
		});
	});
}
