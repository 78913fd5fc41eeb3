// Who is not let in at the broker's door: other users, processes of the same user that have no registered key, and
// whatever speaks another language. They get a refusal or nothing, and the person can see that they came.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Knock } from "@reins/broker";
import { methodParams, newNonce, type Transcript } from "@reins/protocol";
import { Product, reinsBinary, runReins, stopReins, TestHome } from "@reins/testkit";
import { tools } from "@reins/tools";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NodeShare } from "../../packages/broker/src/keys/node-seal.ts";
import { ownKey } from "../../packages/broker/src/keys/own-key.ts";
import { hello, RawClient } from "../../packages/broker/test/broker-on-socket.ts";

const home = new TestHome();
const elsewhere = mkdtempSync(join(tmpdir(), "reins-elsewhere-"));
let product: Product;
let before: { status: Seen; files: string };
beforeAll(async () => {
	product = await Product.start({ home, name: "canary agent" });
	await product.must("chrome_status");
	before = { status: await status(), files: files() };
});
afterAll(async () => {
	await product.close();
	await stopReins(home);
	await home.empty();
	home.remove();
	rmSync(elsewhere, { recursive: true, force: true });
});

type Seen = {
	pid: number;
	sessions: unknown[];
	browsers: unknown[];
	refused?: { count: number; last: object };
};

async function status(): Promise<Seen> {
	return JSON.parse((await runReins(home, ["status", "--json"])).out);
}

/** What the broker keeps: not the logs, which are there to grow, nor what a browser of its own writes. */
function files(): string {
	const digest = createHash("sha256");
	const all = readdirSync(home.path, { recursive: true, withFileTypes: true });
	for (const entry of all.sort((one, other) => (path(one) < path(other) ? -1 : 1))) {
		if (!/^(run|state|files|host|extension)/.test(path(entry))) continue;
		digest.update(path(entry));
		if (entry.isFile()) digest.update(readFileSync(join(home.path, path(entry))));
	}
	return digest.digest("hex");
}

function path(entry: { parentPath?: string; path: string; name: string }): string {
	return relative(home.path, join(entry.parentPath ?? entry.path, entry.name));
}

/** Nothing has happened, and nothing was changed. */
async function untouched(): Promise<void> {
	const { pid, sessions, browsers } = await status();
	expect({ pid, sessions, browsers }).toEqual({
		pid: before.status.pid,
		sessions: before.status.sessions,
		browsers: before.status.browsers,
	});
	expect(files()).toBe(before.files);
}

/** All that is answered until the end. */
async function answers(stranger: RawClient): Promise<Record<string, unknown>[]> {
	const heard: Record<string, unknown>[] = [];
	for (;;) {
		const answer = await stranger.next();
		if (answer === "closed") return heard;
		heard.push(answer);
	}
}

const rpc = (method: string, params: object) => ({
	type: "rpc",
	id: "1",
	method,
	params,
	deadline: 5_000,
	progress: false,
	trace: { id: "t", hops: [] },
});

/** Everything that a client could ask for, the most harmful included. */
const requests = [
	...Object.keys(methodParams)
		.filter((method) => method !== "tool.call")
		.map((method) => rpc(method, method === "stop" ? { force: true } : {})),
	...tools.map(({ name }) => rpc("tool.call", { tool: name, args: {} })),
	hello({ role: "control" }),
	hello(),
	{ type: "cancel", id: "1" },
	{ type: "ping", at: 1 },
];

