// One client's connection as the broker sees it: welcomed or refused, then calls that can be
// cancelled and that end with the connection.

import {
	limits,
	type Messages,
	type Method,
	type MethodParams,
	type MethodResults,
	methodParams,
	type PeerHello,
	type PeerHelloAck,
	printable,
	ReinsError,
	type Rpc,
	readMessage,
	Trace,
} from "@reins/protocol";
import type { MessageSocket } from "../wire/message-socket.ts";

export interface PeerHost {
	/** Accepts or refuses a client (by throwing) that has proved its key. */
	welcome(peer: Peer, hello: PeerHello): Promise<PeerHelloAck>;
	serve<M extends Method>(
		peer: Peer,
		method: M,
		params: MethodParams<M>,
		call: { signal: AbortSignal; trace: Trace },
	): Promise<MethodResults[M]>;
	left(peer: Peer, reason: ReinsError): void;
}

export class Peer {
	readonly #socket: MessageSocket;
	readonly #host: PeerHost;
	readonly #calls = new Map<string, AbortController>();
	readonly name: string;
	greeted = false;

	constructor(socket: MessageSocket, host: PeerHost, hello: PeerHello) {
		this.#host = host;
		this.#socket = socket;
		this.name = printable(hello.client.name, 80);
		socket.onMessage = tooEarly;
		socket.onClose = (reason) => this.#end(reason);
		void this.#greet(hello);
	}

	close(): void {
		this.#socket.close();
	}

	async #greet(hello: PeerHello): Promise<void> {
		try {
			const ack = await this.#host.welcome(this, hello);
			// It broke a rule or left while it was being welcomed: the host has heard so from #end.
			if (this.#socket.closed) return;
			this.#socket.send(ack);
			this.#socket.onMessage = (next) => this.#receive(next);
			this.greeted = true;
		} catch (error) {
			this.#socket.send({ type: "refusal", error: ReinsError.from(error).toWire() });
			this.#socket.close();
		}
	}

	#receive(message: unknown): void {
		const received: Messages["rpc" | "cancel"] = readMessage(message, ["rpc", "cancel"]);
		if (received.type === "cancel") {
			this.#calls.get(received.id)?.abort(new ReinsError("canceled", "The caller took the call back."));
			return;
		}
		this.#requireNew(received.id);
		if (this.#isFull) {
			const error = new ReinsError("backpressure", `More than ${limits.openCalls} calls are open.`);
			this.#answer(received.id, { ok: false, error: error.toWire() }, new Trace(received.trace.id));
			return;
		}
		void this.#serve(received);
	}

	// @guard calls-told-apart
	#requireNew(id: string): void {
		if (this.#calls.has(id)) throw new ReinsError("bad_frame", "A call id was used twice.");
	}

	// @guard calls-at-once
	get #isFull(): boolean {
		return this.#calls.size >= limits.openCalls;
	}

	async #serve({ id, method, params, deadline, progress, trace: sent }: Rpc): Promise<void> {
		const trace = new Trace(sent.id);
		trace.mark("broker:received");
		if (progress)
			trace.onHop = (hop) =>
				this.#tell({ type: "event", event: "progress", data: { call: id, message: hop } });
		const controller = new AbortController();
		this.#calls.set(id, controller);
		const timer = setTimeout(
			() => controller.abort(new ReinsError("timeout", `Not finished after ${deadline} ms.`)),
			deadline,
		);
		let answer: { ok: true; result: unknown } | { ok: false; error: object };
		try {
			const result = await this.#dispatch(method, params, { signal: controller.signal, trace });
			answer = { ok: true, result };
		} catch (error) {
			answer = { ok: false, error: ReinsError.from(error).toWire() };
		}
		clearTimeout(timer);
		this.#calls.delete(id);
		trace.mark("broker:answered");
		this.#answer(id, answer, trace);
	}

	#answer(id: string, answer: object, trace: Trace): void {
		const rest = { trace: { id: trace.id, hops: trace.hops.slice(0, limits.hops) } };
		const problem = this.#tell({ type: "rpcResult", id, ...answer, ...rest });
		// Too large: the call still gets an answer.
		if (problem) this.#tell({ type: "rpcResult", id, ok: false, error: problem.toWire(), ...rest });
	}

	/** Sends if it can; what cannot be sent must not end the call that wanted to. */
	#tell(message: object): ReinsError | undefined {
		try {
			this.#socket.send(message);
			return undefined;
		} catch (error) {
			return ReinsError.from(error);
		}
	}

	#dispatch(method: string, params: unknown, call: { signal: AbortSignal; trace: Trace }): Promise<unknown> {
		requireMethod(method);
		return this.#host.serve(this, method, checked(method, params), call);
	}

	#end(reason: ReinsError): void {
		for (const call of this.#calls.values()) call.abort(new ReinsError("canceled", "The caller is gone."));
		this.#host.left(this, reason);
	}
}

// @guard hello-first
function tooEarly(): void {
	throw new ReinsError("bad_frame", "A message before the answer to the hello.");
}

// @guard known-methods
function requireMethod(method: string): asserts method is Method {
	if (Object.hasOwn(methodParams, method)) return;
	throw new ReinsError("unknown_method", `The broker has no method "${method}".`);
}

// @guard method-arguments
function checked<M extends Method>(method: M, params: unknown): MethodParams<M> {
	const parsed = methodParams[method].safeParse(params);
	if (!parsed.success) throw new ReinsError("bad_args", `${method}: ${parsed.error.issues[0]?.message}`);
	return parsed.data as MethodParams<M>;
}
