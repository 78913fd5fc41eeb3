import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type LaunchedBrowser, type LaunchOptions, launchBrowser } from "./launch.ts";
import { readOwner } from "./owner-record.ts";
import {
	commander,
	ended,
	eventually,
	isAlive,
	launchOptions,
	livingWith,
	Scratch,
	testExecutable,
	testNoSandbox,
} from "./test-support.ts";

const scratch = new Scratch();
const running: LaunchedBrowser[] = [];

async function launch(profile: string, more: Partial<LaunchOptions> = {}): Promise<LaunchedBrowser> {
	const browser = await launchBrowser(launchOptions(profile, more));
	running.push(browser);
	return browser;
}

afterEach(async () => {
	await Promise.all(running.splice(0).map((browser) => browser.stop()));
	await scratch.clear();
});

function traces(profile: string): string[] {
	return readdirSync(profile).filter(
		(name) => name.startsWith("Singleton") || name.startsWith("reins-owner"),
	);
}

function script(text: string): string {
	const path = join(scratch.directory(), "browser");
	writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
	return path;
}

describe("a launched browser", { timeout: 60_000 }, () => {
	it("answers over its channel, and its profile is private and ours on record", async () => {
		const profile = join(scratch.directory(), "new", "profile");
		const browser = await launch(profile);
		expect(browser.product).toMatch(/Chrome\/\d+/);
		expect((await commander(browser.channel)("Browser.getVersion"))["product"]).toBe(browser.product);
		expect(statSync(profile).mode & 0o777).toBe(0o700);
		expect(await readOwner(profile)).toMatchObject({ pid: browser.pid, brokerPid: process.pid });
	});

	it("has no tab of its own, and lives on when the last one closes", async () => {
		const browser = await launch(scratch.directory());
		const send = commander(browser.channel);
		const pages = async () =>
			((await send("Target.getTargets"))["targetInfos"] as { type: string }[]).map((t) => t.type);
		expect(await pages()).toEqual([]);
		for (let round = 0; round < 2; round++) {
			const { browserContextId } = await send("Target.createBrowserContext");
			for (const context of [{ browserContextId }, {}]) {
				const { targetId } = await send("Target.createTarget", { url: "about:blank", ...context });
				await send("Target.closeTarget", { targetId });
			}
			await send("Target.disposeBrowserContext", { browserContextId });
			await eventually("no pages", async () => (await pages()).length === 0);
		}
		expect(isAlive(browser.pid)).toBe(true);
	});

	it("does not show pages that it is automated", async () => {
		const webdriver = async (more: Partial<LaunchOptions>) => {
			const send = commander((await launch(scratch.directory(), more)).channel);
			const { targetId } = await send("Target.createTarget", { url: "about:blank" });
			const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
			const { result } = await send(
				"Runtime.evaluate",
				{ expression: "navigator.webdriver" },
				sessionId as string,
			);
			return (result as { value: unknown }).value;
		};
		expect(await webdriver({})).toBe(false);
		expect(await webdriver({ showAutomation: true })).toBe(true);
	});

	it("sees only the allowed part of the environment", async () => {
		const print = script("env >&2\nexit 3");
		const env = { PATH: process.env["PATH"], LC_TIME: "C", MY_TOKEN: "secret" };
		const error = await launch(scratch.directory(), { executable: print, env }).catch((thrown) => thrown);
		expect(error.data.stderr).toContain("LC_TIME=C");
		expect(error.data.stderr).not.toContain("secret");
	});
});

describe("stopping", { timeout: 60_000 }, () => {
	it("leaves no process, no lock and no record", async () => {
		const profile = scratch.directory();
		const exits: unknown[] = [];
		const browser = await launch(profile, { onExit: (exit) => exits.push(exit) });
		const send = commander(browser.channel);
		await send("Target.createTarget", {
			url: "data:text/html,<script>onbeforeunload = () => 'stay'</script>",
		});
		expect(livingWith(profile).length).toBeGreaterThan(1);
		const closed: string[] = [];
		browser.channel.onClose = (reason) => closed.push(reason);
		await Promise.all([browser.stop(), browser.stop()]);
		expect(livingWith(profile)).toEqual([]);
		expect(traces(profile)).toEqual([]);
		expect(await browser.exited).toEqual({ code: 0, signal: null });
		expect(exits).toEqual([{ code: 0, signal: null }]);
		expect(closed).toHaveLength(1);
		expect(() => browser.channel.send("{}")).toThrow(expect.objectContaining({ code: "browser_gone" }));
	});

	it("writes what the profile keeps", async () => {
		const profile = scratch.directory();
		const cookie = {
			name: "kept",
			value: "yes",
			url: "http://example.test/",
			expires: Date.now() / 1_000 + 1_000,
		};
		const first = await launch(profile);
		await commander(first.channel)("Storage.setCookies", { cookies: [cookie] });
		await first.stop();
		const second = await launch(profile);
		const { cookies } = await commander(second.channel)("Storage.getCookies");
		expect(cookies).toMatchObject([{ name: "kept", value: "yes" }]);
	});

	it("ends a browser that hangs", async () => {
		const profile = scratch.directory();
		const browser = await launch(profile, { closeTimeout: 100 });
		process.kill(browser.pid, "SIGSTOP");
		await browser.stop();
		expect(livingWith(profile)).toEqual([]);
		expect(traces(profile)).toEqual([]);
	});

	it("works after the channel was closed", async () => {
		const profile = scratch.directory();
		const browser = await launch(profile);
		browser.channel.close();
		await browser.stop();
		expect(await browser.exited).toEqual({ code: 0, signal: null });
		expect(livingWith(profile)).toEqual([]);
	});
});

