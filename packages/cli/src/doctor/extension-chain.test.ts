import { chmodSync, lstatSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { KnownBrowsers } from "@reins/broker";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { baseChain } from "./base-chain.ts";
import { examineExtension } from "./examine-extension.ts";
import { type Finding, walk } from "./finding.ts";
import { describeFindings } from "./report.ts";
import { browserStatus, FakeBroker, Machine } from "./test-support.ts";

let machine: Machine;
let broker: FakeBroker | undefined;
beforeEach(() => {
	machine = new Machine();
});
afterEach(async () => {
	await broker?.end();
	broker = undefined;
	machine.remove();
});

async function running(
	more: Partial<Pick<FakeBroker, "release" | "browsers" | "stop" | "refused">> = {},
): Promise<FakeBroker> {
	broker = await FakeBroker.start(machine.system.places);
	return Object.assign(broker, more);
}

function extension(): Promise<Finding[]> {
	return examineExtension(machine.doctor, { fix: false, blocked: false });
}

function base(fix = false): Promise<Finding[]> {
	return walk(baseChain(machine.doctor), { fix });
}

function of(found: Finding[], check: string): Finding | undefined {
	return found.find((finding) => finding.check === check);
}

describe("the whole chain", () => {
	it("is green through the real launcher and shim", async () => {
		machine.install();
		const { calls } = await running({ browsers: [browserStatus()] });
		const found = await extension();
		expect(found.map(({ check, state, name }) => `${check}: ${state} ${name}`)).toEqual([
			"host manifest: ok ok",
			"launcher: ok ok",
			"shim: ok ok",
			"worker: ok ok",
			"file access: note file_access_on",
			"page in your browser: ok ok",
		]);
		expect(of(found, "shim")?.detail).toContain("the broker answered");
		expect(calls).toEqual(["extension tab_new", "extension snapshot", "extension tab_close"]);
	});

	it("names the browser where there are several", async () => {
		machine.install();
		const { calls } = await running({ browsers: [browserStatus({}, "work"), browserStatus({}, "home")] });
		await extension();
		expect(calls[0]).toBe("work tab_new");
	});

	it.each([
		["extension_off", []],
		["extension_off", [browserStatus({ connected: false })]],
		["killed", [browserStatus({ killed: true })]],
		["user_detached", [browserStatus({ userDetached: true })]],
	])("worker: %s %#", async (name, browsers) => {
		machine.install();
		await running({ browsers });
		const found = await extension();
		expect(of(found, "shim")?.state).toBe("ok");
		expect(of(found, "worker")).toMatchObject({ name, state: "broken", fix: expect.any(String) });
		expect(of(found, "page in your browser")?.state).toBe("skipped");
		expect(describeFindings(found)).toContain(`The first broken link is "worker" (${name}).`);
	});

	it("worker: silent", async () => {
		machine.install();
		const silent = browserStatus();
		delete silent.extension?.ping;
		await running({ browsers: [silent] });
		expect(of(await extension(), "worker")).toMatchObject({ name: "worker_silent", state: "broken" });
	});

	it("one browser that works is enough", async () => {
		machine.install();
		const { calls } = await running({
			browsers: [browserStatus({ killed: true }, "off"), browserStatus({ fileAccess: false }, "on")],
		});
		const found = await extension();
		expect(found.map(({ state, name }) => `${state} ${name}`)).toEqual([
			"ok ok",
			"ok ok",
			"ok ok",
			"ok ok",
			"note killed",
			"note file_access_on",
			"note file_access_off",
			"ok ok",
		]);
		expect(calls).toHaveLength(3);
	});

	it("shim: a launcher that starts but says nothing", async () => {
		machine.install();
		const { node, program } = machine.doctor.program;
		// The program is there, but is not ours.
		const silent = join(machine.root, "silent.js");
		writeFileSync(silent, "");
		machine.doctor.program = { node, program: silent };
		machine.install();
		expect(of(await extension(), "shim")).toMatchObject({ name: "broker_unreachable", state: "broken" });
		machine.doctor.program = { node, program };
	});

	it("all of it is skipped behind a broken base", async () => {
		machine.install();
		const found = await examineExtension(machine.doctor, { fix: true, blocked: true });
		expect(found.every(({ state }) => state === "skipped")).toBe(true);
	});
});

describe("the base", () => {
	it("is green where nothing runs", async () => {
		expect((await base()).map(({ check, state }) => `${check}: ${state}`)).toEqual([
			"node: ok",
			"home: ok",
			"broker: ok",
			"strangers: ok",
		]);
	});

	it("says who was refused, and who waits for the person", async () => {
		const last = { at: "2026-01-02T03:04:05.000Z", who: "client", code: "not_registered", reason: "No key." };
		await running({ refused: { count: 3, last } });
		const known = new KnownBrowsers(machine.system.places.state);
		await known.admit("br_1", "AAAA", "Mine");
		await expect(known.admit("br_2", "BBBB", "Other")).rejects.toMatchObject({ code: "not_confirmed" });
		await expect(known.admit("br_1", "CCCC", "Posing")).rejects.toMatchObject({ code: "key_changed" });
		const found = (await base()).filter(({ check }) => check === "strangers");
		expect(found.map(({ name, state }) => `${name}: ${state}`)).toEqual([
			"not_confirmed: note",
			"key_changed: note",
			"refused: note",
		]);
		expect(found[0]?.fix).toMatch(/reins trust [0-9a-f]{4} [0-9a-f]{4}$/);
		expect(found[2]?.detail).toContain("3 were refused");
	});

	it.each(["run", "state", "home"] as const)("an open directory: %s", async (room) => {
		const path = machine.system.places[room];
		chmodSync(path, 0o777);
		const found = await base();
		expect(of(found, "home")).toMatchObject({
			name: "open_directory",
			state: "broken",
			fix: expect.stringContaining("chmod 700"),
		});
		expect(of(found, "broker")?.state).toBe("skipped");
		expect(of(await base(true), "home")).toMatchObject({
			state: "ok",
			fixed: [`closed ${path} to other users`],
		});
		expect(lstatSync(path).mode & 0o777).toBe(0o700);
		expect(of(await base(), "home")?.fixed).toBeUndefined();
	});

	it("a file in the socket's place", async () => {
		writeFileSync(machine.system.places.address, "");
		expect(of(await base(true), "broker")).toMatchObject({ name: "not_a_socket", state: "broken" });
	});

	it("an old broker, which --fix asks to leave", async () => {
		await running({ release: "0.1.9" });
		expect(of(await base(), "broker")).toMatchObject({ name: "old_broker", state: "broken" });
		expect(of(await base(true), "broker")).toMatchObject({
			state: "ok",
			fixed: [expect.stringContaining("0.1.9")],
		});
		expect(of(await base(), "broker")?.state).toBe("ok");
	});

	it("an old broker that is in use stays", async () => {
		await running({ release: "0.1.9", stop: { stopped: false, reason: "2 clients are connected" } });
		expect(of(await base(true), "broker")).toMatchObject({
			name: "old_broker",
			state: "broken",
			fixed: [expect.stringContaining("2 clients are connected")],
		});
	});

	it("a socket on which somebody listens is not stale", async () => {
		const server = createServer((socket) => socket.destroy());
		await new Promise<void>((resolve) => server.listen(machine.system.places.address, resolve));
		expect(of(await base(), "broker")).toMatchObject({ name: "broker_unreachable", state: "broken" });
		await new Promise((resolve) => server.close(resolve));
	});
});
