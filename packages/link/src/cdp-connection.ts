// Commands and events of CDP over a text channel: ids matched, sessions told apart, and nothing
// left pending when the channel closes.

import { ReinsError } from "@reins/protocol";
import { CdpError, type CdpListener, type CdpParams, type CdpSession } from "./cdp-session.ts";
import type { TextChannel } from "./channel.ts";

interface Pending {
	method: string;
	session: string;
	resolve(result: CdpParams): void;
	reject(error: Error): void;
}

interface Incoming {
	id?: number;
	method?: string;
	params?: CdpParams;
	sessionId?: string;
	result?: CdpParams;
	error?: { code: number; message: string; data?: string };
}

export class CdpConnection {
	readonly #channel: TextChannel;
	readonly #pending = new Map<number, Pending>();
	readonly #listeners = new Map<string, Set<CdpListener>>();
	#nextId = 1;
	#closed: string | undefined;
	onClose: (reason: string) => void = () => {};

	constructor(channel: TextChannel) {
		this.#channel = channel;
		channel.onMessage = (text) => this.#receive(text);
		channel.onClose = (reason) => this.#end(reason);
	}

	get closed(): boolean {
		return this.#closed !== undefined;
	}

	/** Sends one command; the empty session is the browser itself. An abort stops waiting, not the browser. */
	send(method: string, params: CdpParams = {}, session = "", signal?: AbortSignal): Promise<CdpParams> {
		if (this.#closed !== undefined) return Promise.reject(gone(this.#closed));
		if (signal?.aborted) return Promise.reject(signal.reason);
		const id = this.#nextId++;
		return new Promise((resolve, reject) => {
			const abort = () => {
				this.#pending.delete(id);
				reject(signal?.reason);
			};
			const settle = <T>(then: (value: T) => void) => {
				return (value: T) => {
					signal?.removeEventListener("abort", abort);
					then(value);
				};
			};
			this.#pending.set(id, { method, session, resolve: settle(resolve), reject: settle(reject) });
			signal?.addEventListener("abort", abort, { once: true });
			this.#channel.send(
				JSON.stringify(session ? { id, method, params, sessionId: session } : { id, method, params }),
			);
		});
	}

	/** Listens to one session's events, or to the browser's with the empty session. */
	listen(session: string, listener: CdpListener): () => void {
		const listeners = this.#listeners.get(session) ?? new Set();
		listeners.add(listener);
		this.#listeners.set(session, listeners);
		return () => {
			listeners.delete(listener);
			if (listeners.size === 0) this.#listeners.delete(session);
		};
	}

	/** One attached target. */
	session(id: string): CdpSession {
		return {
			send: (method, params, signal) => this.send(method, params, id, signal),
			listen: (listener) => this.listen(id, listener),
			fail: (error) => this.failSession(id, error),
			child: (child) => this.session(child),
		};
	}

	/** Ends every open command of a session that is no more. */
	failSession(session: string, error: Error): void {
		for (const [id, pending] of this.#pending) {
			if (pending.session !== session) continue;
			this.#pending.delete(id);
			pending.reject(error);
		}
	}

	close(): void {
		this.#channel.close();
		this.#end("closed by Reins");
	}

	#receive(text: string): void {
		let message: Incoming;
		try {
			message = JSON.parse(text) as Incoming;
		} catch {
			this.#channel.close();
			this.#end("the browser sent something that is not JSON");
			return;
		}
		if (message.id !== undefined) this.#answer(message.id, message);
		else if (message.method) {
			for (const listener of [...(this.#listeners.get(message.sessionId ?? "") ?? [])]) {
				listener(message.method, message.params ?? {});
			}
		}
	}

	#answer(id: number, message: Incoming): void {
		const pending = this.#pending.get(id);
		if (!pending) return;
		this.#pending.delete(id);
		if (message.error) {
			const detail = message.error.data ? ` (${message.error.data})` : "";
			pending.reject(new CdpError(pending.method, `${message.error.message}${detail}`));
		} else pending.resolve(message.result ?? {});
	}

	#end(reason: string): void {
		if (this.#closed !== undefined) return;
		this.#closed = reason;
		for (const pending of this.#pending.values()) pending.reject(gone(reason));
		this.#pending.clear();
		this.onClose(reason);
	}
}

function gone(reason: string): ReinsError {
	return new ReinsError("browser_gone", `The browser is gone: ${reason}.`);
}
