// The extension's side of the handshake: the broker proves first that it is the one of the first contact,
// then the extension proves that it is itself.

import {
	type BrowserHello,
	type BrowserHelloAck,
	kitEffects,
	newNonce,
	primitives,
	protocolRange,
	publicKeyText,
	ReinsError,
	signTranscript,
	verifyTranscript,
} from "@reins/protocol";
import { ownKey } from "../adapters/key-store.ts";
import { product, release } from "../adapters/runtime.ts";
import type { WorkerState } from "./state.ts";

/** The broker has another key than before; `offered` is the new one. */
export class KeyChanged extends Error {
	readonly offered: string;

	constructor(offered: string) {
		super("The broker shows another key than before.");
		this.offered = offered;
	}
}

export async function makeHello(state: WorkerState): Promise<BrowserHello> {
	return {
		type: "hello",
		protocol: protocolRange,
		release: release(),
		browser: {
			name: state.get("name"),
			product: product().words,
			instance: state.get("instance"),
			epoch: state.get("epoch"),
		},
		capabilities: Object.keys(primitives),
		kit: Object.keys(kitEffects),
		key: await publicKeyText(await ownKey()),
		nonce: newNonce(),
	};
}

// @guard proof-of-broker
async function requireProof(
	transcript: Parameters<typeof verifyTranscript>[1],
	signature: string,
): Promise<void> {
	if (!(await verifyTranscript("broker", transcript, signature)))
		throw new ReinsError("key_changed", "The broker could not prove that it has the key that it shows.");
}

// @guard pinned-broker
function requirePinned(pinned: string, shown: string): void {
	if (pinned !== shown) throw new KeyChanged(shown);
}

/** Checks the broker's proof, pins its key at first contact, and gives the extension's own proof. */
export async function answerAck(
	state: WorkerState,
	hello: BrowserHello,
	ack: BrowserHelloAck,
): Promise<{ type: "helloProof"; signature: string }> {
	if (ack.protocol < protocolRange.min || ack.protocol > protocolRange.max) {
		throw new ReinsError("version_mismatch", "The broker chose a protocol that was not offered.");
	}
	const transcript = {
		browserNonce: hello.nonce,
		brokerNonce: ack.nonce,
		browserKey: hello.key,
		brokerKey: ack.key,
		protocol: ack.protocol,
		instance: hello.browser.instance,
		epoch: ack.broker.epoch,
	};
	await requireProof(transcript, ack.signature);
	const pinned = state.get("brokerKey");
	if (pinned === "") await state.setLocal({ brokerKey: ack.key });
	else requirePinned(pinned, ack.key);
	return { type: "helloProof", signature: await signTranscript(await ownKey(), "browser", transcript) };
}
