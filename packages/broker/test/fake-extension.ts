// An extension that speaks the wire by hand over a real socket: honest unless a test wants otherwise.

import {
	type BridgeState,
	type BrowserHello,
	type BrowserHelloAck,
	type HandshakeKeys,
	newKeyPair,
	newNonce,
	protocolRange,
	publicKeyText,
	signTranscript,
	verifyTranscript,
} from "@reins/protocol";
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
	/** What the hello says otherwise. */
	hello?: Partial<BrowserHello>;
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
		const welcome = await raw.next();
		if (welcome === "closed" || welcome["type"] !== "welcome") throw new Error(JSON.stringify(welcome));
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

/** Says hello, checks the broker's proof, and gives its own without sending it. */
export async function greet(address: string, options: FakeExtensionOptions = {}) {
	const keys = options.keys ?? (await newKeyPair(false));
	const hello: BrowserHello = {
		type: "hello",
		protocol: protocolRange,
		release: "1.0.0",
		browser: {
			name: options.name ?? "Fake",
			product: "Fake 1 on Linux",
			instance: options.instance ?? "br_1",
			epoch: options.epoch ?? "ep_1",
		},
		capabilities: ["tabs.list"],
		kit: ["snapshot"],
		key: await publicKeyText(keys),
		nonce: newNonce(),
		...options.hello,
	};
	const raw = new RawClient(address).send(hello);
	const answer = await raw.next();
	if (answer === "closed" || answer["type"] !== "helloAck") throw new Error(JSON.stringify(answer));
	const ack = answer as unknown as BrowserHelloAck;
	const transcript = {
		browserNonce: hello.nonce,
		brokerNonce: ack.nonce,
		browserKey: hello.key,
		brokerKey: ack.key,
		protocol: ack.protocol,
		instance: hello.browser.instance,
		epoch: ack.broker.epoch,
	};
	if (!(await verifyTranscript("broker", transcript, ack.signature)))
		throw new Error("The broker's proof is wrong.");
	const signature = await signTranscript(keys, "browser", transcript);
	return { raw, ack, transcript, keys, proof: { type: "helloProof", signature } };
}
