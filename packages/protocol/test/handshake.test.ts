import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
	BrowserSeal,
	extensionId,
	extensionKey,
	fingerprint,
	newKeyPair,
	newNonce,
	newShare,
	publicKeyText,
	signTranscript,
	type Transcript,
	verifyTranscript,
} from "../src/index.ts";

async function scene() {
	const [peer, broker] = await Promise.all([newKeyPair(false), newKeyPair(true)]);
	const [peerShare, brokerShare] = await Promise.all([newShare(), newShare()]);
	const transcript: Transcript = {
		hello: {
			type: "hello",
			role: "browser",
			protocol: { min: 2, max: 2 },
			key: await publicKeyText(peer),
			nonce: newNonce(),
			share: peerShare.text,
		},
		ack: {
			type: "helloAck",
			protocol: 2,
			key: await publicKeyText(broker),
			nonce: newNonce(),
			share: brokerShare.text,
		},
	};
	return { peer, broker, peerShare, brokerShare, transcript };
}

/** The same with something else in the place of one thing that was said. */
async function changes({ hello, ack }: Transcript): Promise<Transcript[]> {
	const key = await publicKeyText(await newKeyPair(true));
	const share = (await newShare()).text;
	return [
		{ hello: { ...hello, role: "client" }, ack },
		{ hello: { ...hello, protocol: { min: 1, max: 2 } }, ack },
		{ hello: { ...hello, protocol: { min: 2, max: 3 } }, ack },
		{ hello: { ...hello, key }, ack },
		{ hello: { ...hello, nonce: newNonce() }, ack },
		{ hello: { ...hello, share }, ack },
		{ hello, ack: { ...ack, protocol: 1 } },
		{ hello, ack: { ...ack, key } },
		{ hello, ack: { ...ack, nonce: newNonce() } },
		{ hello, ack: { ...ack, share } },
	];
}

describe("the handshake", () => {
	test("each side's signature holds for its own side", async () => {
		const { peer, broker, transcript } = await scene();
		const signed = await signTranscript(broker, "broker", transcript);
		expect(await verifyTranscript("broker", transcript, signed)).toBe(true);
		const answer = await signTranscript(peer, "peer", transcript);
		expect(await verifyTranscript("peer", transcript, answer)).toBe(true);
	});

	test("a signature is of no use for the other side, and where anything that was said is another", async () => {
		const { broker, transcript } = await scene();
		const signed = await signTranscript(broker, "broker", transcript);
		expect(await verifyTranscript("peer", transcript, signed)).toBe(false);
		for (const changed of await changes(transcript)) {
			expect(await verifyTranscript("broker", changed, signed)).toBe(false);
		}
	});

	test.each(["", "AAAA", "no base64 at all!", "x".repeat(400)])(
		"%j is no signature, no key and no share",
		async (junk) => {
			const { broker, peerShare, transcript } = await scene();
			const { hello, ack } = transcript;
			expect(await verifyTranscript("broker", transcript, junk)).toBe(false);
			const signed = await signTranscript(broker, "broker", transcript);
			expect(await verifyTranscript("broker", { hello, ack: { ...ack, key: junk } }, signed)).toBe(false);
			const noShare = { hello, ack: { ...ack, share: junk } };
			await expect(BrowserSeal.make(peerShare, "peer", noShare)).rejects.toThrow();
		},
	);

	test("a fingerprint is eight groups, the same for the same key", async () => {
		const key = await publicKeyText(await newKeyPair(true));
		expect(await fingerprint(key)).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
		expect(await fingerprint(key)).toBe(await fingerprint(key));
	});
});

describe("the seal", () => {
	async function seals() {
		const { peerShare, brokerShare, transcript } = await scene();
		const peer = await BrowserSeal.make(peerShare, "peer", transcript);
		const broker = await BrowserSeal.make(brokerShare, "broker", transcript);
		return { peer, broker, peerShare, transcript };
	}

	test("what one seals the other opens, both ways, whatever it says", async () => {
		const { peer, broker } = await seals();
		for (const text of ["some text", "ä€😀", "x".repeat(300_000), "{}"]) {
			const sealed = await peer.seal(text);
			expect(sealed).not.toContain(text);
			expect(await broker.open(sealed)).toBe(text);
			expect(await peer.open(await broker.seal(text))).toBe(text);
		}
	});

	test("twice, out of order, altered, or sent back: it does not open", async () => {
		const spoilt: ((first: string, second: string) => string[])[] = [
			(first) => [first, first],
			(_first, second) => [second],
			(first) => [`B${first.slice(1)}`],
			(first) => [first.slice(0, -4)],
			(first) => [`${first.slice(0, 4)}${first.slice(8)}`],
			() => ["", "AAAA"],
		];
		for (const pieces of spoilt) {
			const { peer, broker } = await seals();
			const sent = pieces(await peer.seal("AAAA first"), await peer.seal("AAAA second"));
			const last = sent.pop() as string;
			for (const good of sent) await broker.open(good).catch(() => {});
			await expect(broker.open(last)).rejects.toThrow();
		}
		const { peer } = await seals();
		await expect(peer.open(await peer.seal("to myself"))).rejects.toThrow();
	});

	test("is another one where anything that was said is another", async () => {
		const { peer, peerShare, transcript } = await seals();
		const sealed = await peer.seal("text");
		for (const changed of await changes(transcript)) {
			const other = await BrowserSeal.make(peerShare, "peer", changed);
			expect(await other.seal("text")).not.toBe(sealed);
		}
	});
});

test("the extension's id follows from its key", () => {
	const digest = createHash("sha256").update(Buffer.from(extensionKey, "base64")).digest("hex").slice(0, 32);
	const letters = [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
	expect(letters.join("")).toBe(extensionId);
});
