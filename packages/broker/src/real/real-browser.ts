// A browser of the person's, for as long as it runs: its connection may break and come back, its epoch and its
// tabs stay. A read that a break has cut off is asked again; what may have been done is not repeated.

import { type CallOptions, type Link, RemoteLink } from "@reins/link";
import {
	type BridgeMethod,
	type BridgeParams,
	type BridgeResults,
	type BridgeState,
	committedDocument,
	effectOf,
	isWrite,
	type LinkEvent,
	limits,
	type Primitive,
	type PrimitiveParams,
	primitives,
	ReinsError,
} from "@reins/protocol";
import type { Browser, LinkOwner } from "../sessions/browser-pool.ts";
import { type BridgeCallOptions, type BrowserPeer, ConnectionLost } from "./browser-peer.ts";

/** How long an extension may take to let go of a session. */
const CLOSING = 2_000;
/** How often a read is asked again. */
const TRIES = 5;

export class RealBrowser implements Browser {
	readonly kind = "extension";
	readonly epoch: string;
	readonly instance: string;
	gone = false;
	sessions = 0;
	#peer: BrowserPeer | undefined;
	#state: BridgeState;
	#awaySince = 0;
	#hello: BrowserPeer["hello"];
	#key: string;
	readonly #links = new Map<string, RemoteLink>();
	readonly #waiting = new Set<() => void>();

	constructor(peer: BrowserPeer, state: BridgeState) {
		this.#peer = peer;
		this.#hello = peer.hello;
		this.#key = peer.key;
		this.#state = state;
		this.epoch = peer.hello.browser.epoch;
		this.instance = peer.hello.browser.instance;
	}

	get name(): string {
		return this.#hello.browser.name;
	}

	get version(): string {
		return this.#hello.browser.product;
	}

	get hello(): BrowserPeer["hello"] {
		return this.#hello;
	}

	/** The public key of the extension. */
	get key(): string {
		return this.#key;
	}

	get state(): BridgeState {
		return this.#state;
	}

	get peer(): BrowserPeer | undefined {
		return this.#peer;
	}

	get connected(): boolean {
		return this.#peer !== undefined;
	}

	retain(): this {
		this.sessions++;
		return this;
	}

	async release(): Promise<void> {
		this.sessions--;
	}

	/** The same browser is back on another connection. */
	back(peer: BrowserPeer, state: BridgeState): void {
		const old = this.#peer;
		this.#peer = peer;
		// After the exchange: its farewell must not be taken for that of the new one.
		old?.close();
		this.#hello = peer.hello;
		this.#key = peer.key;
		this.#state = state;
		for (const link of this.#links.values()) link.forget();
		this.#wake();
	}

	says(state: BridgeState): void {
		this.#state = state;
	}

	event(session: string, event: LinkEvent): void {
		this.#links.get(session)?.receive(event);
	}

	/** The connection broke; false where it was an older one. */
	away(peer: BrowserPeer): boolean {
		if (this.#peer !== peer) return false;
		this.#peer = undefined;
		this.#awaySince = performance.now();
		return true;
	}

	/** It will not come back: it ended, or another start of it has come. */
	end(): void {
		this.gone = true;
		this.#wake();
	}

	async openLink({ key, label, adopt, policy }: LinkOwner): Promise<Link> {
		// Which directories are open on this machine is no business of a browser's.
		const { uploadFrom: _directories, ...known } = policy;
		const opening = { session: key, label, policy: known, ...(adopt !== undefined && { adopt }) };
		await this.#repeated(() => this.call("session.open", opening));
		const link = new RemoteLink({
			call: (primitive, params, options) => this.#primitive(key, primitive, params, options),
			committed: (tab, signal, frame) =>
				this.#repeated(async () => {
					const asked = { session: key, tab, ...(frame !== undefined && { frame }) };
					const shown = await this.call("link.committed", asked, { signal });
					return checked("link.committed", committedDocument.safeParse(shown));
				}),
			close: async () => {
				this.#links.delete(key);
				// One that is away learns from the next broker that nobody has the session any more.
				if (this.connected) await this.call("session.close", { session: key }, { deadline: CLOSING });
			},
		});
		this.#links.set(key, link);
		return link;
	}

