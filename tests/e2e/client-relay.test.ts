// A client and its broker with somebody in between, who passes everything on, or spoils it: the one learns nothing,
// the other gets nothing done. And somebody who has seen it all cannot use it again.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Method, type MethodParams, type PeerHello, Trace } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { BrokerConnection } from "../../packages/broker/src/client/broker-connection.ts";
import { NodeShare } from "../../packages/broker/src/keys/node-seal.ts";
import { ownKey } from "../../packages/broker/src/keys/own-key.ts";
import { Knock } from "../../packages/broker/src/wire/handshake.ts";
import {
	greeted,
	hello,
	newPlaces,
	RawClient,
	startBroker,
} from "../../packages/broker/test/broker-on-socket.ts";
import { allSeen, frameOf, Relay, spoilings, textOf } from "./relay.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
let witness: RawClient;
let relay: Relay;
beforeEach(async () => {
	running = await startBroker();
	witness = await greeted(running.places, hello({ role: "control" }));
	await witness.next();
	relay = await Relay.start(running.places.address);
});
afterEach(async () => {
	await relay.stop();
	witness.end();
	await running.end();
});

const control = () => BrokerConnection.open(running.places, hello({ role: "control" }));
const call = <M extends Method>(from: BrokerConnection, method: M, params: MethodParams<M>) =>
	from.call(method, params, { deadline: 10_000, trace: new Trace() });

async function isRunning(): Promise<boolean> {
	const answer = await witness.call("status", {});
	return answer !== "closed" && answer["ok"] === true;
}

test("passed on as it is, it works, and the one in between reads none of it", async () => {
	const said: PeerHello = hello();
	const environment = { DISPLAY: "canary-environment" };
	const session = {
		...(said.session as NonNullable<PeerHello["session"]>),
		environment,
		label: "canary-label",
	};
	const connection = await BrokerConnection.open(running.places, { ...said, session });
	const args = { text: "canary-typed" };
	await expect(call(connection, "tool.call", { tool: "canary-tool", args })).rejects.toMatchObject({
		code: "unknown_tool",
		message: expect.stringContaining("canary-tool"),
	});
	connection.close();
	const [line] = relay.of("client");
	expect(line?.frames.length).toBeGreaterThan(6);
	const plain = line?.frames.map(({ bytes }) => textOf(bytes)).filter((text) => !text.startsWith('"'));
	expect(plain?.map((text) => JSON.parse(text).type)).toEqual(["hello", "helloAck"]);
	const seen = allSeen(relay.lines);
	for (const secret of ["canary", connection.hello.session?.id, running.places.home])
		expect(seen).not.toContain(secret);
	for (const name of ["client-key.json", "broker-key.json"])
		expect(seen).not.toContain(JSON.parse(readFileSync(join(running.places.state, name), "utf8")).private);
});

describe.each(Object.keys(spoilings))("a frame that is %s", (how) => {
	const spoil = spoilings[how] as (typeof spoilings)[string];

	test("on the way to the broker ends the connection, and does nothing", async () => {
		const connection = await control();
		let before = Buffer.alloc(0);
		let spoilt = 0;
		relay.tamper = ({ frame, direction, line }) => {
			if (direction === "toPeer" || spoilt > 0) return [frame];
			before = Buffer.from(line.frames.filter((one) => one.direction === "toBroker").at(-2)?.bytes ?? "");
			spoilt++;
			return spoil(frame, before);
		};
		// What is spoilt is a question; the order to stop comes behind it.
		const calls = [call(connection, "status", {}), call(connection, "stop", { force: true })];
		const ends = await Promise.allSettled(calls);
		expect(spoilt).toBe(1);
		expect(ends.at(-1)).toMatchObject({ status: "rejected", reason: { data: { sent: true } } });
		await until("the connection has ended", () => connection.closed && relay.lines.at(-1)?.ended);
		expect(await isRunning()).toBe(true);
	});

	test("on the way to the client ends the connection, and is not believed", async () => {
		const connection = await control();
		let spoilt = 0;
		relay.tamper = ({ frame, direction, line }) => {
			if (direction === "toBroker" || spoilt > 0) return [frame];
			spoilt++;
			return spoil(frame, line.frames.filter((one) => one.direction === "toPeer").at(-2)?.bytes ?? frame);
		};
		const calls = [call(connection, "status", {}), call(connection, "status", {})];
		const ends = await Promise.allSettled(calls);
		expect(spoilt).toBe(1);
		// The broker may answer the second first. A true answer that is said twice is one answer.
		const lost = ends.filter((one) => one.status === "rejected");
		expect(lost).toHaveLength(how === "repeated" ? 1 : 2);
		for (const one of lost) expect(one).toMatchObject({ reason: { data: { sent: true } } });
		expect(connection.closed).toBe(true);
		expect(await isRunning()).toBe(true);
	});
});

