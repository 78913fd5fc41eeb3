// What strangers and clients may do on the broker's socket, and what it costs them.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits, newNonce, protocolRange, Trace } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Peer, type PeerHost } from "../src/daemon/peer.ts";
import { NodeShare } from "../src/keys/node-seal.ts";
import { type OwnKey, ownKey } from "../src/keys/own-key.ts";
import { Knock } from "../src/wire/handshake.ts";
import type { MessageSocket } from "../src/wire/message-socket.ts";
import { greeted, hello, proven, RawClient, RELEASE, startBroker } from "./broker-on-socket.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
let witness: RawClient;
beforeAll(async () => {
	running = await startBroker();
	witness = await greeted(running.places, hello({ role: "control" }));
	expect(await witness.next()).toMatchObject({ type: "peerHelloAck" });
});
afterAll(async () => {
	witness.end();
	await running.end();
});

const client = () => new RawClient(running.places.address);
async function stillServes(): Promise<void> {
	expect(await witness.call("status", {})).toMatchObject({ ok: true });
}

describe("before the hello", () => {
	const header = (length: number) => {
		const bytes = Buffer.alloc(4);
		bytes.writeUInt32LE(length);
		return bytes;
	};
	const frame = (text: string) => Buffer.concat([header(Buffer.byteLength(text)), Buffer.from(text)]);

	test.each<[string, Uint8Array | string]>([
		["random bytes", Buffer.from([255, 254, 253, 252, 1, 2, 3])],
		["HTTP", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"],
		["a TLS hello", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])],
		["bare JSON", '{"type":"hello"}\n'],
		["a frame of no length", header(0)],
		["a frame that is too long", header(limits.frameBeforeHello + 1)],
		["no JSON", frame("nonsense")],
		["no object", frame("[1]")],
		["no type", frame("{}")],
		[
			"a call",
			frame(
				JSON.stringify({
					type: "rpc",
					id: "1",
					method: "status",
					params: {},
					deadline: 1,
					progress: false,
					trace: { id: "t", hops: [] },
				}),
			),
		],
		["a chunk", frame(JSON.stringify({ type: "chunk", id: "1", seq: 0, last: true, data: "{}" }))],
		["duplicate keys", frame(`{"type":"hello","type":"hello"}`)],
		["a key of the prototype", frame(`{"type":"hello","__proto__":{}}`)],
		["too deep", frame(`{"a":${"[".repeat(100)}${"]".repeat(100)}}`)],
		["a hello without its parts", frame(`{"type":"hello"}`)],
		["what only a client may say that has proved its key", frame(JSON.stringify(hello()))],
		["a sealed frame", frame(`"${"A".repeat(64)}"`)],
	])("%s closes that peer only, unanswered", async (_what, bytes) => {
		const stranger = client().bytes(bytes);
		expect(await stranger.next()).toBe("closed");
		await stillServes();
	});

	test("half a frame and then the end", async () => {
		const stranger = client().bytes(header(50)).bytes("{");
		stranger.socket.end();
		expect(await stranger.next()).toBe("closed");
		await stillServes();
	});

	test("one that says nothing is shown out", { timeout: limits.handshake * 3 }, async () => {
		expect(await client().next()).toBe("closed");
	});

	test("only so many strangers at once", async () => {
		const since = performance.now();
		const strangers = Array.from({ length: limits.unauthenticatedSockets + 3 }, client);
		const first = await Promise.race(strangers.map((stranger) => stranger.next()));
		expect(first).toBe("closed");
		expect(performance.now() - since, "nobody was waited for first").toBeLessThan(limits.handshake);
		await stillServes();
		for (const stranger of strangers) stranger.end();
		await until("there is room again", async () => {
			const knock = new Knock(running.places.state);
			const friend = client().send(knock.hello);
			const answer = await friend.next();
			friend.end();
			return answer !== "closed";
		});
	});
});

test("a client with another key is refused by name, and told nothing else", async () => {
	const elsewhere = mkdtempSync(join(tmpdir(), "reins-elsewhere-"));
	const stranger = client().send(new Knock(elsewhere).hello);
	expect(await stranger.next()).toMatchObject({ type: "refusal", error: { code: "not_registered" } });
	expect(await stranger.next()).toBe("closed");
	rmSync(elsewhere, { recursive: true });
});

test("a client takes nobody for its broker who has not the broker's key", () => {
	const { state } = running.places;
	const elsewhere = mkdtempSync(join(tmpdir(), "reins-elsewhere-"));
	const [own, other] = [ownKey("broker", state), ownKey("broker", elsewhere)];
	const judge = (key: OwnKey, by: OwnKey) => {
		const knock = new Knock(state);
		const share = new NodeShare().text;
		const protocol = protocolRange.max;
		const ack = { type: "helloAck" as const, protocol, key: key.text, nonce: newNonce(), share };
		return knock.judge({ ...ack, signature: by.sign({ hello: knock.hello, ack }) });
	};
	expect(judge(own, own).proof.type).toBe("helloProof");
	for (const [key, by] of [
		[other, other],
		[own, other],
	] as const)
		expect(() => judge(key, by)).toThrow(expect.objectContaining({ code: "key_changed" }));
	rmSync(elsewhere, { recursive: true });
});

test("nothing is asked before the hello is answered", () => {
	const socket = { closed: false } as unknown as MessageSocket;
	const host = { welcome: () => new Promise(() => {}) } as unknown as PeerHost;
	new Peer(socket, host, hello());
	expect(() => socket.onMessage({ type: "rpc" })).toThrow(expect.objectContaining({ code: "bad_frame" }));
});

