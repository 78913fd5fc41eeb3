import type { ReinsError } from "@reins/protocol";
import { describe, expect, it } from "vitest";
import { needsNoSandbox, wantsHeadless } from "./headless.ts";

describe("wantsHeadless", () => {
	it.each([
		["linux", {}, undefined, true],
		["linux", { DISPLAY: "" }, undefined, true],
		["linux", { DISPLAY: ":0" }, undefined, false],
		["linux", { WAYLAND_DISPLAY: "wayland-0" }, undefined, false],
		["linux", { DISPLAY: ":0" }, "headless", true],
		["linux", { DISPLAY: ":0" }, "headed", false],
		["linux", {}, "headless", true],
		["darwin", {}, undefined, false],
		["darwin", {}, "headless", true],
		["darwin", {}, "headed", false],
		["win32", {}, undefined, false],
		["win32", {}, "headed", false],
	] as const)("%s %o asked %s: %s", (platform, env, asked, expected) => {
		expect(wantsHeadless({ asked, env, platform })).toBe(expected);
	});

	it("refuses a window where there is no screen", () => {
		expect(() => wantsHeadless({ asked: "headed", env: {}, platform: "linux" })).toThrow(
			expect.objectContaining({
				code: "launch_failed",
				hint: expect.stringContaining("xvfb-run"),
			}) as ReinsError,
		);
	});
});

describe("needsNoSandbox", () => {
	it.each([
		[{ flag: false, uid: 1000, platform: "linux" }, false, undefined],
		[{ flag: false, uid: 0, platform: "linux" }, true, /root/],
		[{ flag: true, uid: 1000, platform: "linux" }, true, /--no-sandbox/],
		[{ flag: false, uid: 0, platform: "darwin" }, false, undefined],
		[{ flag: false, uid: undefined, platform: "win32" }, false, undefined],
		[{ flag: true, uid: undefined, platform: "win32" }, true, /--no-sandbox/],
	] as const)("%o: %s", (options, noSandbox, reason) => {
		const choice = needsNoSandbox(options);
		expect(choice.noSandbox).toBe(noSandbox);
		if (reason) expect(choice.reason).toMatch(reason);
		else expect(choice.reason).toBeUndefined();
	});
});
