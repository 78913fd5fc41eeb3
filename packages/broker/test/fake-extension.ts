// An extension that speaks the wire by hand over a real socket: honest unless a test wants otherwise.

import {
	type BridgeState,
	type BrowserHello,
	type HandshakeKeys,
	type Hello,
	newKeyPair,
	newNonce,
	protocolRange,
	publicKeyText,
	readMessage,
	signTranscript,
	verifyTranscript,
} from "@reins/protocol";
import { NodeShare } from "../src/keys/node-seal.ts";
import { RawClient } from "./broker-on-socket.ts";

type Rpc = { id: string; method: string; params: Record<string, unknown>; trace: { id: string } };

const restState: BridgeState = {
	killed: false,
	userDetached: false,
	fileAccess: false,
	sites: [],
	sessions: [],
	leases: [],
};

export interface FakeExtensionOptions {
	keys?: HandshakeKeys;
	name?: string;
	instance?: string;
	epoch?: string;
	state?: Partial<BridgeState>;
	/** What it says of itself otherwise. */
	about?: Partial<BrowserHello>;
}

export class FakeExtension {
	readonly raw: RawClient;
	readonly calls: Rpc[] = [];
	/** Answers a call; nothing returned leaves it open. */
	answer: (rpc: Rpc) => unknown = () => ({});
	#state: BridgeState;

	private constructor(raw: RawClient, state: BridgeState) {
		this.raw = raw;
		this.#state = state;
	}

	/** Through the whole handshake, serving calls from then on. */
	static async join(address: string, options: FakeExtensionOptions = {}): Promise<FakeExtension> {
		const { raw, proof } = await greet(address, options);
		raw.send(proof);
		readMessage(await raw.next(), ["welcome"]);
		raw.send(aboutFake(options));
		const answer = await raw.next();
		if (answer === "closed" || answer["type"] !== "browserHelloAck") throw new Error(JSON.stringify(answer));
		const extension = new FakeExtension(raw, { ...restState, ...options.state });
		extension.tell({});
		void extension.#serve();
		return extension;
	}

	/** Tells a changed state. */
	tell(change: Partial<BridgeState>): void {
		this.#state = { ...this.#state, ...change };
		this.raw.send({ type: "event", event: "state", data: this.#state });
	}

	count(method: string): number {
		return this.calls.filter((rpc) => rpc.method === method).length;
	}

	end(): void {
		this.raw.end();
	}

	async #serve(): Promise<void> {
		for (;;) {
			const message = await this.raw.next();
			if (message === "closed") return;
			if (message["type"] !== "rpc") continue;
			const rpc = message as unknown as Rpc;
			// Pings of the broker are not what a test looks for.
			if (rpc.method !== "trace.read") this.calls.push(rpc);
			const result = rpc.method === "trace.read" ? { entries: [] } : this.answer(rpc);
			if (result === undefined) continue;
			const trace = { id: rpc.trace.id, hops: [] };
			this.raw.send({ type: "rpcResult", id: rpc.id, ok: true, result, trace });
		}
	}
}

export function aboutFake({ name, instance, epoch, about }: FakeExtensionOptions = {}): BrowserHello {
	return {
		type: "browserHello",
		release: "1.0.0",
		browser: {
			name: name ?? "Fake",
			product: "Fake 1 on Linux",
			instance: instance ?? "br_1",
			epoch: epoch ?? "ep_1",
		},
		capabilities: ["tabs.list"],
		kit: ["snapshot"],
		...about,
	};
}

/** Says hello, checks the broker's proof, and gives its own without sending it. Sealed from then on. */
export async function greet(address: string, options: FakeExtensionOptions = {}) {
	const keys = options.keys ?? (await newKeyPair(false));
	const share = new NodeShare();
	const hello: Hello = {
		type: "hello",
		role: "browser",
		protocol: protocolRange,
		key: await publicKeyText(keys),
		nonce: newNonce(),
		share: share.text,
	};
	const raw = new RawClient(address).send(hello);
	const answer = await raw.next();
	if (answer === "closed" || answer["type"] !== "helloAck") throw new Error(JSON.stringify(answer));
	const { signature: theirs, ...ack } = readMessage(answer, ["helloAck"]);
	const transcript = { hello, ack };
	if (!(await verifyTranscript("broker", transcript, theirs)))
		throw new Error("The broker's proof is wrong.");
	raw.seal = share.seal("peer", transcript);
	const signature = await signTranscript(keys, "peer", transcript);
	return {
		raw,
		ack: { ...ack, signature: theirs },
		transcript,
		keys,
		proof: { type: "helloProof", signature },
	};
}