describe("the hello", () => {
	test("ignores what it does not know, so that versions can meet", async () => {
		const friend = await proven(running.places);
		friend.send({ ...hello(), novelty: true });
		expect(await friend.next()).toMatchObject({ type: "peerHelloAck", broker: { release: RELEASE } });
		friend.end();
	});

	test.each([
		[{ min: 3, max: 9 }, "broker"],
		[{ min: 0, max: 1 }, "client"],
	])("with the versions %j is refused and names the side to update", async (protocol, update) => {
		const friend = client().send({ ...new Knock(running.places.state).hello, protocol });
		expect(await friend.next()).toMatchObject({
			type: "refusal",
			error: { code: "version_mismatch", data: { update } },
		});
		expect(await friend.next()).toBe("closed");
	});

	test("gives a secret id, and a label of its own to each", async () => {
		const friends = [await greeted(running.places), await greeted(running.places)];
		const acks = await Promise.all(friends.map((friend) => friend.next()));
		const sessions = acks.map((ack) => (ack as { session: { id: string; label: string } }).session);
		expect(sessions[0]?.id).toMatch(/^s_[0-9a-z]{32}$/);
		expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
		expect(new Set(sessions.map(({ label }) => label)).size).toBe(2);
		for (const friend of friends) friend.end();
	});

	test("with a frame right behind it is a breach, and leaves nothing running", async () => {
		const broken = await startBroker();
		const eager = await proven(broken.places);
		const ended = vi.spyOn(globalThis, "clearInterval");
		eager.socket.cork();
		eager.send(hello()).send({ type: "cancel", id: "1" });
		eager.socket.uncork();
		expect(await eager.next()).toBe("closed");
		expect(ended).toHaveBeenCalled();
		ended.mockRestore();
		const asking = await greeted(broken.places, hello({ role: "control" }));
		await asking.next();
		expect(await asking.call("status", {})).toMatchObject({
			result: { peers: 1, sessions: [] },
		});
		asking.end();
		await broken.end();
	});

	test("a bad pattern in the policy is refused", async () => {
		const asked = hello();
		const session = { ...asked.session, options: { ...asked.session?.options, allow: ["https://*"] } };
		const friend = (await proven(running.places)).send({ ...asked, session });
		expect(await friend.next()).toMatchObject({ type: "refusal", error: { code: "bad_args" } });
	});

	test("a newer client does not replace a broker that is in use", async () => {
		const newer = await greeted(
			running.places,
			hello({ client: { name: "newer", version: "9", release: "9.0.0" } }),
		);
		expect(await newer.next()).toMatchObject({ type: "peerHelloAck", broker: { release: RELEASE } });
		newer.end();
	});
});

describe("after the hello", () => {
	async function friend(): Promise<RawClient> {
		const made = await greeted(running.places, hello({ role: "control" }));
		await made.next();
		return made;
	}

	test.each<[string, Record<string, unknown>]>([
		["an unknown key", { type: "cancel", id: "1", extra: 1 }],
		["an unknown type", { type: "hullo" }],
		["a second hello", hello() as unknown as Record<string, unknown>],
		[
			"a deadline beyond all",
			{
				type: "rpc",
				id: "1",
				method: "status",
				params: {},
				deadline: 1e12,
				progress: false,
				trace: { id: "t", hops: [] },
			},
		],
		["a chunk out of order", { type: "chunk", id: "1", seq: 3, last: false, data: "x" }],
	])("%s closes that peer only", async (_what, message) => {
		const peer = await friend();
		peer.send(message);
		expect(await peer.next()).toBe("closed");
		await stillServes();
	});

	test("an unknown method and wrong arguments are answered, and the peer goes on", async () => {
		const peer = await friend();
		expect(await peer.call("nope", {})).toMatchObject({ ok: false, error: { code: "unknown_method" } });
		expect(await peer.call("constructor", {})).toMatchObject({
			ok: false,
			error: { code: "unknown_method" },
		});
		expect(await peer.call("stop", { force: "yes" })).toMatchObject({
			ok: false,
			error: { code: "bad_args" },
		});
		expect(await peer.call("tool.call", { tool: "tabs_list", args: {} })).toMatchObject({
			ok: false,
			error: { code: "bad_args" },
		});
		expect(await peer.call("status", {})).toMatchObject({ ok: true });
		peer.end();
	});

	test("stop is refused while others are connected", async () => {
		const peer = await friend();
		expect(await peer.call("stop", { force: false })).toMatchObject({ ok: true, result: { stopped: false } });
		peer.end();
		await stillServes();
	});
});

test("a newer client replaces an idle older broker", async () => {
	const idle = await startBroker();
	const newer = await greeted(
		idle.places,
		hello({ client: { name: "newer", version: "9", release: "9.0.0" } }),
	);
	expect(await newer.next()).toMatchObject({ type: "refusal", error: { code: "broker_replaced" } });
	expect(await newer.next()).toBe("closed");
	await idle.end();
});

test("an older client uses the newer broker", async () => {
	const idle = await startBroker();
	const older = await greeted(
		idle.places,
		hello({ client: { name: "older", version: "0", release: "0.1.0" } }),
	);
	expect(await older.next()).toMatchObject({ type: "peerHelloAck" });
	older.end();
	await idle.end();
});

test("a broker that is leaving says so to every call", async () => {
	const leaving = await startBroker();
	const ended = leaving.end();
	const call = { signal: new AbortController().signal, trace: new Trace("t") };
	const tool = { tool: "tabs_list", args: {} };
	await expect(leaving.broker.serve({} as Peer, "tool.call", tool, call)).rejects.toMatchObject({
		code: "broker_replaced",
	});
	await ended;
});
