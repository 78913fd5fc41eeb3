// What somebody has put in the place of a profile, or into it, before a browser is started there.

import { execFileSync } from "node:child_process";
import {
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { launchBrowser } from "../src/browsers/launch.ts";

let base: string;
let profile: string;
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "reins-profile-"));
	profile = join(base, "profile");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** With a browser that ends at once: it is about what comes before. */
function launch(): Promise<unknown> {
	return launchBrowser({
		executable: "/bin/false",
		profile,
		headless: true,
		noSandbox: true,
		env: {},
		log: () => {},
	});
}

test("a link in the place of the profile is refused, and nothing is done where it leads", async () => {
	const elsewhere = join(base, "elsewhere");
	mkdirSync(elsewhere, { mode: 0o755 });
	symlinkSync(elsewhere, profile);
	await expect(launch()).rejects.toMatchObject({
		code: "launch_failed",
		message: expect.stringContaining("it is a link, or no directory"),
	});
	expect(lstatSync(elsewhere).mode & 0o777).toBe(0o755);
	expect(readdirSync(elsewhere)).toEqual([]);
});

test.each<[string, (path: string) => void]>([
	["a link", (path) => symlinkSync(join(base, "precious"), path)],
	["a pipe", (path) => execFileSync("/usr/bin/mkfifo", [path])],
])("%s in the place of the settings is replaced, not followed and not waited for", async (_what, plant) => {
	writeFileSync(join(base, "precious"), "precious");
	mkdirSync(join(profile, "Default"), { recursive: true });
	const settings = join(profile, "Default", "Preferences");
	plant(settings);
	await expect(launch()).rejects.toMatchObject({ code: "launch_failed" });
	expect(lstatSync(settings).isFile()).toBe(true);
	expect(readFileSync(settings, "utf8")).toContain("network_prediction_options");
	expect(readFileSync(join(base, "precious"), "utf8")).toBe("precious");
});