describe("a browser that is killed", { timeout: 60_000 }, () => {
	it("is noticed, and its helpers and files go too", async () => {
		const profile = scratch.directory();
		const browser = await launch(profile);
		const closed = new Promise<string>((resolve) => {
			browser.channel.onClose = resolve;
		});
		const helpers = livingWith(profile);
		process.kill(browser.pid, "SIGKILL");
		expect(await closed).toMatch(/pipe|SIGKILL/);
		expect(await browser.exited).toEqual({ code: null, signal: "SIGKILL" });
		expect(helpers.filter(isAlive)).toEqual([]);
		expect(livingWith(profile)).toEqual([]);
		expect(traces(profile)).toEqual([]);
	});

	it("can be started again at once on the same profile", async () => {
		const profile = scratch.directory();
		const first = await launch(profile);
		process.kill(first.pid, "SIGKILL");
		await first.exited;
		expect((await launch(profile)).product).toMatch(/Chrome/);
	});

	it("takes helpers with it that would not leave by themselves", async () => {
		const profile = scratch.directory();
		const answer = '{"id":2147483647,"result":{"product":"Fake/1"}}';
		const fake = script(
			`sleep 1000 2>&- 3<&- 4>&- &\nhead -c 9 <&3 >/dev/null\nprintf '${answer}\\0' >&4\nexec sleep 1000`,
		);
		const browser = await launch(profile, { executable: fake });
		expect(browser.product).toBe("Fake/1");
		process.kill(browser.pid, "SIGKILL");
		await browser.exited;
		const { stdout } = spawnSync("ps", ["-A", "-o", "pgid=,stat="], { encoding: "utf8" });
		expect(stdout.match(new RegExp(`^ *${browser.pid} +[^Z]`, "gm"))).toBeNull();
	});
});

describe("a profile that is in use", { timeout: 60_000 }, () => {
	it("is freed from the lock of a dead process", async () => {
		const profile = scratch.directory();
		const dead = scratch.sleeper();
		await ended(dead);
		symlinkSync(`${hostname()}-${dead.pid}`, join(profile, "SingletonLock"));
		const lines: string[] = [];
		await launch(profile, { log: (line) => lines.push(line) });
		expect(lines[0]).toContain("owner_dead");
	});

	it("is refused when a foreign browser has it, which lives on", async () => {
		const profile = scratch.directory();
		const flags = [
			"--headless=new",
			"--disable-gpu",
			`--user-data-dir=${profile}`,
			"--remote-debugging-port=0",
			"about:blank",
		];
		const foreign = scratch.spawn(testExecutable(), testNoSandbox ? ["--no-sandbox", ...flags] : flags);
		await eventually(
			"the other browser started",
			() => existsSync(join(profile, "DevToolsActivePort")),
			30_000,
		);
		const error = await launch(profile).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "profile_locked", data: { pid: foreign.pid } });
		expect(isAlive(foreign.pid as number)).toBe(true);
		expect(traces(profile)).toContain("SingletonLock");
	});

	it("is refused to a second launch of our own", async () => {
		const profile = scratch.directory();
		const first = await launch(profile);
		await expect(launch(profile)).rejects.toMatchObject({ code: "profile_locked", data: { pid: first.pid } });
		expect((await commander(first.channel)("Browser.getVersion"))["product"]).toBe(first.product);
	});
});

describe("a launch that fails", { timeout: 60_000 }, () => {
	it("says that the executable is not there", async () => {
		const error = await launch(scratch.directory(), { executable: "/nowhere/chrome" }).catch(
			(thrown) => thrown,
		);
		expect(error).toMatchObject({
			code: "launch_failed",
			message: expect.stringContaining("/nowhere/chrome"),
		});
	});

	it("says how the browser ended", async () => {
		const error = await launch(scratch.directory(), { executable: "/bin/false" }).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "launch_failed", message: expect.stringContaining("code 1") });
	});

	it("repeats the browser's last words, and no more than 8 KB of them", async () => {
		const executable = script(
			'i=0; while [ $i -lt 3000 ]; do echo "line $i" >&2; i=$((i+1)); done; echo "No usable sandbox!" >&2; exit 7',
		);
		const error = await launch(scratch.directory(), { executable }).catch((thrown) => thrown);
		expect(error.message).toMatch(/code 7.*line 2999\nNo usable sandbox!$/s);
		expect(error.hint).toContain("--no-sandbox");
		expect(error.data.stderr.length).toBeLessThanOrEqual(8 * 1_024);
	});

	it("ends a browser that never answers, with all its children", async () => {
		const profile = scratch.directory();
		const executable = script("sleep 1000 &\nsleep 1000");
		const error = await launch(profile, { executable, startTimeout: 300 }).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "launch_failed", message: expect.stringContaining("300 ms") });
		expect(livingWith(executable)).toEqual([]);
		expect(traces(profile)).toEqual([]);
	});

	it("names a profile that cannot be made", async () => {
		const file = join(scratch.directory(), "file");
		writeFileSync(file, "");
		const error = await launch(join(file, "profile")).catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "launch_failed", message: expect.stringContaining(file) });
	});
});