	/** Waits while the connection is broken; false where the browser will not come back. */
	async present(): Promise<boolean> {
		if (!this.connected) await this.#return(undefined).catch(() => {});
		return !this.gone;
	}

	/** Tells the person whether somebody works with the session; a help, not a duty. */
	tellPresence(session: string, present: boolean): void {
		if (!this.connected) return;
		this.call("session.away", { session, away: !present }).catch(() => {});
	}

	/** Makes sure that the extension knows whose the tab is, and by which handle. */
	async claim(session: string, tab: string, handle: string): Promise<void> {
		const known = this.#state.leases.find((lease) => lease.tab === tab);
		if (known?.session === session && known.handle === handle) return;
		await this.#repeated(() => this.call("tab.lease", { session, tab, handle }));
	}

	/** Waits for the browser where its connection is broken; whether a call was done is left to the caller. */
	async call<M extends BridgeMethod>(
		method: M,
		params: BridgeParams<M>,
		options: Partial<BridgeCallOptions> = {},
	): Promise<BridgeResults[M]> {
		// A host that has died has closed its socket, but we hear of it only in the next turn.
		await new Promise((resolve) => setImmediate(resolve));
		const peer = this.#peer ?? (await this.#return(options.signal));
		return peer.call(method, params, { deadline: limits.callDeadline, ...options });
	}

	async #primitive(
		session: string,
		primitive: Primitive,
		params: unknown,
		{ signal, trace }: CallOptions,
	): Promise<unknown> {
		const asked = { session, primitive, params: params as Record<string, unknown> };
		const call = async () => {
			const result = await this.call("link.call", asked, { deadline: limits.maxDeadline, signal, trace });
			return checked<unknown>(primitive, primitives[primitive].result.safeParse(result));
		};
		if (!isWrite(effectOf(primitive, params as PrimitiveParams<Primitive>))) return this.#repeated(call);
		try {
			return await call();
		} catch (error) {
			throw error instanceof ConnectionLost ? interrupted() : error;
		}
	}

	/** For what leaves nothing behind. */
	async #repeated<T>(call: () => Promise<T>): Promise<T> {
		for (let tries = 1; ; tries++) {
			try {
				return await call();
			} catch (error) {
				const restarting = error instanceof ReinsError && error.code === "worker_restarting";
				if (!(error instanceof ConnectionLost) && !restarting) throw error;
				if (tries === TRIES) throw error instanceof ReinsError ? error : interrupted();
			}
		}
	}

	async #return(signal: AbortSignal | undefined): Promise<BrowserPeer> {
		// Counted from the break: who calls later does not wait as long again.
		const deadline = this.#awaySince + limits.browserReturn;
		while (!this.#peer) {
			signal?.throwIfAborted();
			const left = deadline - performance.now();
			if (this.gone || left <= 0) {
				throw new ReinsError("browser_gone", `${this.name} is not connected any more.`, {
					hint: "Ask the person whether it runs, with the Reins extension on; then call again.",
					data: { notSent: true },
				});
			}
			await this.#change(left, signal);
		}
		return this.#peer;
	}

	#change(limit: number, signal: AbortSignal | undefined): Promise<void> {
		return new Promise((resolve) => {
			const done = () => {
				clearTimeout(timer);
				this.#waiting.delete(done);
				signal?.removeEventListener("abort", done);
				resolve();
			};
			// A broker that leaves does not wait for a browser.
			const timer = setTimeout(done, limit).unref();
			this.#waiting.add(done);
			signal?.addEventListener("abort", done, { once: true });
		});
	}

	#wake(): void {
		for (const done of [...this.#waiting]) done();
	}
}

/** What an extension answers is input like any other. */
function checked<T>(what: string, parsed: { success: true; data: T } | { success: false }): T {
	if (parsed.success) return parsed.data;
	throw new ReinsError(
		"bad_frame",
		`The extension answered ${what} with something that is no answer to it.`,
		{
			hint: "Extension and broker may be of different releases: run `reins extension` and reload it.",
			data: { interrupted: true },
		},
	);
}

function interrupted(): ReinsError {
	return new ReinsError("worker_restarting", "The connection to the extension broke during the call.", {
		data: { interrupted: true },
	});
}
