// The person's own browser and its broker, with somebody in between or in the place of either: a relay that passes
// everything on or spoils it, a broker that is none, a native host that no browser has started.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import {
	encodeFrame,
	FrameReader,
	type Hello,
	limits,
	newNonce,
	protocolRange,
	readMessage,
	sealedFrame,
	sealedIn,
} from "@reins/protocol";
import { ChromeLab, type Product, refOf, runReins, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type NodeSeal, NodeShare } from "../../packages/broker/src/keys/node-seal.ts";
import { type OwnKey, ownKey } from "../../packages/broker/src/keys/own-key.ts";
import { RawClient } from "../../packages/broker/test/broker-on-socket.ts";
import { aboutFake } from "../../packages/broker/test/fake-extension.ts";
import { agent } from "./extension-setup.ts";
import { allSeen, frameOf, type Line, Relay, spoilings, textOf } from "./relay.ts";

const home = new TestHome();
const elsewhere = mkdtempSync(join(tmpdir(), "reins-elsewhere-"));
let site: Site;
let lab: ChromeLab;
let product: Product;
let relay: Relay;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", `<p>canary-page</p><input aria-label="Name">`);
	site.page("/opened", "");
	lab = await ChromeLab.start({ home });
	await lab.allow(site.origin);
	await lab.connected();
	relay = await Relay.start(home.socket);
	product = await agent(home, [site.origin]);
	await redial();
	await product.must("tab_new", { url: `${site.origin}/` });
});
afterAll(async () => {
	await product?.close();
	await relay?.stop();
	await lab?.close();
	await site?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
	rmSync(elsewhere, { recursive: true, force: true });
});
afterEach(() => {
	relay.tamper = undefined;
	relay.pose = undefined;
});

/** Has the extension dial again, and gives the line that it dials on. */
async function redial(): Promise<Line> {
	const before = relay.of("browser").length;
	await lab.killShim();
	return until("the extension has dialed", () => relay.of("browser")[before]);
}

const sent = (line: Line | undefined, direction: "toBroker" | "toPeer") =>
	line?.frames.filter((frame) => frame.direction === direction).map(({ bytes }) => bytes) ?? [];

test("a relay that passes everything on reads neither what is typed nor what the page says", async () => {
	const field = refOf((await product.must("snapshot")).text, "Name");
	await product.must("type", { ref: field, text: "canary-typed" });
	expect((await product.must("get_text")).text).toContain("canary-page");
	for (const role of ["browser", "client"]) {
		const line = relay.of(role).at(-1);
		expect(line?.frames.length).toBeGreaterThan(8);
		const plain = line?.frames.map(({ bytes }) => textOf(bytes)).filter((text) => !text.startsWith('"'));
		expect(plain?.map((text) => JSON.parse(text).type)).toEqual(["hello", "helloAck"]);
	}
	const seen = allSeen(relay.lines);
	for (const secret of ["canary", site.origin, "snapshot", "br_"]) expect(seen).not.toContain(secret);
});

describe("a relay that spoils a frame", () => {
	const all = Object.keys(spoilings);
	const cases = [
		...(process.env["REINS_FULL"] ? all : ["altered"]).map((how) => ["toPeer", how] as const),
		...(process.env["REINS_FULL"] ? all : []).map((how) => ["toBroker", how] as const),
	];
	test.each(cases)("%s, %s: the connection ends, and the next one works", async (direction, how) => {
		const line = await until("there is a line", () => relay.of("browser").find(({ ended }) => !ended));
		let spoilt = 0;
		relay.tamper = (passing) => {
			if (passing.line !== line || passing.direction !== direction || spoilt > 0) return [passing.frame];
			spoilt++;
			const before = sent(line, direction).at(-2) ?? passing.frame;
			return spoilings[how]?.(passing.frame, before) ?? [];
		};
		const reading = product.must("get_text");
		await until("a frame was spoilt", () => spoilt > 0);
		// Where one is missing, the next one shows it.
		await lab.status();
		await until("the connection has ended", () => line.ended);
		expect((await reading).text).toContain("canary-page");
		expect(relay.of("browser").at(-1)).not.toBe(line);
	});

	test("with an order in it: nothing is done, and it is not given again", async () => {
		const line = await until("there is a line", () => relay.of("browser").find(({ ended }) => !ended));
		relay.tamper = ({ frame, direction, line: on }) =>
			on === line && direction === "toPeer" ? (spoilings["altered"]?.(frame, frame) ?? []) : [frame];
		const { code } = await product.call("tab_new", { url: `${site.origin}/opened` });
		expect(code).toBe("worker_restarting");
		expect(line.ended).toBe(true);
		await lab.connected(20_000);
		expect(site.hits("/opened")).toBe(0);
		expect((await lab.tabs()).filter(({ url }) => url.startsWith(site.origin))).toHaveLength(1);
	});
});

