// A real broker in this process, on a real socket in a home of its own.

import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
	encodeFrame,
	FrameReader,
	limits,
	type PeerHello,
	readMessage,
	type SessionOptions,
	sealedFrame,
	sealedIn,
} from "@reins/protocol";
import { Broker } from "../src/daemon/broker.ts";
import { KnownBrowsers } from "../src/keys/known-browsers.ts";
import type { NodeSeal } from "../src/keys/node-seal.ts";
import { type Places, placesFor } from "../src/places/places.ts";
import { preparePlaces } from "../src/places/private-directory.ts";
import { Knock } from "../src/wire/handshake.ts";

export const RELEASE = "1.0.0";

const options: SessionOptions = {
	browser: "managed",
	window: "headless",
	noSandbox: false,
	allow: [],
	enableMutations: false,
	unsafeEnableEval: false,
	unsafeAllDomains: false,
};

export function hello(more: Partial<PeerHello> = {}): PeerHello {
	return {
		type: "peerHello",
		client: { name: "test", version: "1", release: RELEASE },
		role: "session",
		session: { options, environment: {} },
		...more,
	};
}

/** A home with nothing in it. */
export function newPlaces(): Places {
	const home = mkdtempSync(join(tmpdir(), "reins-broker-"));
	const places = placesFor({
		platform: process.platform,
		env: { REINS_HOME: home },
		homedir: home,
		user: "test",
	});
	preparePlaces(places);
	return places;
}

/** `pairing`: as in the minutes after `reins install`, when new browsers need no confirmation. */
export async function startBroker({ pairing = true } = {}): Promise<{
	broker: Broker;
	places: Places;
	end: () => Promise<void>;
}> {
	const places = newPlaces();
	if (pairing) new KnownBrowsers(places.state).openPairing();
	const broker = new Broker(places, RELEASE);
	await broker.start();
	return {
		broker,
		places,
		end: async () => {
			await broker.stop("end of test");
			rmSync(places.home, { recursive: true, force: true });
		},
	};
}

/** A client whose key is registered; it has proved it, and has said who it is. The answer to that is its first. */
export async function greeted(places: Places, said: PeerHello = hello()): Promise<RawClient> {
	const client = await proven(places);
	client.send(said);
	return client;
}

/** The same, with nothing said yet. */
export async function proven(places: Places): Promise<RawClient> {
	const knock = new Knock(places.state);
	const client = new RawClient(places.address).send(knock.hello);
	const { seal, proof } = knock.judge(readMessage(await client.next(), ["helloAck"]));
	client.seal = seal;
	client.send(proof);
	readMessage(await client.next(), ["welcome"]);
	return client;
}

/** A client that can send anything at all; sealed as soon as it has a seal. */
export class RawClient {
	readonly socket: Socket;
	seal: NodeSeal | undefined;
	readonly #reader = new FrameReader(limits.message);
	readonly #received: Record<string, unknown>[] = [];
	#wake = () => {};
	closed = false;

	constructor(address: string) {
		this.socket = connect(address);
		this.socket.on("data", (bytes) => {
			for (const text of this.#reader.push(bytes))
				this.#received.push(JSON.parse(this.seal ? this.seal.open(sealedIn(text)) : text));
			this.#wake();
		});
		this.socket.on("error", () => {});
		this.socket.on("close", () => {
			this.closed = true;
			this.#wake();
		});
	}

	send(message: unknown): this {
		const text = JSON.stringify(message);
		return this.bytes(encodeFrame(this.seal ? sealedFrame(this.seal.seal(text)) : text, limits.message));
	}

	bytes(bytes: Uint8Array | string): this {
		this.socket.write(bytes);
		return this;
	}

	/** The next message, or "closed". */
	async next(): Promise<Record<string, unknown> | "closed"> {
		for (;;) {
			const message = this.#received.shift();
			if (message) return message;
			if (this.closed) return "closed";
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	async call(
		method: string,
		params: Record<string, unknown>,
		id = `c${Math.random()}`,
	): Promise<Record<string, unknown> | "closed"> {
		this.send({
			type: "rpc",
			id,
			method,
			params,
			deadline: 30_000,
			progress: false,
			trace: { id: "t", hops: [] },
		});
		for (;;) {
			const answer = await this.next();
			if (answer === "closed" || answer["id"] === id) return answer;
		}
	}

	end(): void {
		this.socket.destroy();
	}
}
