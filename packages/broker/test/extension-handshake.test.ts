// Who may call itself a browser of the person's: whoever proves the key of the first contact, and nobody else.

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, limits, newKeyPair, publicKeyText, signTranscript } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { KnownBrowsers } from "../src/keys/known-browsers.ts";
import { greeted, hello, RawClient, startBroker } from "./broker-on-socket.ts";
import { aboutFake, FakeExtension, type FakeExtensionOptions, greet } from "./fake-extension.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
let address: string;
beforeEach(async () => {
	running = await startBroker();
	address = running.places.address;
});
afterEach(() => running.end());

async function browsers(): Promise<{ name: string; extension?: { connected: boolean } }[]> {
	const asking = await greeted(running.places, hello({ role: "control" }));
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
	const signature = await signTranscript(await newKeyPair(false), "peer", thief.transcript);
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

/** What is answered to a browser that has proved its key and says who it is. */
async function introduced(options: FakeExtensionOptions) {
	const { raw, proof, keys } = await greet(address, options);
	raw.send(proof);
	expect(await raw.next()).toEqual({ type: "welcome" });
	raw.send(aboutFake(options));
	return { answer: await raw.next(), raw, keys };
}

describe("who waits for the person", () => {
	const trusted = () => new KnownBrowsers(running.places.state);
	beforeEach(async () => {
		await running.end();
		running = await startBroker({ pairing: false });
		address = running.places.address;
	});

	test("the first browser does not, another one does, until it is confirmed", async () => {
		(await FakeExtension.join(address, { instance: "br_1" })).end();
		const { answer, raw, keys } = await introduced({ instance: "br_2", name: "Other\u202e" });
		const print = await fingerprint(await publicKeyText(keys));
		expect(answer).toMatchObject({
			type: "refusal",
			error: {
				code: "not_confirmed",
				message: expect.stringContaining(print),
				hint: expect.stringContaining(`reins trust ${print.slice(0, 9)}`),
			},
		});
		expect(await raw.next()).toBe("closed");
		// Coming again is not a second request.
		await introduced({ instance: "br_2", keys });
		expect(trusted().waiting).toMatchObject([{ instance: "br_2", name: "Other", changed: false }]);
		expect(await browsers()).toHaveLength(1);
		const [waits] = trusted().waiting;
		if (!waits) throw new Error("It does not wait.");
		trusted().confirm(waits);
		expect(trusted().waiting).toEqual([]);
		(await FakeExtension.join(address, { instance: "br_2", keys })).end();
	});

	test("another key for a known browser does, within the time for new ones too, and the first one stays", async () => {
		trusted().openPairing();
		const keys = await newKeyPair(false);
		(await FakeExtension.join(address, { keys })).end();
		const { answer } = await introduced({});
		expect(answer).toMatchObject({ type: "refusal", error: { code: "key_changed" } });
		expect(trusted().waiting).toMatchObject([{ instance: "br_1", changed: true }]);
		(await FakeExtension.join(address, { keys })).end();
	});

	test("once forgotten it is disconnected, waits, and is not taken for the first one", async () => {
		const keys = await newKeyPair(false);
		const only = await FakeExtension.join(address, { keys });
		const [one] = trusted().known;
		if (!one) throw new Error("It is not known.");
		trusted().forget(one);
		const asking = await greeted(running.places, hello({ role: "control" }));
		await asking.next();
		expect(await asking.call("browsers.review", {})).toMatchObject({ result: { disconnected: 1 } });
		asking.end();
		await until("it is disconnected", () => only.raw.closed);
		expect((await introduced({ keys })).answer).toMatchObject({ error: { code: "not_confirmed" } });
	});

	test("what was refused is told and written down, once where it comes often", async () => {
		(await FakeExtension.join(address)).end();
		for (let times = 0; times < 5; times++) await introduced({ instance: "br_2" });
		const asking = await greeted(running.places, hello({ role: "control" }));
		await asking.next();
		expect(await asking.call("status", {})).toMatchObject({
			result: { refused: { count: 5, last: { who: "browser", code: "not_confirmed" } }, waiting: 5 },
		});
		asking.end();
		const events = readFileSync(running.places.audit, "utf8").trim().split("\n");
		expect(events.map((line) => JSON.parse(line).event)).toEqual(["browser_pinned", "refused"]);
	});
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
	const since = performance.now();
	// In one piece, so that the second is there when the first is heard.
	eager.raw.socket.cork();
	eager.raw
		.send(eager.proof)
		.send(aboutFake())
		.send({ type: "event", event: "progress", data: { call: "1", message: "m" } });
	eager.raw.socket.uncork();
	await until("it is closed", async () => (await eager.raw.next()) === "closed");
	expect(performance.now() - since, "nobody has waited for more").toBeLessThan(limits.handshake);
	const odd = await FakeExtension.join(address, { instance: "br_o" });
	odd.raw.send({ type: "event", event: "progress", data: { call: "1", message: "m" } });
	await until("it is closed", () => odd.raw.closed);
	expect(witness.raw.closed).toBe(false);
});

test("an extension of a protocol that nobody speaks is told which side to update", async () => {
	const raw = new RawClient(address).send({
		type: "hello",
		role: "browser",
		protocol: { min: 90, max: 99 },
		key: "k",
		nonce: "n",
		share: "s",
	});
	expect(await raw.next()).toMatchObject({
		type: "refusal",
		error: { code: "version_mismatch", data: { update: "broker" } },
	});
});
