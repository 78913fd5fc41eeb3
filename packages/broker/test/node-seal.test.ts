// Node's end and a browser's end of a connection do the same, each with its own cryptography.

import { createECDH } from "node:crypto";
import { rmSync } from "node:fs";
import {
	BrowserSeal,
	type Hello,
	newKeyPair,
	newNonce,
	newShare,
	publicKeyText,
	signTranscript,
	type Transcript,
	verifyTranscript,
} from "@reins/protocol";
import { expect, onTestFinished, test } from "vitest";
import { isSigned, NodeShare } from "../src/keys/node-seal.ts";
import { ownKey } from "../src/keys/own-key.ts";
import { newPlaces } from "./broker-on-socket.ts";

async function scene() {
	const { home, state } = newPlaces();
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const broker = ownKey("broker", state);
	const browser = await newKeyPair(false);
	const shares = { browser: await newShare(), broker: new NodeShare() };
	const hello: Hello = {
		type: "hello",
		role: "browser",
		protocol: { min: 2, max: 2 },
		key: await publicKeyText(browser),
		nonce: newNonce(),
		share: shares.browser.text,
	};
	const ack: Transcript["ack"] = {
		type: "helloAck",
		protocol: 2,
		key: broker.text,
		nonce: newNonce(),
		share: shares.broker.text,
	};
	return { state, broker, browser, shares, transcript: { hello, ack } };
}

test("each end finds the other's signature right, and no other", async () => {
	const { broker, browser, transcript } = await scene();
	expect(await verifyTranscript("broker", transcript, broker.sign(transcript))).toBe(true);
	const signature = await signTranscript(browser, "peer", transcript);
	expect(isSigned("peer", transcript, signature)).toBe(true);
	expect(isSigned("broker", transcript, signature)).toBe(false);
	const other = { ...transcript, hello: { ...transcript.hello, nonce: newNonce() } };
	expect(isSigned("peer", other, signature)).toBe(false);
	for (const junk of ["", "AAAA", "no base64 at all!"])
		expect(isSigned("peer", transcript, junk)).toBe(false);
});

test("what one end seals the other opens, in order and once", async () => {
	const { shares, transcript } = await scene();
	const browser = await BrowserSeal.make(shares.browser, "peer", transcript);
	const broker = shares.broker.seal("broker", transcript);
	for (const text of ["first", "ä€😀", "x".repeat(700_000)]) {
		expect(broker.open(await browser.seal(text))).toBe(text);
		expect(await browser.open(broker.seal(text))).toBe(text);
	}
	const sealed = await browser.seal("once");
	expect(broker.open(sealed)).toBe("once");
	const spoilt = [
		sealed,
		broker.seal("back to its sender"),
		"",
		"AAAA",
		`${sealed.slice(0, 4)}*${sealed.slice(5)}`,
	];
	for (const one of spoilt)
		expect(() => broker.open(one)).toThrow(expect.objectContaining({ code: "bad_frame" }));
});

test("what is no point of the curve is no share", async () => {
	const { shares, transcript } = await scene();
	const off = Buffer.from(shares.browser.text, "base64");
	off[64] = (off[64] as number) ^ 1;
	const other = createECDH("secp384r1").generateKeys("base64");
	for (const share of [off.toString("base64"), other, "AAAA", ""]) {
		const changed = { ...transcript, hello: { ...transcript.hello, share } };
		expect(() => shares.broker.seal("broker", changed)).toThrow(
			expect.objectContaining({ code: "bad_frame" }),
		);
	}
});

test("the key is made once and stays", async () => {
	const { state, broker } = await scene();
	expect(ownKey("broker", state).text).toBe(broker.text);
	expect(ownKey("peer", state).text).not.toBe(broker.text);
});
