import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { extensionId } from "@reins/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Doctor } from "./context.ts";
import { examineExtension } from "./examine-extension.ts";
import { walk } from "./finding.ts";
import { hostChain } from "./host-chain.ts";
import { Machine } from "./test-support.ts";

let machine: Machine;
beforeEach(() => {
	machine = new Machine();
});
afterEach(() => machine.remove());

async function findings(fix = false, doctor: Doctor = machine.doctor) {
	return walk(hostChain(doctor), { fix });
}

function names(found: Awaited<ReturnType<typeof findings>>): string[] {
	return found.map(({ check, name, state }) => `${check}: ${state} ${name}`);
}

const green = ["host manifest: ok ok", "launcher: ok ok"];

function change(file: string, from: string | RegExp, to: string): void {
	writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
}

const faults: [name: string, link: number, plant: (manifest: string) => void][] = [
	["no_manifest", 0, (manifest) => rmSync(manifest)],
	["bad_manifest", 0, (manifest) => writeFileSync(manifest, "{")],
	["bad_manifest", 0, (manifest) => change(manifest, "com.reins.host", "com.other.host")],
	["wrong_id", 0, (manifest) => change(manifest, extensionId, "a".repeat(32))],
	["launcher_missing", 0, (manifest) => change(manifest, machine.launcher, "/nowhere/reins-host")],
	["launcher_missing", 1, () => rmSync(machine.launcher)],
	["launcher_missing", 1, () => rmSync(dirname(machine.launcher), { recursive: true })],
	["node_moved", 1, () => change(machine.launcher, process.execPath, "/nowhere/node")],
	["program_moved", 1, () => change(machine.launcher, machine.doctor.program.program, "/nowhere/reins.js")],
	["launcher_not_executable", 1, () => chmodSync(machine.launcher, 0o600)],
	["launcher_changed", 1, () => writeFileSync(machine.launcher, "#!/bin/sh\necho hello\n")],
	["launcher_other_home", 1, () => change(machine.launcher, /REINS_HOME='.*'/, "REINS_HOME='/elsewhere'")],
	["launcher_open", 1, () => chmodSync(machine.launcher, 0o777)],
	["launcher_open", 1, () => chmodSync(dirname(machine.launcher), 0o777)],
];

describe("each fault is named, with its fix, and what lies behind is skipped", () => {
	it.each(faults)("%s (link %i)", async (name, link, plant) => {
		plant(machine.install());
		const found = await findings();
		expect(found[link]).toMatchObject({ name, state: "broken", fix: expect.stringMatching(/reins/) });
		for (const before of found.slice(0, link)) expect(before.state).toBe("ok");
		for (const behind of found.slice(link + 1))
			expect(behind).toMatchObject({ state: "skipped", name: "skipped" });
	});

	it.each(faults)(
		"--fix mends %s (link %i), says so, and a second run is green",
		async (_name, link, plant) => {
			plant(machine.install());
			const mended = await findings(true);
			expect(names(mended)).toEqual(green);
			expect(mended[link]?.fixed).toEqual([
				expect.stringMatching(/^wrote .*\/(reins-host|com\.reins\.host\.json)$/),
			]);
			const again = await findings();
			expect(names(again)).toEqual(green);
			expect(again.every(({ fixed }) => fixed === undefined)).toBe(true);
		},
	);

	it("several faults are mended in one run", async () => {
		const manifest = machine.install();
		rmSync(manifest);
		rmSync(machine.launcher);
		expect(names(await findings(true))).toEqual(green);
	});
});

describe("one host under one name", () => {
	function other(home = "/elsewhere"): string {
		const file = join(machine.root, "other-host");
		const text = readFileSync(machine.launcher, "utf8");
		writeFileSync(file, text.replace(/REINS_HOME='.*'/, `REINS_HOME='${home}'`), { mode: 0o700 });
		return file;
	}

	it("two browsers that name different launchers", async () => {
		machine.browser(".config/vivaldi");
		const manifest = machine.install();
		change(manifest, machine.launcher, other());
		const [found] = await findings();
		expect(found).toMatchObject({
			name: "two_hosts",
			state: "broken",
			fix: expect.stringContaining(manifest),
		});
		// Which of the two is right, only the person knows.
		expect((await findings(true))[0]).toMatchObject({ name: "two_hosts", state: "broken" });
	});

	it("an administrator's manifest that names another one", async () => {
		machine.install();
		const [file = ""] = machine.doctor.administrators ?? [];
		mkdirSync(dirname(file));
		writeFileSync(file, JSON.stringify({ name: "com.reins.host", path: other() }));
		expect((await findings())[0]).toMatchObject({ name: "two_hosts", detail: expect.stringContaining(file) });
	});

	it("a host of another home", async () => {
		change(machine.install(), machine.launcher, other("/elsewhere"));
		expect((await findings())[0]).toMatchObject({
			name: "other_host",
			detail: expect.stringContaining("REINS_HOME=/elsewhere"),
		});
	});
});

describe("what is not a fault", () => {
	it("nothing was ever installed: one note", async () => {
		machine.browser();
		const found = await examineExtension(machine.doctor, { fix: true, blocked: false });
		expect(found).toEqual([
			expect.objectContaining({
				name: "not_set_up",
				state: "note",
				fix: expect.stringContaining("reins install"),
			}),
		]);
	});

	it("a browser beside the one that was installed for", async () => {
		machine.install();
		machine.browser(".config/vivaldi");
		expect(names(await findings())).toEqual([
			"host manifest: ok ok",
			"host manifest: note browser_without_host",
			"launcher: ok ok",
		]);
	});

	it("Snap and Flatpak", async () => {
		machine.browser("snap/chromium/common/chromium");
		machine.browser(".var/app/com.google.Chrome/config/google-chrome");
		const found = await examineExtension(machine.doctor, { fix: false, blocked: false });
		expect(found.map(({ name, state }) => `${state} ${name}`)).toEqual([
			"note not_set_up",
			"note sandboxed_browser",
			"note sandboxed_browser",
		]);
		expect(found[1]?.detail).toContain("Snap");
		expect(found[2]?.detail).toContain("Flatpak");
	});

	it("a profile directory that was installed for and is gone", async () => {
		machine.install();
		const profile = join(machine.root, "profile");
		const doctor = { ...machine.doctor, userDataDir: profile };
		expect(names(await findings(true, doctor))).toEqual(green);
		expect(names(await findings())).toEqual(green);
		rmSync(profile, { recursive: true });
		expect(names(await findings())).toEqual(green);
	});
});

describe("a profile directory of its own", () => {
	it("is asked for by name: no manifest is a fault, which --fix mends", async () => {
		const profile = join(machine.root, "profile");
		mkdirSync(profile);
		const doctor = { ...machine.doctor, userDataDir: profile };
		expect((await findings(false, doctor))[0]).toMatchObject({ name: "no_manifest", state: "broken" });
		const mended = await findings(true, doctor);
		expect(names(mended)).toEqual(green);
		expect(mended.flatMap(({ fixed }) => fixed ?? [])).toHaveLength(2);
		expect(names(await findings(false, doctor))).toEqual(green);
	});

	it("is not judged by what other browsers have", async () => {
		change(machine.install(), machine.launcher, "/nowhere");
		const doctor = { ...machine.doctor, userDataDir: join(machine.root, "profile") };
		await findings(true, doctor);
		expect(names(await findings(false, doctor))).toEqual(green);
	});
});
