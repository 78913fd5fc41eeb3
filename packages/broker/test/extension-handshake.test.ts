// Who may call itself a browser of the person's: whoever proves the key of the first contact, and nobody else.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { encodeFrame, limits, newKeyPair, signTranscript } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hello, RawClient, startBroker } from "./broker-on-socket.ts";
import { FakeExtension, greet } from "./fake-extension.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
let address: string;
beforeEach(async () => {
	running = await startBroker();
	address = running.places.address;
});
afterEach(() => running.end());

async function browsers(): Promise<{ name: string; extension?: { connected: boolean } }[]> {
	const asking = new RawClient(address).send(hello({ role: "control" }));
	await asking.next();
	const answer = (await asking.call("status", {})) as { result: { browsers: never[] } };
	asking.end();
	return answer.result.browsers;
}

test("an honest extension is taken in, and is there until it goes", async () => {
	const extension = await FakeExtension.join(address, { name: "Mine" });
	await until("it is listed", async () => (await browsers()).length === 1);
	expect(await browsers()).toMatchObject([
		{ name: "Mine", kind: "extension", extension: { connected: true } },
	]);
	extension.end();
	await until("it is away", async () => (await browsers())[0]?.extension?.connected === false);
});

test("the broker's key and the pins are private files", async () => {
	await FakeExtension.join(address);
	for (const name of ["broker-key.json", "known-browsers.json"]) {
		const file = join(running.places.state, name);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(JSON.parse(readFileSync(file, "utf8"))).toBeTypeOf("object");
	}
});

test("a wrong signature, another's signature and a proof from another time are refused", async () => {
	const wrong = await greet(address);
	wrong.raw.send({ type: "helloProof", signature: "AAAA" });
	expect(await wrong.raw.next()).toMatchObject({ type: "refusal", error: { code: "key_changed" } });
	expect(await wrong.raw.next()).toBe("closed");

	const thief = await greet(address);
	const signature = await signTranscript(await newKeyPair(false), "browser", thief.transcript);
	thief.raw.send({ type: "helloProof", signature });
	expect(await thief.raw.next()).toMatchObject({ type: "refusal", error: { code: "key_changed" } });

	const seen = await greet(address);
	const replay = await greet(address, { keys: seen.keys });
	replay.raw.send(seen.proof);
	expect(await replay.raw.next()).toMatchObject({ type: "refusal", error: { code: "key_changed" } });

	const mirrored = await greet(address);
	mirrored.raw.send({ type: "helloProof", signature: mirrored.ack.signature });
	expect(await mirrored.raw.next()).toMatchObject({ type: "refusal", error: { code: "key_changed" } });
	expect(await browsers()).toEqual([]);
});

test("another key for a browser that is known is refused, and the first one stays", async () => {
	const keys = await newKeyPair(false);
	(await FakeExtension.join(address, { keys })).end();
	const other = await greet(address);
	other.raw.send(other.proof);
	expect(await other.raw.next()).toMatchObject({
		type: "refusal",
		error: { code: "key_changed", hint: expect.stringContaining("known-browsers.json") },
	});
	(await FakeExtension.join(address, { keys })).end();
});

test("the key is the same after a restart of the broker", async () => {
	const { ack } = await greet(address);
	await running.broker.stop("test");
	const { Broker } = await import("../src/daemon/broker.ts");
	const again = new Broker(running.places, "1.0.0");
	await again.start();
	expect((await greet(address)).ack.key).toBe(ack.key);
	await again.stop("test");
});

test("whoever speaks before the welcome, or nonsense after it, is thrown out alone", async () => {
	const witness = await FakeExtension.join(address, { instance: "br_w" });
	const eager = await greet(address);
	const early = { type: "event", event: "state", data: {} };
	const frames = [eager.proof, early].map((message) => encodeFrame(JSON.stringify(message), limits.message));
	eager.raw.bytes(Buffer.concat(frames));
	expect(await eager.raw.next()).toBe("closed");
	const odd = await FakeExtension.join(address, { instance: "br_o" });
	odd.raw.send({ type: "event", event: "progress", data: { call: "1", message: "m" } });
	await until("it is closed", () => odd.raw.closed);
	expect(witness.raw.closed).toBe(false);
});

test("an extension of a protocol that nobody speaks is told which side to update", async () => {
	const raw = new RawClient(address).send({
		type: "hello",
		protocol: { min: 90, max: 99 },
		release: "9.0.0",
		browser: { name: "New", product: "New", instance: "br_n", epoch: "ep_n" },
		capabilities: [],
		kit: [],
		key: "k",
		nonce: "n",
	});
	expect(await raw.next()).toMatchObject({
		type: "refusal",
		error: { code: "version_mismatch", data: { update: "broker" } },
	});
});
