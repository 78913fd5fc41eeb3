// The extension's side of the handshake: a broker that does not prove itself, or that is another one, is told nothing.

import { type BrowserHelloAck, newKeyPair, newNonce, publicKeyText, signTranscript } from "@reins/protocol";
import { beforeEach, expect, test, vi } from "vitest";
import { answerAck, KeyChanged, makeHello } from "../src/worker/greeting.ts";
import { WorkerState } from "../src/worker/state.ts";
import { FakeChrome } from "./fake-chrome.ts";

/** The one store of keys, as a browser has it. */
function fakeKeyStore() {
	let kept: unknown;
	const soon = (result: unknown) => {
		const asked = { result, onsuccess: () => {}, onupgradeneeded: () => {} };
		queueMicrotask(() => asked.onsuccess());
		return asked;
	};
	const objectStore = () => ({
		get: () => soon(kept),
		add: (made: unknown) => {
			kept = made;
			return soon(undefined);
		},
	});
	const database = { transaction: () => ({ objectStore }), createObjectStore: objectStore, close() {} };
	return { open: () => soon(database) };
}

let state: WorkerState;
beforeEach(async () => {
	new FakeChrome();
	vi.stubGlobal("indexedDB", fakeKeyStore());
	state = await WorkerState.load("Chrome");
	return () => vi.unstubAllGlobals();
});

/** What a broker with this key answers; `signed` is what it signs instead of what was said. */
async function broker(pair: Awaited<ReturnType<typeof newKeyPair>>, signed: object = {}) {
	const hello = await makeHello(state);
	const protocol = hello.protocol.max;
	const key = await publicKeyText(pair);
	const nonce = newNonce();
	const { nonce: browserNonce, key: browserKey } = hello;
	const { instance } = hello.browser;
	const said = {
		browserNonce,
		brokerNonce: nonce,
		browserKey,
		brokerKey: key,
		protocol,
		instance,
		epoch: "ep",
	};
	const signature = await signTranscript(pair, "broker", { ...said, ...signed });
	const about = { release: "1.0.0", pid: 1, epoch: "ep" };
	const ack: BrowserHelloAck = { type: "helloAck", protocol, broker: about, key, nonce, signature };
	return { hello, ack };
}

test("the first broker is trusted, and the same one again", async () => {
	const pair = await newKeyPair(false);
	for (let times = 0; times < 2; times++) {
		const { hello, ack } = await broker(pair);
		expect(await answerAck(state, hello, ack)).toMatchObject({ type: "helloProof" });
		expect(state.get("brokerKey")).toBe(ack.key);
	}
});

test("another one is not, however well it proves itself, and the first stays", async () => {
	const first = await broker(await newKeyPair(false));
	await answerAck(state, first.hello, first.ack);
	const second = await broker(await newKeyPair(false));
	await expect(answerAck(state, second.hello, second.ack)).rejects.toBeInstanceOf(KeyChanged);
	expect(state.get("brokerKey")).toBe(first.ack.key);
});

test.each([
	["another nonce", { browserNonce: newNonce() }],
	["another start of the broker", { epoch: "other" }],
	["another browser", { instance: "br_other" }],
	["another protocol", { protocol: 99 }],
])("a proof for %s is none, and nothing is pinned by it", async (_what, signed) => {
	const { hello, ack } = await broker(await newKeyPair(false), signed);
	await expect(answerAck(state, hello, ack)).rejects.toMatchObject({ code: "key_changed" });
	expect(state.get("brokerKey")).toBe("");
});

test("a key that is shown without having it is none", async () => {
	const { hello, ack } = await broker(await newKeyPair(false));
	const key = await publicKeyText(await newKeyPair(false));
	await expect(answerAck(state, hello, { ...ack, key })).rejects.toMatchObject({ code: "key_changed" });
	expect(state.get("brokerKey")).toBe("");
});
