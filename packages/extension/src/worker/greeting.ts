// The extension's side of the handshake: the broker proves first that it is the one of the first contact,
// then the extension proves that it is itself. Who it is it says only after that, and sealed.

import {
	type BrowserHello,
	BrowserSeal,
	type Hello,
	type HelloAck,
	kitEffects,
	newNonce,
	newShare,
	primitives,
	protocolRange,
	publicKeyText,
	ReinsError,
	type Share,
	signTranscript,
	type Transcript,
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

export interface Greeting {
	hello: Hello;
	share: Share;
}

export async function makeHello(): Promise<Greeting> {
	const share = await newShare();
	const key = await publicKeyText(await ownKey());
	const nonce = newNonce();
	return {
		share,
		hello: { type: "hello", role: "browser", protocol: protocolRange, key, nonce, share: share.text },
	};
}

/** Checks the broker's proof, pins its key at first contact, and gives the extension's own proof. */
export async function answerAck(
	state: WorkerState,
	{ hello, share }: Greeting,
	{ signature, ...ack }: HelloAck,
): Promise<{ seal: BrowserSeal; proof: { type: "helloProof"; signature: string } }> {
	if (ack.protocol < protocolRange.min || ack.protocol > protocolRange.max) {
		throw new ReinsError("version_mismatch", "The broker chose a protocol that was not offered.");
	}
	const transcript = { hello, ack };
	await requireProof(transcript, signature);
	const pinned = state.get("brokerKey");
	if (pinned === "") await state.setLocal({ brokerKey: ack.key });
	else requirePinned(pinned, ack.key);
	const seal = await BrowserSeal.make(share, "peer", transcript);
	const proof = await signTranscript(await ownKey(), "peer", transcript);
	return { seal, proof: { type: "helloProof", signature: proof } };
}

// @guard proof-of-broker
async function requireProof(transcript: Transcript, signature: string): Promise<void> {
	if (!(await verifyTranscript("broker", transcript, signature)))
		throw new ReinsError("key_changed", "The broker could not prove that it has the key that it shows.");
}

// @guard pinned-broker
function requirePinned(pinned: string, shown: string): void {
	if (pinned !== shown) throw new KeyChanged(shown);
}

export function aboutBrowser(state: WorkerState): BrowserHello {
	return {
		type: "browserHello",
		release: release(),
		browser: {
			name: state.get("name"),
			product: product().words,
			instance: state.get("instance"),
			epoch: state.get("epoch"),
		},
		capabilities: Object.keys(primitives),
		kit: Object.keys(kitEffects),
	};
}
