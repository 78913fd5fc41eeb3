import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
	extensionId,
	extensionKey,
	fingerprint,
	newKeyPair,
	newNonce,
	publicKeyText,
	signTranscript,
	verifyTranscript,
} from "../src/index.ts";

async function scene() {
	const [browser, broker] = await Promise.all([newKeyPair(false), newKeyPair(true)]);
	const transcript = {
		browserNonce: newNonce(),
		brokerNonce: newNonce(),
		browserKey: await publicKeyText(browser),
		brokerKey: await publicKeyText(broker),
		protocol: 1,
		instance: "br_1",
		epoch: "ep_1",
	};
	return { browser, broker, transcript };
}

describe("the handshake", () => {
	test("each side's signature holds for its own role", async () => {
		const { browser, broker, transcript } = await scene();
		const signed = await signTranscript(broker, "broker", transcript);
		expect(await verifyTranscript("broker", transcript, signed)).toBe(true);
		const answer = await signTranscript(browser, "browser", transcript);
		expect(await verifyTranscript("browser", transcript, answer)).toBe(true);
	});

	test("a signature is of no use in the other role, with another nonce, protocol, instance, epoch or key", async () => {
		const { broker, transcript } = await scene();
		const signed = await signTranscript(broker, "broker", transcript);
		expect(await verifyTranscript("browser", transcript, signed)).toBe(false);
		const other = await publicKeyText(await newKeyPair(true));
		const changes = [
			{ browserNonce: newNonce() },
			{ brokerNonce: newNonce() },
			{ protocol: 2 },
			{ instance: "br_2" },
			{ epoch: "ep_2" },
			{ browserKey: other },
			{ brokerKey: other },
		];
		for (const change of changes) {
			expect(await verifyTranscript("broker", { ...transcript, ...change }, signed)).toBe(false);
		}
	});

	test.each(["", "AAAA", "no base64 at all!", "x".repeat(400)])(
		"%j is no signature and no key",
		async (junk) => {
			const { broker, transcript } = await scene();
			expect(await verifyTranscript("broker", transcript, junk)).toBe(false);
			const signed = await signTranscript(broker, "broker", transcript);
			expect(await verifyTranscript("broker", { ...transcript, brokerKey: junk }, signed)).toBe(false);
		},
	);

	test("a fingerprint is eight groups, the same for the same key", async () => {
		const key = await publicKeyText(await newKeyPair(true));
		expect(await fingerprint(key)).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/);
		expect(await fingerprint(key)).toBe(await fingerprint(key));
	});
});

test("the extension's id follows from its key", () => {
	const digest = createHash("sha256").update(Buffer.from(extensionKey, "base64")).digest("hex").slice(0, 32);
	const letters = [...digest].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
	expect(letters.join("")).toBe(extensionId);
});
