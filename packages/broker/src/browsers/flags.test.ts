import { describe, expect, it } from "vitest";
import { launchFlags } from "./flags.ts";

const plain = { profile: "/p", headless: false, noSandbox: false, platform: "linux" } as const;

describe("launchFlags", () => {
	it("always drives over the pipe, on the given profile, without a first window", () => {
		for (const platform of ["linux", "darwin", "win32"] as const) {
			const flags = launchFlags({ ...plain, platform });
			expect(flags).toEqual(
				expect.arrayContaining([
					"--remote-debugging-pipe",
					"--user-data-dir=/p",
					"--no-first-run",
					"--no-startup-window",
				]),
			);
			expect(flags.some((flag) => flag.startsWith("--remote-debugging-port"))).toBe(false);
			expect(flags.every((flag) => flag.startsWith("--"))).toBe(true);
		}
	});

	it("gives up the sandbox only when told to", () => {
		expect(launchFlags(plain)).not.toContain("--no-sandbox");
		expect(launchFlags({ ...plain, noSandbox: true })).toContain("--no-sandbox");
	});

	it.each([
		["linux", true, ["--headless=new", "--disable-gpu"], []],
		["linux", false, [], ["--headless=new", "--disable-gpu"]],
		["darwin", true, ["--headless=new"], ["--disable-gpu"]],
		["win32", true, ["--headless=new"], ["--disable-gpu"]],
	] as const)("%s, headless %s", (platform, headless, present, absent) => {
		const flags = launchFlags({ ...plain, platform, headless });
		for (const flag of present) expect(flags).toContain(flag);
		for (const flag of absent) expect(flags).not.toContain(flag);
	});

	it("has no frames that nobody is told of: presses go unasked where a page has none", () => {
		expect(launchFlags(plain).find((flag) => flag.startsWith("--disable-features="))).toContain(
			"FencedFrames",
		);
	});

	it("asks no keyring on any system", () => {
		expect(launchFlags(plain)).toContain("--password-store=basic");
		expect(launchFlags({ ...plain, platform: "darwin" })).toContain("--use-mock-keychain");
	});

	it("hides automation unless told not to", () => {
		const flag = "--disable-blink-features=AutomationControlled";
		expect(launchFlags(plain)).toContain(flag);
		expect(launchFlags({ ...plain, showAutomation: true })).not.toContain(flag);
	});

	it("joins features, since Chromium heeds only the last list", () => {
		const flags = launchFlags({ ...plain, extra: ["--lang=de", "--disable-features=Mine,Translate"] });
		const lists = flags.filter((flag) => flag.startsWith("--disable-features="));
		expect(lists).toHaveLength(1);
		expect(lists[0]).toContain("Mine");
		expect(lists[0]?.match(/Translate/g)).toHaveLength(1);
		expect(flags).toContain("--lang=de");
	});
});