describe("a process of the same user without a registered key", () => {
	const stranger = () => new RawClient(home.socket);

	test(`gets no answer to any of ${requests.length} requests before it has proved a key`, async () => {
		expect(requests.length).toBeGreaterThan(25);
		for (const request of requests) {
			const raw = stranger().send(request);
			expect(await answers(raw)).toEqual([]);
		}
		await untouched();
	});

	test("gets one refusal with a key of its own, whatever it asks for behind it", async () => {
		const state = join(elsewhere);
		for (const request of requests) {
			const raw = stranger().send(new Knock(state).hello).send(request);
			const heard = await answers(raw);
			// Where the request came in the same piece as the hello, there is not even that.
			expect(heard.length).toBeLessThan(2);
			for (const answer of heard)
				expect(answer).toEqual({
					type: "refusal",
					error: expect.objectContaining({ code: "not_registered" }),
				});
			expect(JSON.stringify(heard)).not.toContain("canary");
		}
		const waiting = stranger().send(new Knock(state).hello);
		expect(await answers(waiting)).toMatchObject([{ type: "refusal", error: { code: "not_registered" } }]);
		await untouched();
	});

	test("gets one refusal with the registered key, which it can show but not prove", async () => {
		const { key } = new Knock(join(home.path, "state")).hello;
		const thief = ownKey("peer", elsewhere);
		for (const request of [undefined, ...requests]) {
			const share = new NodeShare();
			const said = { ...new Knock(elsewhere).hello, key, share: share.text, nonce: newNonce() };
			const raw = stranger().send(said);
			const answer = (await raw.next()) as Record<string, unknown>;
			expect(Object.keys(answer).sort()).toEqual(["key", "nonce", "protocol", "share", "signature", "type"]);
			const { signature: _broker, ...ack } = answer;
			const transcript = { hello: said, ack } as unknown as Transcript;
			raw.seal = share.seal("peer", transcript);
			raw.send(request ?? { type: "helloProof", signature: thief.sign(transcript) });
			const heard = await answers(raw);
			if (request) expect(heard).toEqual([]);
			else expect(heard).toMatchObject([{ type: "refusal", error: { code: "not_registered" } }]);
		}
		await untouched();
	});

	test("is written down and shown", async () => {
		const { refused } = await status();
		expect(refused?.count).toBeGreaterThan(requests.length);
		const shown = await runReins(home, ["status"]);
		expect(shown.out).toMatch(/^refused \d+, the last at /m);
		const audit = await runReins(home, ["audit", "--refused"]);
		expect(audit.out).toMatch(/refused client {2}not_registered: /);
		// Many came, and few lines were written.
		expect(audit.out.trim().split("\n").length).toBeLessThan(6);
	});
});

describe("another language", () => {
	const verbs = ["GET", "POST", "PUT", "HEAD", "OPTIONS", "DELETE", "CONNECT", "PATCH", "TRACE"];
	const framed = (text: string) => {
		const header = Buffer.alloc(4);
		header.writeUInt32LE(Buffer.byteLength(text));
		return Buffer.concat([header, Buffer.from(text)]);
	};
	test.each<[string, Buffer | string]>([
		...verbs.map((verb): [string, string] => [verb, `${verb} / HTTP/1.1\r\nHost: localhost\r\n\r\n`]),
		["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
		["a WebSocket", "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"],
		["TLS 1.0", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc])],
		["TLS 1.2", Buffer.from([0x16, 0x03, 0x03, 0x00, 0x80, 0x01, 0x00, 0x00, 0x7c])],
		["SSH", "SSH-2.0-OpenSSH_9.0\r\n"],
		["Redis", "*1\r\n$4\r\nPING\r\n"],
		["a language server", 'Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}'],
		["lines of JSON-RPC", '{"jsonrpc":"2.0","id":1,"method":"initialize"}\n'],
		["JSON-RPC in frames", framed('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')],
		["CDP in frames", framed('{"id":1,"method":"Browser.getVersion"}')],
		["native messaging of others", framed('{"command":"ping"}')],
		["a list", framed("[]")],
		["null", framed("null")],
	])("%s is shown out, unanswered", async (_what, bytes) => {
		const raw = new RawClient(home.socket).bytes(bytes);
		let answered = 0;
		raw.socket.on("data", (piece) => {
			answered += piece.length;
		});
		expect(await answers(raw)).toEqual([]);
		expect(answered).toBe(0);
	});

	test("changes nothing, and is written down once", async () => {
		await untouched();
		const { out } = await runReins(home, ["audit", "--refused", "--json"]);
		const kinds = out
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as { who: string; code: string });
		expect(kinds.filter(({ who, code }) => who === "stranger" && code === "bad_frame")).toHaveLength(1);
	});
});

