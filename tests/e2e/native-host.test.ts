// The native messaging host as a browser meets it: the launcher that `reins install` wrote, started with stdio.

import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { Knock } from "@reins/broker";
import {
	encodeFrame,
	extensionId,
	FrameReader,
	limits,
	readMessage,
	sealedFrame,
	sealedIn,
} from "@reins/protocol";
import { reinsBinary, TestHome, until } from "@reins/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

const home = new TestHome();
const person = mkdtempSync(join(tmpdir(), "reins-person-"));
const profile = join(person, "my profile");
const launcher = join(home.path, "host", "reins-host");
const ours = `chrome-extension://${extensionId}/`;

function reins(...words: string[]) {
	const env = { ...home.env, HOME: person, XDG_CONFIG_HOME: "" };
	const run = spawnSync(process.execPath, [reinsBinary, ...words], { env, encoding: "utf8" });
	return { code: run.status, out: run.stdout, err: run.stderr };
}

/** One port of a browser. Every byte on stdout must belong to a frame; stderr must stay empty. */
class Port {
	readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
	readonly messages: { type: string; [key: string]: unknown }[] = [];
	readonly ended: Promise<unknown>;
	stderr = "";
	readonly #knock = new Knock(join(home.path, "state"));
	#seal: ReturnType<Knock["judge"]>["seal"] | undefined;