test("what a client has said, said again, is not taken for it", async () => {
	(await control()).close();
	const [line] = relay.of("client");
	const seen = line?.frames.filter(({ direction }) => direction === "toBroker") ?? [];
	expect(seen.length).toBeGreaterThan(2);
	const replay = new RawClient(`${running.places.address}.real`);
	replay.bytes(seen[0]?.bytes ?? "");
	expect(await replay.next()).toMatchObject({ type: "helloAck" });
	for (const { bytes } of seen.slice(1)) replay.bytes(bytes);
	expect(await replay.next()).toBe("closed");
	expect(await isRunning()).toBe(true);
});

test("a proof of one connection is of no use in another", async () => {
	const own = new Knock(running.places.state);
	const victim = new RawClient(`${running.places.address}.real`).send(own.hello);
	const { proof } = own.judge((await victim.next()) as never);
	victim.end();
	// Whoever has seen the proof makes a connection of its own, under the client's key.
	const share = new NodeShare();
	const hello = { ...own.hello, share: share.text };
	const thief = new RawClient(`${running.places.address}.real`).send(hello);
	const { signature: _theirs, ...ack } = (await thief.next()) as unknown as Parameters<Knock["judge"]>[0];
	thief.seal = share.seal("peer", { hello, ack });
	thief.send(proof);
	expect(await thief.next()).toMatchObject({ type: "refusal", error: { code: "not_registered" } });
	expect(await thief.next()).toBe("closed");
	const status = (await witness.call("status", {})) as { result: { refused: unknown } };
	expect(status.result.refused).toMatchObject({ count: 1, last: { who: "client", code: "not_registered" } });
});

describe("who poses as the broker", () => {
	test.each<[string, (frame: Buffer) => Buffer[]]>([
		["with a key of its own", (frame) => [frameOf(impostorsAck(frame))]],
		["with what the broker has said before", () => []],
		[
			"with a refusal",
			() => [frameOf('{"type":"refusal","error":{"code":"killed","message":"m","hint":"h","retry":"no"}}')],
		],
		["with HTTP", () => [Buffer.from("HTTP/1.1 200 OK\r\n\r\n")]],
		["with a welcome", () => [frameOf('{"type":"welcome"}')]],
	])("%s is told nothing but a hello", async (how, pose) => {
		let captured: Buffer[] = [];
		if (how.includes("before")) {
			(await control()).close();
			captured =
				relay.lines[0]?.frames.filter((one) => one.direction === "toPeer").map(({ bytes }) => bytes) ?? [];
			expect(captured.length).toBeGreaterThan(2);
		}
		relay.pose = (frame) => (captured.length > 0 ? captured : pose(frame));
		await expect(control()).rejects.toMatchObject({
			code: expect.stringMatching(/key_changed|bad_frame|killed/),
		});
		const { frames } = relay.lines.at(-1) ?? { frames: [] };
		expect(frames).toHaveLength(1);
		expect(Object.keys(JSON.parse(textOf(frames[0]?.bytes ?? Buffer.alloc(4)))).sort()).toEqual(
			["key", "nonce", "protocol", "role", "share", "type"].sort(),
		);
	});
});

/** A whole and well signed answer, of another broker's. */
function impostorsAck(frame: Buffer): string {
	const places = newPlaces();
	onTestFinished(() => rmSync(places.home, { recursive: true, force: true }));
	const own = ownKey("broker", places.state);
	const ack = {
		type: "helloAck" as const,
		protocol: 2,
		key: own.text,
		nonce: "n",
		share: new NodeShare().text,
	};
	const signature = own.sign({ hello: JSON.parse(textOf(frame)), ack });
	return JSON.stringify({ ...ack, signature });
}