describe("a handshake that somebody has seen", () => {
	test("said again to the broker, is not taken for the browser", async () => {
		const [first, ...rest] = sent(relay.of("browser")[0], "toBroker");
		expect(rest.length).toBeGreaterThan(2);
		const replay = new RawClient(`${home.socket}.real`).bytes(first ?? "");
		expect(await replay.next()).toMatchObject({ type: "helloAck" });
		for (const bytes of rest) replay.bytes(bytes);
		expect(await replay.next()).toBe("closed");
	});

	test("said again to the extension, is not taken for the broker", async () => {
		const captured = sent(relay.of("browser")[0], "toPeer");
		expect(captured.length).toBeGreaterThan(2);
		relay.pose = (_frame, line) => (line.role === "browser" ? captured : []);
		const line = await redial();
		await until("the popup says why", async () =>
			(await lab.state()).hops.some(
				({ name, detail }) => name === "broker" && /could not prove/.test(detail),
			),
		);
		expect(sent(line, "toBroker")).toHaveLength(1);
		relay.pose = undefined;
		await lab.connected(20_000);
	});
});

test("a broker that is none gets a hello from either side, and nothing to use", async () => {
	const own = ownKey("broker", elsewhere);
	relay.pose = (frame) => {
		const hello = JSON.parse(textOf(frame)) as Hello;
		const share = new NodeShare().text;
		const ack = { type: "helloAck" as const, protocol: 2, key: own.text, nonce: newNonce(), share };
		return [frameOf(JSON.stringify({ ...ack, signature: own.sign({ hello, ack }) }))];
	};
	const line = await redial();
	await until("the extension has seen it", async () => (await lab.state()).connection === "key_changed");
	const { code, out, err } = await runReins(home, ["status", "--json"]);
	expect({ code, out }).toEqual({ code: 1, out: "" });
	expect(err).toContain("key_changed");
	for (const seen of [line, relay.of("client").at(-1)]) {
		const said = sent(seen, "toBroker").map((frame) => JSON.parse(textOf(frame)));
		expect(said).toHaveLength(1);
		expect(Object.keys(said[0]).sort()).toEqual(["key", "nonce", "protocol", "role", "share", "type"]);
	}
	relay.pose = undefined;
	await lab.must({ do: "disconnect" });
	await lab.must({ do: "connect" });
	await lab.connected(20_000);
});

/** The launcher, started by hand, in the hands of somebody with a key of their own. */
class HandShim {
	readonly #child: ChildProcessByStdio<Writable, Readable, null>;
	readonly #heard: string[] = [];
	readonly #key: OwnKey;
	#seal: NodeSeal | undefined;