	constructor({ words = [ours] } = {}) {
		// A browser's environment has nothing of ours: everything is in the launcher.
		const env = { PATH: "/nowhere", XDG_CACHE_HOME: home.env["XDG_CACHE_HOME"] };
		this.child = spawn(launcher, words, { env, stdio: ["pipe", "pipe", "pipe"] });
		this.child.stdin.on("error", () => {});
		this.child.stderr.on("data", (piece) => {
			this.stderr += piece;
		});
		this.ended = once(this.child, "exit");
		ports.push(this);
		const reader = new FrameReader(limits.frame);
		this.child.stdout.on("data", (piece) => {
			for (const text of reader.push(piece))
				this.messages.push(JSON.parse(this.#seal ? this.#seal.open(sealedIn(text)) : text));
		});
	}

	say(message: object): void {
		const text = JSON.stringify(message);
		this.child.stdin.write(encodeFrame(this.#seal ? sealedFrame(this.#seal.seal(text)) : text, limits.frame));
	}

	/** The first words of a client of this home: what doctor says through the launcher. */
	hello(): void {
		this.say(this.#knock.hello);
	}

	/** The rest of the handshake, until the broker says who it is. */
	async enter(): Promise<void> {
		const { seal, proof } = this.#knock.judge(readMessage(await this.first(), ["helloAck"]));
		this.#seal = seal;
		this.say(proof);
		await until("the welcome", () => this.messages[1]);
		this.say({
			type: "peerHello",
			client: { name: "test port", version: "1", release: "0.0.1" },
			role: "control",
		});
		await until("the answer", () => this.messages[2]);
		this.messages.splice(0, 2);
	}

	first(): Promise<{ type: string; [key: string]: unknown }> {
		return until("an answer", () => this.messages[0]);
	}

	get living(): boolean {
		return this.child.exitCode === null && this.child.signalCode === null;
	}
}

const ports: Port[] = [];

async function greeted(): Promise<Port> {
	const port = new Port();
	port.hello();
	await port.enter();
	expect(port.messages[0]?.type).toBe("peerHelloAck");
	return port;
}

function shims(): number {
	return home.processes().filter(({ command }) => command.includes(" shim")).length;
}

beforeAll(() => {
	const { code, out, err } = reins("install", "--user-data-dir", profile);
	expect({ code, err }).toEqual({ code: 0, err: "" });
	for (const path of [launcher, join(profile, "NativeMessagingHosts", "com.reins.host.json")]) {
		expect(out).toContain(`wrote ${path}`);
		expect(existsSync(path)).toBe(true);
	}
	expect(out).toContain("Load unpacked");
	expect(out).toContain(join(home.path, "extension"));
});

afterEach(async () => {
	for (const port of ports) port.child.kill("SIGKILL");
	await Promise.all(ports.map((port) => port.ended));
	expect(ports.map((port) => port.stderr).join("")).toBe("");
	ports.length = 0;
	await until("no shim is left", () => shims() === 0);
});

afterAll(async () => {
	await home.empty();
	home.remove();
	rmSync(person, { recursive: true, force: true });
});

describe("the way to the broker", () => {
	test("the first port starts a broker and speaks with it", async () => {
		expect(home.brokers()).toEqual([]);
		const port = await greeted();
		const [pid] = home.brokers();
		expect(port.messages[0]).toMatchObject({ broker: { pid } });
	});

	test("many ports at once share one broker", async () => {
		const all = await Promise.all(Array.from({ length: 6 }, greeted));
		expect(home.brokers()).toHaveLength(1);
		expect(all.every((port) => port.living)).toBe(true);
	});

	test("a broker that is just leaving is followed by a new one, and the extension does not notice", async () => {
		await until("no broker runs", () => home.brokers().length === 0);
		const heard: string[] = [];
		const leaving = createServer((socket) => {
			const reader = new FrameReader(limits.frameBeforeHello);
			socket.on("data", (piece) => {
				heard.push(...reader.push(piece));
				if (heard.length === 0) return;
				const error = { code: "broker_replaced", message: "It leaves.", hint: "", retry: "safe" };
				leaving.close();
				socket.end(encodeFrame(JSON.stringify({ type: "refusal", error }), limits.frame));
			});
		});
		await new Promise<void>((resolve) => leaving.listen(home.socket, resolve));
		const port = await greeted();
		expect(heard).toHaveLength(1);
		expect(JSON.parse(heard[0] ?? "")).toMatchObject({ type: "hello" });
		expect(port.messages).toHaveLength(1);
	});

	test("many calls come back whole and in frames", async () => {
		const port = await greeted();
		const calls = 400;
		for (let index = 0; index < calls; index++) {
			const trace = { id: "t", hops: [] };
			port.say({
				type: "rpc",
				id: `c${index}`,
				method: "status",
				params: {},
				deadline: 9_000,
				progress: false,
				trace,
			});
		}
		await until("all answers", () => port.messages.length === calls + 1);
		const answered = port.messages.slice(1).map(({ id }) => id);
		expect(new Set(answered).size).toBe(calls);
	});
});

describe("the end", () => {
	test("of stdin ends it", async () => {
		const port = await greeted();
		const started = performance.now();
		port.child.stdin.end();
		expect(await port.ended).toEqual([0, null]);
		expect(performance.now() - started).toBeLessThan(1_000);
	});

	test("of stdin before a word starts nothing", async () => {
		await until("no broker runs", () => home.brokers().length === 0);
		const port = new Port();
		port.child.stdin.end();
		expect(await port.ended).toEqual([0, null]);
		expect(home.brokers()).toEqual([]);
	});

	test("of the broker ends it, and the next port has a new broker", async () => {
		const port = await greeted();
		const [pid] = home.brokers();
		process.kill(pid as number, "SIGKILL");
		expect(await port.ended).toEqual([0, null]);
		const next = await greeted();
		expect(home.brokers()).not.toContain(pid);
		expect(next.living).toBe(true);
	});

	test("comes in time even if nobody reads", async () => {
		const port = await greeted();
		port.child.stdout.removeAllListeners("data").pause();
		const trace = { id: "t".repeat(90), hops: [] };
		for (let index = 0; index < 3_000; index++)
			port.say({
				type: "rpc",
				id: `c${index}`,
				method: "nope",
				params: {},
				deadline: 9_000,
				progress: false,
				trace,
			});
		await until("answers wait", () => port.child.stdout.readableLength > 0);
		port.child.stdin.end();
		expect(await port.ended).toEqual([0, null]);
		port.child.stdout.destroy();
	});

	test("of stdout ends it", async () => {
		const port = await greeted();
		port.child.stdout.destroy();
		const trace = { id: "t", hops: [] };
		port.say({ type: "rpc", id: "c", method: "status", params: {}, deadline: 9_000, progress: false, trace });
		expect(await port.ended).toEqual([0, null]);
	});

	test("is written down", () => {
		const log = readFileSync(join(home.path, "logs", "shim.log"), "utf8");
		const events = log
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events).toContainEqual(expect.objectContaining({ event: "shim_started", origin: ours }));
		expect(events).toContainEqual(
			expect.objectContaining({ event: "shim_ended", reason: "the browser closed the port" }),
		);
		expect(events).toContainEqual(
			expect.objectContaining({ event: "shim_ended", reason: "the broker closed the connection" }),
		);
	});
});

describe("whoever does not say hello", () => {
	const framed = (text: string) => Buffer.from(encodeFrame(text, limits.frame));
	test.each<[string, Buffer]>([
		["a length that is too large", Buffer.from([255, 255, 255, 127, 1])],
		["an empty frame", Buffer.from([0, 0, 0, 0])],
		["HTTP", Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")],
		["a TLS hello", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])],
		["bare JSON", Buffer.from('{"type":"hello"}\n')],
		["not JSON", framed("ABC")],
		["foreign JSON", framed('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')],
		["a call", framed('{"type":"rpc","id":"1","method":"status","params":{}}')],
		["null", framed("null")],
	])("%s: it ends at once, unanswered, and no broker is started", async (_what, bytes) => {
		await until("no broker runs", () => home.brokers().length === 0);
		const port = new Port();
		port.child.stdin.write(bytes);
		expect(await port.ended).toEqual([1, null]);
		expect(port.messages).toEqual([]);
		expect(home.brokers()).toEqual([]);
	});
});

describe("a refusal is one frame", () => {
	test("for another extension", async () => {
		const port = new Port({ words: ["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"] });
		expect(await port.ended).toEqual([1, null]);
		expect(port.messages).toEqual([
			{ type: "refusal", error: expect.objectContaining({ code: "bad_args" }) },
		]);
	});

	test("where the broker cannot start", async () => {
		await until("no broker runs", () => home.brokers().length === 0);
		chmodSync(join(home.path, "run"), 0o777);
		try {
			const port = new Port();
			port.hello();
			expect(await port.ended).toEqual([1, null]);
			expect(port.messages).toEqual([
				{ type: "refusal", error: expect.objectContaining({ code: "unsafe_directory" }) },
			]);
		} finally {
			chmodSync(join(home.path, "run"), 0o700);
		}
	});

	test("but not for the window that Windows names, nor for no origin at all", async () => {
		for (const words of [[ours, "--parent-window=123"], []]) {
			const port = new Port({ words });
			port.hello();
			expect((await port.first()).type).toBe("helloAck");
		}
	});
});

describe("install and uninstall", () => {
	test("where no browser is present, the next step is named", () => {
		const { code, out, err } = reins("install");
		expect({ code, out }).toEqual({ code: 1, out: "" });
		expect(err).toMatch(/No browser .* was found[\s\S]*--user-data-dir/);
	});

	test("for the browsers of the person", () => {
		mkdirSync(join(person, ".config", "google-chrome"), { recursive: true });
		mkdirSync(join(person, "snap", "chromium", "common", "chromium"), { recursive: true });
		const report = JSON.parse(reins("install", "--json").out);
		expect(report.manifests).toEqual([
			{
				browser: "chrome",
				path: join(person, ".config/google-chrome/NativeMessagingHosts/com.reins.host.json"),
			},
		]);
		expect(report.skipped).toEqual([{ browser: "Chromium (Snap)", reason: expect.any(String) }]);
		expect(reins("install", "--browser", "netscape")).toMatchObject({
			code: 2,
			err: expect.stringContaining("chromium"),
		});
	});

	test("uninstall leaves nothing", async () => {
		await until("no broker runs", () => home.brokers().length === 0);
		const { removed, left } = JSON.parse(reins("uninstall", "--json").out);
		expect(left).toEqual([]);
		expect(removed).toEqual(expect.arrayContaining([launcher, join(home.path, "extension")]));
		expect(existsSync(profile)).toBe(false);
		expect(readdirSync(join(person, ".config", "google-chrome"))).toEqual([]);
		expect(readdirSync(home.path).sort()).toEqual(["files", "logs", "profiles", "run", "state"]);
		expect(reins("uninstall").out).toBe("Nothing is installed.\n");
	});
});
