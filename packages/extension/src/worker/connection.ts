// The extension's line to the broker: dialed by itself, made again whenever it breaks, and never given up.
//
// Life: 1. dial the native host, 2. handshake, sealed from then on, 3. tell the state, serve calls, 4. broken: dial again, at once
// the first time, then with growing pauses. Only the person ends it: by disconnecting, or by not trusting a
// changed key. A broken line detaches nothing.

import {
	type BridgeState,
	type BrowserHelloAck,
	errorTable,
	type HelloAck,
	isErrorCode,
	type LinkEvent,
	limits,
	type Messages,
	ReinsError,
	readMessage,
	type WireError,
} from "@reins/protocol";
import { fileAccess } from "../adapters/runtime.ts";
import { Channel } from "./channel.ts";
import { aboutBrowser, answerAck, type Greeting, KeyChanged, makeHello } from "./greeting.ts";
import type { BridgeServer } from "./serve.ts";
import type { WorkerState } from "./state.ts";

/** Pauses between dials: ×1.8 from the first to the longest, each give or take a third. */
const PAUSE = { first: 150, factor: 1.8, longest: 10_000, jitter: 0.33 };
/** The longest while the broker waits for the person: they are at it, and want to see that it has helped. */
const UNCONFIRMED_PAUSE = 3_000;

/** A line that has held so long was a good one. */
const HELD = 100;

export interface ConnectionReport {
	state: "off" | "connecting" | "connected" | "error" | "key_changed";
	/** Where the line broke, and why, in Chrome's or the broker's words. */
	broken?: { at: "native host" | "broker"; reason: string; hint?: string };
	broker?: BrowserHelloAck["broker"];
	/** The broker's new key. */
	offered?: string;
}

export class Connection {
	readonly #state: WorkerState;
	readonly #server: BridgeServer;
	#channel: Channel | undefined;
	#open = false;
	#report: ConnectionReport = { state: "connecting" };
	#failures = 0;
	#retry: ReturnType<typeof setTimeout> | undefined;
	/** Ends a dial that nobody answers. */
	#late: ReturnType<typeof setTimeout> | undefined;
	#openedAt = 0;
	#telling = false;
	readonly #pings = new Map<number, () => void>();
	/** The report has changed. */
	onChange: () => void = () => {};

