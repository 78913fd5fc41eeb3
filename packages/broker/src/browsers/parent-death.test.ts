// The broker may be killed at any moment, without a word. Its browser must not outlive it.

import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "./launch.ts";
import { readOwner } from "./owner-record.ts";
import { ended, eventually, isAlive, launchOptions, livingWith, Scratch } from "./test-support.ts";

const bundle = new Scratch();
const scratch = new Scratch();
let parentScript = "";

beforeAll(async () => {
	const directory = bundle.directory();
	const source = fileURLToPath(new URL("./launch.ts", import.meta.url));
	await build({
		entryPoints: [source],
		bundle: true,
		platform: "node",
		format: "esm",
		outfile: join(directory, "launch.mjs"),
	});
	parentScript = join(directory, "parent.mjs");
	writeFileSync(
		parentScript,
		`import { launchBrowser } from "./launch.mjs";
		const { env, profiles, ...options } = JSON.parse(process.argv[2]);
		let browser;
		for (const profile of profiles) browser = await launchBrowser({ ...options, profile, env: { ...process.env, ...env }, log: () => {} });
		browser.channel.send(JSON.stringify({ id: 1, method: "Target.createTarget", params: { url: "data:text/html,<script>onbeforeunload = () => 'stay'; setTimeout(() => { for (;;); })</script>" } }));
		browser.channel.onMessage = () => process.stdout.write("ready " + browser.pid + "\\n");`,
	);
});
afterAll(() => bundle.clear());
afterEach(() => scratch.clear());

function startParent(profiles: string[], more = {}): { parent: ChildProcess; ready: Promise<number> } {
	const { executable, headless, noSandbox } = launchOptions("");
	const options = JSON.stringify({ executable, headless, noSandbox, profiles, ...more });
	const parent = scratch.spawn(process.execPath, [parentScript, options], "pipe");
	parent.stderr?.resume();
	const ready = new Promise<number>((resolve, reject) => {
		parent.stdout?.on("data", (text: Buffer) => resolve(Number(/ready (\d+)/.exec(text.toString())?.[1])));
		parent.once("exit", () => reject(new Error("the parent ended")));
	});
	ready.catch(() => {});
	return { parent, ready };
}

describe("when its broker is killed", { timeout: 60_000 }, () => {
	it("a browser at work ends, and the profile is free", async () => {
		const profile = scratch.directory();
		const { parent, ready } = startParent([profile]);
		await ready;
		expect(livingWith(profile).length).toBeGreaterThan(2);
		await ended(parent);
		await eventually("no browser left", () => livingWith(profile).length === 0);
		await (await launchBrowser(launchOptions(profile))).stop();
	});

	it("each of its browsers ends, for none holds the pipe of another", async () => {
		const profiles = [scratch.directory(), scratch.directory()];
		const { parent, ready } = startParent(profiles);
		await ready;
		await ended(parent);
		for (const profile of profiles)
			await eventually("no browser left", () => livingWith(profile).length === 0);
	});

	it("a browser that is still starting ends", async () => {
		const profile = scratch.directory();
		const { parent } = startParent([profile]);
		await eventually("spawned", () => livingWith(`--user-data-dir=${profile}`).length > 0, 20_000);
		await ended(parent);
		await eventually("no browser left", () => livingWith(profile).length === 0);
	});

	it.runIf(process.env["REINS_FULL"])("a browser that hangs is ended by the next broker", async () => {
		const profile = scratch.directory();
		const { parent, ready } = startParent([profile]);
		const pid = await ready;
		process.kill(pid, "SIGSTOP");
		await ended(parent);
		expect(isAlive(pid)).toBe(true);
		expect(await readOwner(profile)).toMatchObject({ pid, brokerPid: parent.pid });
		const next = await launchBrowser(launchOptions(profile));
		expect(isAlive(pid)).toBe(false);
		expect(next.pid).not.toBe(pid);
		await next.stop();
		expect(livingWith(profile)).toEqual([]);
	});

	it.skipIf(!existsSync("/usr/bin/Xvfb"))("a browser with a window ends too", async () => {
		const profile = scratch.directory();
		const display = freeDisplay();
		const screen = scratch.spawn("/usr/bin/Xvfb", [display, "-screen", "0", "800x600x24"]);
		await eventually("the screen", () => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), 20_000);
		const { parent, ready } = startParent([profile], { headless: false, env: { DISPLAY: display } });
		await ready;
		await ended(parent);
		await eventually("no browser left", () => livingWith(profile).length === 0);
		await ended(screen);
	});
});

function freeDisplay(): string {
	const taken = existsSync("/tmp/.X11-unix") ? readdirSync("/tmp/.X11-unix") : [];
	for (let number = 90; ; number++) if (!taken.includes(`X${number}`)) return `:${number}`;
}
