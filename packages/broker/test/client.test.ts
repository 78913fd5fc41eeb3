// What a client does where the broker, its surroundings or its own name are not as they should be.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits, Trace } from "@reins/protocol";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { processExists } from "../src/browsers/process-table.ts";
import { BrokerClient } from "../src/client/broker-client.ts";
import { BrokerConnection } from "../src/client/broker-connection.ts";
import { startBroker as startProcess } from "../src/client/start-broker.ts";
import { ownKey } from "../src/keys/own-key.ts";
import { answerHello, answerTo } from "../src/wire/handshake.ts";
import { MessageSocket } from "../src/wire/message-socket.ts";
import { hello, newPlaces, RELEASE, startBroker } from "./broker-on-socket.ts";

let base: string;
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "reins-client-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("a long name and a huge variable do not keep a client out", async () => {
	const running = await startBroker();
	const options = hello().session?.options;
	if (!options) throw new Error("The hello of a test has a session.");
	const client = new BrokerClient({
		identity: { name: "n".repeat(1_000), version: "v".repeat(1_000), release: RELEASE },
		session: { options },
		env: { DISPLAY: "d".repeat(40_000), LANG: "C" },
		places: running.places,
	});
	const status = await client.call("status", {}, { deadline: 5_000, trace: new Trace("t") });
	expect(status.sessions).toHaveLength(1);
	await client.close();
	await running.end();
});

test("an argument that the wire does not take costs its own call and no connection", async () => {
	const running = await startBroker();
	const connection = await BrokerConnection.open(running.places, hello());
	const call = (args: Record<string, unknown>) =>
		connection.call("tool.call", { tool: "no_tool", args }, { deadline: 5_000, trace: new Trace("t") });
	// The message and its parameters are two levels of their own.
	const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`);
	await expect(call(nested(limits.jsonDepth - 2))).rejects.toMatchObject({ code: "unknown_tool" });
	for (const args of [nested(limits.jsonDepth - 1), { n: 2 ** 60 }, { half: "\ud800" }]) {
		await expect(call(args)).rejects.toMatchObject({ code: "bad_args" });
	}
	expect(connection.closed).toBe(false);
	connection.close();
	await running.end();
});

test("a call to a broker that does not read can be taken back", async () => {
	const places = newPlaces();
	const accepted: Socket[] = [];
	const broker = { release: RELEASE, pid: 1, epoch: "ep" };
	const server = createServer(async (stream) => {
		accepted.push(stream);
		const socket = new MessageSocket(stream);
		const said = await answerTo(socket, ["hello"], () => {});
		await answerHello(socket, said, ownKey("broker", places.state));
		await answerTo(socket, ["peerHello"], () => socket.send({ type: "welcome" }));
		socket.send({ type: "peerHelloAck", broker });
		stream.pause();
	});
	await new Promise<void>((resolve) => server.listen(places.address, resolve));
	const connection = await BrokerConnection.open(places, hello());
	const given = new AbortController();
	const args = { text: "x".repeat(limits.backlog / 2) };
	const calls = Array.from({ length: 2 }, () =>
		connection.call(
			"tool.call",
			{ tool: "page_type", args },
			{ deadline: 60_000, trace: new Trace("t"), signal: given.signal },
		),
	);
	const ends = Promise.allSettled(calls);
	given.abort();
	for (const end of await ends)
		expect(end).toMatchObject({ status: "rejected", reason: { code: "canceled" } });
	connection.close();
	for (const socket of accepted) socket.destroy();
	await new Promise((resolve) => server.close(resolve));
	rmSync(places.home, { recursive: true, force: true });
});

test("a broker that does not become ready is not left running", async () => {
	const file = join(base, "pid");
	const script = `require("node:fs").writeFileSync(process.argv[1], String(process.pid)); setTimeout(() => {}, 30_000)`;
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	try {
		const started = startProcess([process.execPath, "-e", script, file], process.env);
		const failed = expect(started).rejects.toMatchObject({ code: "broker_unreachable" });
		const turn = () => new Promise((resolve) => setImmediate(resolve));
		while (!existsSync(file) || readFileSync(file, "utf8") === "") await turn();
		vi.advanceTimersByTime(limits.brokerStart);
		await failed;
		const pid = Number(readFileSync(file, "utf8"));
		while (processExists(pid)) await turn();
	} finally {
		vi.useRealTimers();
	}
});