	constructor(state: WorkerState, server: BridgeServer) {
		this.#state = state;
		this.#server = server;
		state.onChange(() => this.#tell());
	}

	get report(): ConnectionReport {
		return this.#report;
	}

	/** Dials unless there is a line, or the person wants none. */
	ensure(): void {
		if (this.#state.get("disconnected")) this.#become({ state: "off" });
		else if (!this.#channel && this.#report.state !== "key_changed") void this.#dial();
	}

	disconnect(): void {
		clearTimeout(this.#retry);
		this.#hangUp();
		this.#become({ state: "off" });
	}

	/** The person trusts the key that the broker showed. */
	async trustOffered(): Promise<void> {
		const { offered } = this.#report;
		if (offered) await this.#state.setLocal({ brokerKey: offered });
		this.#become({ state: "connecting" });
		this.ensure();
	}

	tellEvent(session: string, event: LinkEvent): void {
		if (this.#open) this.#channel?.send({ type: "event", event: "link", data: { session, event } });
	}

	/** Milliseconds to the broker and back; undefined where there is no line or no answer in time. */
	async ping(): Promise<number | undefined> {
		if (!this.#open) return undefined;
		const at = performance.now();
		const answered = new Promise<true>((resolve) => this.#pings.set(at, () => resolve(true)));
		this.#channel?.send({ type: "ping", at });
		const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), limits.browserPing));
		const came = await Promise.race([answered, late]);
		this.#pings.delete(at);
		return came ? performance.now() - at : undefined;
	}

	async #dial(): Promise<void> {
		clearTimeout(this.#retry);
		if (this.#report.state !== "error") this.#become({ state: "connecting" });
		let channel: Channel;
		try {
			channel = new Channel();
		} catch (error) {
			this.#lost("native host", error instanceof Error ? error.message : String(error));
			return;
		}
		this.#channel = channel;
		this.#late = setTimeout(
			() => this.#lost("broker", "The broker did not answer in time."),
			limits.brokerStart,
		);
		channel.onClose = (reason) => {
			// An older line has nothing to say about the one that is in use.
			if (this.#channel === channel) this.#lost(this.#open ? "broker" : "native host", reason);
		};
		const greeting = await makeHello();
		this.#expect(channel, "helloAck", (ack) => void this.#greet(channel, greeting, ack));
		channel.send(greeting.hello);
	}

	async #greet(channel: Channel, greeting: Greeting, ack: HelloAck): Promise<void> {
		try {
			const { seal, proof } = await answerAck(this.#state, greeting, ack);
			if (this.#channel !== channel) return;
			channel.seal(seal);
			this.#expect(channel, "welcome", () => {
				this.#expect(channel, "browserHelloAck", ({ broker }) => void this.#begin(channel, broker));
				channel.send(aboutBrowser(this.#state));
			});
			channel.send(proof);
		} catch (error) {
			if (this.#channel !== channel) return;
			this.#hangUp();
			if (error instanceof KeyChanged) this.#become({ state: "key_changed", offered: error.offered });
			else this.#lost("broker", ReinsError.from(error).message);
		}
	}

	/** The next message must be this one, or a refusal; nothing else before it was dealt with. */
	#expect<const T extends keyof Messages>(
		channel: Channel,
		type: T,
		then: (message: Messages[T]) => void,
	): void {
		channel.onMessage = (message) => {
			if (this.#channel !== channel) return;
			channel.onMessage = () => {
				throw new ReinsError("bad_frame", "A message before its turn.");
			};
			const answer: Messages[T | "refusal"] = readMessage(message, [type, "refusal"]);
			if (answer.type === "refusal") {
				// Before the broker has proved itself anybody may say this: what to do then is in our words.
				this.#refused(channel, answer as Messages["refusal"], type !== "helloAck");
			} else then(answer as Messages[T]);
		};
	}

	async #begin(channel: Channel, broker: BrowserHelloAck["broker"]): Promise<void> {
		channel.onMessage = (message) => this.#receive(channel, message);
		const data = await this.#bridgeState();
		if (this.#channel !== channel) return;
		clearTimeout(this.#late);
		channel.send({ type: "event", event: "state", data });
		this.#open = true;
		this.#openedAt = performance.now();
		this.#become({ state: "connected", broker });
	}

	#receive(channel: Channel, message: unknown): void {
		const received = readMessage(message, ["rpc", "cancel", "ping", "pong", "refusal"]);
		switch (received.type) {
			case "rpc":
				void this.#server.serve(received).then((answer) => this.#answer(channel, received.id, answer));
				break;
			case "cancel":
				this.#server.cancel(received.id);
				break;
			case "ping":
				channel.send({ type: "pong", at: received.at });
				break;
			case "pong":
				this.#pings.get(received.at)?.();
				break;
			case "refusal":
				this.#refused(channel, received, true);
		}
	}

	#answer(channel: Channel, id: string, answer: object): void {
		try {
			channel.send(answer);
		} catch (error) {
			// Larger than the wire carries: the call still gets an answer.
			const { trace } = answer as { trace: object };
			const wire = new ReinsError("too_large", ReinsError.from(error).message).toWire();
			channel.send({ type: "rpcResult", id, ok: false, error: wire, trace });
		}
	}

	#refused(channel: Channel, refusal: Messages["refusal"], isProven: boolean): void {
		if (this.#channel !== channel) return;
		const { code, message, hint } = refusal.error as unknown as WireError;
		const ours = isErrorCode(code) ? errorTable[code].hint : undefined;
		const awaitsPerson = isProven && (code === "not_confirmed" || code === "key_changed");
		const longest = awaitsPerson ? UNCONFIRMED_PAUSE : PAUSE.longest;
		this.#lost("broker", message ?? "The broker refused.", { hint: isProven ? hint : ours, longest });
	}

	#lost(
		at: "native host" | "broker",
		reason: string,
		{ hint, longest = PAUSE.longest }: { hint?: string | undefined; longest?: number } = {},
	): void {
		// A line that broke as soon as it was made is no better than none.
		if (this.#open && performance.now() - this.#openedAt > HELD) this.#failures = 0;
		this.#hangUp();
		const first = this.#failures === 0;
		this.#failures++;
		// One break is nothing to alarm the person with: most lines are there again before they could look.
		if (first) this.#become({ state: "connecting" });
		else this.#become({ state: "error", broken: { at, reason, ...(hint && { hint }) } });
		this.#retry = setTimeout(() => this.ensure(), first ? 0 : pauseAfter(this.#failures, longest));
	}

	#hangUp(): void {
		clearTimeout(this.#late);
		this.#channel?.close();
		this.#channel = undefined;
		this.#open = false;
	}

	#become(report: ConnectionReport): void {
		this.#report = report;
		this.onChange();
	}

	/** Changes of one turn are told together. */
	#tell(): void {
		if (!this.#open || this.#telling) return;
		this.#telling = true;
		queueMicrotask(async () => {
			this.#telling = false;
			const data = await this.#bridgeState();
			if (this.#open) this.#channel?.send({ type: "event", event: "state", data });
		});
	}

	async #bridgeState(): Promise<BridgeState> {
		const state = this.#state;
		const mayFile = await fileAccess();
		return {
			killed: state.get("killed"),
			userDetached: state.get("userDetached"),
			fileAccess: mayFile,
			sites: state.get("sites"),
			sessions: state.get("sessions"),
			leases: state.get("leases"),
		};
	}
}

function pauseAfter(failures: number, longest: number): number {
	const pause = Math.min(longest, PAUSE.first * PAUSE.factor ** (failures - 2));
	return pause * (1 + PAUSE.jitter * (2 * Math.random() - 1));
}
