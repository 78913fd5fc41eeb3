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
	protocolRange,
	type SessionOptions,
} from "@reins/protocol";
import { Broker } from "../src/daemon/broker.ts";
import { type Places, placesFor } from "../src/places/places.ts";
import { preparePlaces } from "../src/places/private-directory.ts";

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
		protocol: protocolRange,
		client: { name: "test", version: "1", release: RELEASE },
		role: "session",
		session: { options, environment: {} },
		...more,
	};
}

export async function startBroker(): Promise<{ broker: Broker; places: Places; end: () => Promise<void> }> {
	const home = mkdtempSync(join(tmpdir(), "reins-broker-"));
	const places = placesFor({
		platform: process.platform,
		env: { REINS_HOME: home },
		homedir: home,
		user: "test",
	});
	preparePlaces(places);
	const broker = new Broker(places, RELEASE);
	await broker.start();
	return {
		broker,
		places,
		end: async () => {
			await broker.stop("end of test");
			rmSync(home, { recursive: true, force: true });
		},
	};
}

/** A client that can send anything at all. */
export class RawClient {
	readonly socket: Socket;
	readonly #reader = new FrameReader(limits.message);
	readonly #received: Record<string, unknown>[] = [];
	#wake = () => {};
	closed = false;

	constructor(address: string) {
		this.socket = connect(address);
		this.socket.on("data", (bytes) => {
			for (const text of this.#reader.push(bytes)) this.#received.push(JSON.parse(text));
			this.#wake();
		});
		this.socket.on("error", () => {});
		this.socket.on("close", () => {
			this.closed = true;
			this.#wake();
		});
	}

	send(message: unknown): this {
		this.socket.write(encodeFrame(JSON.stringify(message), limits.message));
		return this;
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