/** What another user tries; says of each what came of it. */
const ATTACK = `
const fs = require("node:fs"), net = require("node:net"), path = require("node:path");
const [home, pid] = process.argv.slice(1);
const said = {};
const attempt = (what, work) => {
	try { said[what] = "DONE " + String(work()).slice(0, 200); } catch (error) { said[what] = error.code || String(error); }
};
for (const name of ["", "run", "state", "logs", "files", "profiles"])
	attempt("list " + name, () => fs.readdirSync(path.join(home, name)));
for (const name of ["state/client-key.json", "state/broker-key.json", "state/known-browsers.json", "logs/audit.jsonl", "logs/broker.log"])
	attempt("read " + name, () => fs.readFileSync(path.join(home, name), "utf8"));
for (const name of ["state/client-key.json", "state/known-browsers.json", "run/broker.sock", "run/claim.lock", "planted"])
	attempt("write " + name, () => fs.writeFileSync(path.join(home, name), "{}"));
attempt("remove the socket", () => fs.rmSync(path.join(home, "run/broker.sock")));
attempt("link", () => fs.symlinkSync("/etc/passwd", path.join(home, "state/pairing.json")));
attempt("move the home", () => fs.renameSync(home, home + ".moved"));
attempt("environment", () => fs.readFileSync("/proc/" + pid + "/environ"));
attempt("descriptors", () => fs.readdirSync("/proc/" + pid + "/fd"));
attempt("memory", () => fs.openSync("/proc/" + pid + "/mem", "r"));
attempt("kill", () => process.kill(Number(pid), "SIGTERM"));
const socket = net.connect(path.join(home, "run/broker.sock"));
socket.once("connect", () => { said.connect = "DONE"; finish(); });
socket.once("error", (error) => { said.connect = error.code; finish(); });
const finish = () => { process.stdout.write(JSON.stringify(said)); process.exit(0); };
`;

const isRoot = process.getuid?.() === 0;
describe.skipIf(!isRoot)(`another user${isRoot ? "" : " (left out: only root can become one)"}`, () => {
	const asNobody = (words: string[]) =>
		spawnSync("setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, ...words], {
			encoding: "utf8",
			cwd: "/",
			env: { PATH: process.env["PATH"], HOME: "/nonexistent", REINS_HOME: home.path },
		});

	test("can neither read, write, connect, nor end anything", async () => {
		const { stdout, stderr } = asNobody(["-e", ATTACK, home.path, String(before.status.pid)]);
		const said = JSON.parse(stdout || JSON.stringify({ stderr })) as Record<string, string>;
		expect(Object.keys(said).length).toBeGreaterThan(20);
		for (const [what, end] of Object.entries(said))
			expect(`${what}: ${end}`).toMatch(/: (EACCES|EPERM|ENOENT)$/);
		await untouched();
	});

	test("gets nothing by the command itself", async () => {
		const copy = join(elsewhere, "cli");
		const cli = dirname(dirname(reinsBinary));
		for (const part of ["bin", "dist", "package.json"])
			cpSync(join(cli, part), join(copy, part), { recursive: true });
		chmodSync(elsewhere, 0o755);
		for (const words of [["status", "--json"], ["stop", "--force"], ["trust"], ["audit"], ["extension"]]) {
			const { status: code, stdout, stderr } = asNobody([join(copy, "bin", "reins.js"), ...words]);
			expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: "" });
			expect(stderr).toMatch(/^reins: (broker_unreachable|unsafe_directory|internal): /);
		}
		await untouched();
	});
});