	/** Its key is kept in this directory. */
	constructor(identity: string) {
		this.#key = ownKey("peer", identity);
		const env = { PATH: process.env["PATH"], XDG_CACHE_HOME: home.env["XDG_CACHE_HOME"] };
		this.#child = spawn(join(home.path, "host", "reins-host"), [], {
			env,
			stdio: ["pipe", "pipe", "ignore"],
		});
		this.#child.stdin.on("error", () => {});
		const reader = new FrameReader(limits.frame);
		this.#child.stdout.on("data", (piece) => this.#heard.push(...reader.push(piece)));
	}

	/** Says that it is the browser of this instance; gives the answer. */
	async claim(instance: string, name: string): Promise<{ type: string; error?: { code: string } }> {
		const share = new NodeShare();
		const nonce = newNonce();
		const hello: Hello = {
			type: "hello",
			role: "browser",
			protocol: protocolRange,
			key: this.#key.text,
			nonce,
			share: share.text,
		};
		this.#say(hello);
		const { signature: _theirs, ...ack } = readMessage(await this.#hear(), ["helloAck"]);
		const transcript = { hello, ack };
		this.#seal = share.seal("peer", transcript);
		this.#say({ type: "helloProof", signature: this.#key.sign(transcript) });
		readMessage(await this.#hear(), ["welcome"]);
		this.#say(aboutFake({ instance, name, epoch: "ep_of_nobody" }));
		return (await this.#hear()) as { type: string };
	}

	async end(): Promise<void> {
		this.#child.stdin.end();
		await until("it has ended", () => this.#child.exitCode !== null || this.#child.signalCode !== null);
	}

	#say(message: object): void {
		const text = JSON.stringify(message);
		this.#child.stdin.write(
			encodeFrame(this.#seal ? sealedFrame(this.#seal.seal(text)) : text, limits.frame),
		);
	}

	async #hear(): Promise<unknown> {
		const text = await until("an answer", () => this.#heard.shift());
		return JSON.parse(this.#seal ? this.#seal.open(sealedIn(text)) : text);
	}
}

describe("a native host that no browser has started", () => {
	const thief = mkdtempSync(join(elsewhere, "thief-"));
	const newcomer = mkdtempSync(join(elsewhere, "newcomer-"));

	async function claimed(identity: string, instance: string, name: string): Promise<string | undefined> {
		const shim = new HandShim(identity);
		const { type, error } = await shim.claim(instance, name);
		await shim.end();
		return error?.code ?? type;
	}

	async function rows(): Promise<{ state: string; name: string; fingerprint: string }[]> {
		return JSON.parse((await runReins(home, ["trust", "--json"])).out);
	}

	beforeAll(() => rmSync(join(home.path, "state", "pairing.json")));

	test("is not taken for the browser that is known", async () => {
		const [browser] = (await lab.status()).browsers as { extension: { instance: string; epoch: string } }[];
		expect(await claimed(thief, browser?.extension.instance ?? "", "posing")).toBe("key_changed");
		expect((await lab.status()).browsers).toHaveLength(1);
		expect(await rows()).toMatchObject([{ state: "changed", name: "posing" }, { state: "known" }]);
		expect((await product.must("get_text")).text).toContain("canary-page");
	});

	test("is not taken in as a new one until the person says so, and no more when they take it back", async () => {
		const come = () => claimed(newcomer, "br_of_nobody", "newcomer");
		expect(await come()).toBe("not_confirmed");
		const waiting = (await rows()).find(({ name }) => name === "newcomer");
		const print = waiting?.fingerprint ?? "";
		expect(waiting?.state).toBe("waiting");
		expect((await runReins(home, ["trust"])).out).toContain(`browser newcomer  ${print}  waits, since `);
		expect((await runReins(home, ["trust", ...print.split(" ").slice(0, 3)])).out).toBe(
			`trusted: newcomer  ${print}\n`,
		);
		expect(await come()).toBe("browserHelloAck");
		expect((await runReins(home, ["trust", "--forget", print])).code).toBe(0);
		expect(await come()).toBe("not_confirmed");
	});
});

test("the person forgets their browser: it is out at once, says so in its popup, and comes back when confirmed", async () => {
	const [known] = JSON.parse((await runReins(home, ["trust", "--json"])).out).filter(
		({ state }: { state: string }) => state === "known",
	) as { fingerprint: string }[];
	const print = known?.fingerprint ?? "";
	expect((await runReins(home, ["trust", "--forget", print])).code).toBe(0);
	const broken = await until("the popup says why", async () =>
		(await lab.state()).hops.find(({ name, detail }) => name === "broker" && detail.includes(print)),
	);
	expect(broken.fix).toContain(`\`reins trust ${print.slice(0, 9)}\``);
	expect((await lab.status()).browsers).toMatchObject([{ extension: { connected: false } }]);
	expect((await runReins(home, ["trust", print.slice(0, 9)])).out).toContain(`trusted: `);
	await lab.connected(20_000);
	const { out } = await runReins(home, ["audit"]);
	expect(out).toMatch(/refused browser {2}not_confirmed: /);
	expect(out).toContain("browser forgotten");
	expect(out).toContain("browser taken in (confirmed)");
});
