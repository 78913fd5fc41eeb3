// `reins mcp` as a host meets it that speaks the protocol by hand, and not always well.

import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { limits } from "@reins/protocol";
import { reinsBinary, TestHome, until } from "@reins/testkit";
import { afterAll, expect, test } from "vitest";

const home = new TestHome();
afterAll(async () => {
	await home.empty();
	home.remove();
});

const ask = (id: number, method: string, params = {}) =>
	`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const begin = ask(1, "initialize", {
	protocolVersion: "2025-06-18",
	capabilities: {},
	clientInfo: { name: "raw", version: "1" },
});

function serve(input: string) {
	const run = spawnSync(process.execPath, [reinsBinary, "mcp"], {
		env: home.env,
		encoding: "utf8",
		timeout: 20_000,
		input,
	});
	const messages = run.stdout
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
	return { code: run.status, err: run.stderr, messages };
}

function start(): ChildProcessByStdio<Writable, Readable, Readable> {
	return spawn(process.execPath, [reinsBinary, "mcp", "--headless"], { env: home.env, stdio: "pipe" });
}

test("nothing but the protocol on stdout, and exit at the end of stdin", () => {
	const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n';
	const { code, err, messages } = serve(begin + initialized + ask(2, "tools/list"));
	expect({ code, err }).toEqual({ code: 0, err: "" });
	expect(messages.map(({ jsonrpc, id }) => [jsonrpc, id])).toEqual([
		["2.0", 1],
		["2.0", 2],
	]);
});

test("what is no message costs nothing but itself", () => {
	const tooLong = ask(3, "x".repeat(limits.mcpLine));
	const broken = `hello\n\n5\n{"jsonrpc":"2.0","id":4,"method":"ping","params":[]}\n`;
	const { code, err, messages } = serve(begin + tooLong + broken + ask(5, "ping"));
	expect(code).toBe(0);
	expect(err.trim().split("\n")).toEqual([
		expect.stringContaining(`longer than ${limits.mcpLine} bytes`),
		expect.stringContaining("not JSON"),
		expect.stringContaining("is an object"),
	]);
	expect(messages.map(({ id }) => id)).toEqual([1, 4, 5]);
	expect(messages[1].error.code).toBe(-32600);
});

test("a host that reads no more ends it", async () => {
	const server = start();
	server.stdin.write(begin);
	await once(server.stdout, "data");
	server.stdout.destroy();
	server.stdin.write(ask(2, "tools/list"));
	expect(await once(server, "exit")).toEqual([0, null]);
});

test("a host that has closed stderr is served all the same", async () => {
	const server = start();
	server.stdin.write(begin);
	await once(server.stdout, "data");
	server.stderr.destroy();
	server.stdin.write(`no message\n${ask(2, "ping")}`);
	expect(String((await once(server.stdout, "data"))[0])).toContain('"id":2');
	server.stdin.end();
	expect(await once(server, "exit")).toEqual([0, null]);
});

test("a host that leaves without reading its answers is not waited for", async () => {
	const server = start();
	server.stdout.pause();
	for (let id = 1; id <= 300; id++) server.stdin.write(ask(id, "tools/list"));
	server.stdin.end();
	expect(await once(server, "exit")).toEqual([0, null]);
});

test("a host that is slow to read gets all of its answers", async () => {
	const server = start();
	for (let id = 1; id <= 300; id++) server.stdin.write(ask(id, "tools/list"));
	server.stdin.end();
	let text = "";
	// Reading begins when the server has nothing left to do but to write.
	await until("the server writes", () => server.stdout.readableLength > 0);
	for await (const piece of server.stdout) text += piece;
	expect(text.trim().split("\n")).toHaveLength(300);
});

test("a host that reads on slowly gets all of its answers", async () => {
	const server = start();
	for (let id = 1; id <= 300; id++) server.stdin.write(ask(id, "tools/list"));
	server.stdin.end();
	let text = "";
	server.stdout.on("data", (piece) => {
		text += piece;
		server.stdout.pause();
		setTimeout(() => server.stdout.resume(), 200);
	});
	await once(server.stdout, "end");
	expect(text.trim().split("\n")).toHaveLength(300);
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s over a call ends it", async (signal) => {
	const server = start();
	server.stdin.write(begin + ask(2, "tools/call", { name: "tab_new", arguments: {} }));
	await until("a browser runs", () => home.browsers().length === 1);
	server.kill(signal);
	expect(await once(server, "exit")).toEqual([0, null]);
	await until("the browser has ended", () => home.browsers().length === 0);
});

test("a host that leaves over a call leaves nothing behind", async () => {
	const server = start();
	server.stdin.write(begin + ask(2, "tools/call", { name: "tab_new", arguments: {} }));
	await until("a browser runs", () => home.browsers().length === 1);
	server.stdin.write(ask(3, "tools/call", { name: "wait_for", arguments: { text: "never" } }));
	server.stdin.end();
	expect(await once(server, "exit")).toEqual([0, null]);
	await until("the browser has ended", () => home.browsers().length === 0);
});
