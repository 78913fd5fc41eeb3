// Doctor as a person runs it: on a home with planted faults, with and without --fix.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reinsBinary, TestHome, until } from "@reins/testkit";
import { afterAll, describe, expect, test } from "vitest";

const home = new TestHome();
const person = mkdtempSync(join(tmpdir(), "reins-person-"));
const profile = join(person, "profile");
afterAll(async () => {
	await home.empty();
	home.remove();
	rmSync(person, { recursive: true, force: true });
});

interface Finding {
	check: string;
	name: string;
	state: string;
	detail: string;
	fix?: string;
	fixed?: string[];
}

function reins(...words: string[]) {
	return reinsWith({}, ...words);
}

function reinsWith(more: Record<string, string>, ...words: string[]) {
	const env = { ...home.env, HOME: person, XDG_CONFIG_HOME: "", ...more };
	const run = spawnSync(process.execPath, [reinsBinary, ...words], {
		env,
		encoding: "utf8",
		timeout: 60_000,
	});
	return { code: run.status, out: run.stdout, err: run.stderr };
}

function doctor(...words: string[]) {
	return doctorOf({}, ...words);
}

function doctorOf(more: Record<string, string>, ...words: string[]) {
	const { code, out } = reinsWith(more, "doctor", "--json", ...words);
	const findings = JSON.parse(out) as Finding[];
	return { code, findings, of: (check: string) => findings.find((finding) => finding.check === check) };
}

/** With it no browser is started: the links behind are not what is looked at. */
const noBrowser = ["--chrome-path", "/nowhere/chrome"];

async function noBroker(): Promise<void> {
	reins("stop", "--force");
	await until("no broker runs", () => home.brokers().length === 0);
}

describe("without the extension", () => {
	test("all is green, and your own browser is one note", () => {
		const { code, findings } = doctor();
		expect(code).toBe(0);
		expect(findings.map(({ check }) => check)).toEqual([
			"node",
			"home",
			"broker",
			"strangers",
			"browser",
			"window",
			"sandbox",
			"broker and page",
			"your own browser",
		]);
		expect(findings.at(-1)).toMatchObject({ name: "not_set_up", state: "note" });
		for (const { name } of findings) expect(name).toMatch(/^[a-z_]+$/);
	});

	test("a file in the place of home is named as that", () => {
		const file = join(person, "home");
		writeFileSync(file, "");
		const { of } = doctorOf({ REINS_HOME: file }, ...noBrowser);
		expect(of("home")).toMatchObject({ name: "unsafe_directory", fix: "Move it away." });
		rmSync(file);
	});

	test("an open directory is broken, and --fix closes it", async () => {
		await noBroker();
		chmodSync(join(home.path, "run"), 0o777);
		const broken = doctor(...noBrowser);
		expect(broken.code).toBe(1);
		expect(broken.of("home")).toMatchObject({ name: "open_directory", state: "broken" });
		expect(broken.of("browser")).toMatchObject({ state: "skipped" });
		const { out } = reins("doctor", "--fix", ...noBrowser);
		expect(out).toMatch(/fixed\s+home: closed .*\/run to other users\nok\s+home/);
		expect(doctor(...noBrowser).of("home")).toMatchObject({ state: "ok" });
	});

	test("the socket of a broker that was killed is named, and --fix removes it", async () => {
		await noBroker();
		const broker = spawn(process.execPath, [reinsBinary, "broker"], { env: home.env, stdio: "ignore" });
		await until("it listens", () => existsSync(home.socket));
		broker.kill("SIGKILL");
		await once(broker, "exit");
		expect(existsSync(home.socket)).toBe(true);
		expect(doctor(...noBrowser).of("broker")).toMatchObject({ name: "stale_socket", state: "note" });
		expect(doctor("--fix", ...noBrowser).of("broker")).toMatchObject({
			state: "ok",
			fixed: [expect.stringContaining("removed")],
		});
		expect(doctor(...noBrowser).of("broker")).toMatchObject({ name: "ok", state: "ok" });
	});
});

describe("with a host that was installed", () => {
	test("the chain is walked up to the browser that is not running", () => {
		expect(reins("install", "--user-data-dir", profile).code).toBe(0);
		const { code, of, findings } = doctor("--user-data-dir", profile);
		expect(code).toBe(1);
		for (const check of ["host manifest", "launcher", "shim"])
			expect(of(check)).toMatchObject({ state: "ok" });
		expect(of("worker")).toMatchObject({ name: "extension_off", state: "broken" });
		expect(findings.at(-1)).toMatchObject({ check: "page in your browser", state: "skipped" });
		expect(of("broker and page")?.state).toBe("ok");
	});

	test("a launcher whose Node has moved is named, and --fix writes it anew", () => {
		const launcher = join(home.path, "host", "reins-host");
		writeFileSync(launcher, readFileSync(launcher, "utf8").replace(process.execPath, "/nowhere/node"));
		const { code, out } = reins("doctor");
		expect(code).toBe(1);
		expect(out).toMatch(/BROKEN\s+launcher: .*\/nowhere\/node/);
		expect(out).toContain('The first broken link is "launcher" (node_moved).');
		const mended = doctor("--fix", ...noBrowser);
		expect(mended.of("launcher")).toMatchObject({ state: "ok", fixed: [`wrote ${launcher}`] });
		expect(mended.of("shim")).toMatchObject({ state: "ok" });
	});
});
