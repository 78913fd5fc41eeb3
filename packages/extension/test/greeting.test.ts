// The extension's side of the handshake: a broker that does not prove itself, or that is another one, is told nothing.

import {
	newKeyPair,
	newNonce,
	newShare,
	publicKeyText,
	signTranscript,
	type Transcript,
} from "@reins/protocol";
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
	const greeting = await makeHello();
	const said: Transcript["ack"] = {
		type: "helloAck",
		protocol: greeting.hello.protocol.max,
		key: await publicKeyText(pair),
		nonce: newNonce(),
		share: (await newShare()).text,
	};
	const transcript = { hello: { ...greeting.hello, ...signed }, ack: { ...said, ...signed } };
	const signature = await signTranscript(pair, "broker", transcript as Transcript);
	return { greeting, ack: { ...said, signature } };
}

test("the first broker is trusted, and the same one again", async () => {
	const pair = await newKeyPair(false);
	for (let times = 0; times < 2; times++) {
		const { greeting, ack } = await broker(pair);
		expect(await answerAck(state, greeting, ack)).toMatchObject({ proof: { type: "helloProof" } });
		expect(state.get("brokerKey")).toBe(ack.key);
	}
});

test("another one is not, however well it proves itself, and the first stays", async () => {
	const first = await broker(await newKeyPair(false));
	await answerAck(state, first.greeting, first.ack);
	const second = await broker(await newKeyPair(false));
	await expect(answerAck(state, second.greeting, second.ack)).rejects.toBeInstanceOf(KeyChanged);
	expect(state.get("brokerKey")).toBe(first.ack.key);
});

test.each([
	["another nonce", { nonce: newNonce() }],
	["another share", { share: newNonce() }],
	["another protocol", { protocol: 99 }],
])("a proof for %s is none, and nothing is pinned by it", async (_what, signed) => {
	const { greeting, ack } = await broker(await newKeyPair(false), signed);
	await expect(answerAck(state, greeting, ack)).rejects.toMatchObject({ code: "key_changed" });
	expect(state.get("brokerKey")).toBe("");
});

test("a key that is shown without having it is none", async () => {
	const { greeting, ack } = await broker(await newKeyPair(false));
	const key = await publicKeyText(await newKeyPair(false));
	await expect(answerAck(state, greeting, { ...ack, key })).rejects.toMatchObject({ code: "key_changed" });
	expect(state.get("brokerKey")).toBe("");
});
