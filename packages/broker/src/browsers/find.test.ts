import { fileURLToPath } from "node:url";
import { ReinsError } from "@reins/protocol";
import { describe, expect, it } from "vitest";
import { findBrowser } from "./find.ts";

function only(...paths: string[]) {
	return (path: string) => paths.includes(path);
}

function failure(run: () => unknown): ReinsError {
	try {
		run();
	} catch (error) {
		if (error instanceof ReinsError) return error;
	}
	throw new Error("nothing was thrown");
}

const linux = { platform: "linux", env: { PATH: "/home/a/bin:/usr/bin", HOME: "/home/a" } } as const;
const mac = { platform: "darwin", env: { HOME: "/Users/a" } } as const;
const windows = {
	platform: "win32",
	env: {
		ProgramFiles: "D:\\Programs",
		"ProgramFiles(x86)": "D:\\Programs (x86)",
		LOCALAPPDATA: "C:\\Users\\a\\AppData\\Local",
	},
} as const;

describe("what a person named", () => {
	it("is used before anything else", () => {
		const env = { ...linux.env, REINS_CHROME: "/my/other" };
		const found = findBrowser({ ...linux, env, chromePath: "/my/brave", exists: () => true });
		expect(found).toEqual({ path: "/my/brave", kind: "brave" });
	});

	it("may come from REINS_CHROME", () => {
		const env = { ...linux.env, REINS_CHROME: "/my/chromium" };
		expect(findBrowser({ ...linux, env, exists: () => true })).toEqual({
			path: "/my/chromium",
			kind: "chromium",
		});
	});

	it("counts as not given when it is empty", () => {
		const env = { ...linux.env, REINS_CHROME: "" };
		const found = findBrowser({ ...linux, env, chromePath: "", exists: only("/usr/bin/chromium") });
		expect(found.path).toBe("/usr/bin/chromium");
	});

	it.each([
		["--chrome-path", { chromePath: "/nowhere/chrome", env: linux.env }],
		["REINS_CHROME", { env: { ...linux.env, REINS_CHROME: "/nowhere/chrome" } }],
	])("is never replaced by another browser (%s)", (name, given) => {
		const error = failure(() =>
			findBrowser({ platform: "linux", ...given, exists: only("/usr/bin/chromium") }),
		);
		expect(error.code).toBe("no_browser");
		expect(error.message).toContain("/nowhere/chrome");
		expect(error.message).toContain(name);
		expect(error.data?.["looked"]).toEqual(["/nowhere/chrome"]);
	});

	it("must be an executable file", () => {
		const plainFile = fileURLToPath(import.meta.url);
		for (const path of [plainFile, "/usr/bin"]) {
			expect(failure(() => findBrowser({ ...linux, chromePath: path })).code).toBe("no_browser");
		}
		expect(findBrowser({ ...linux, chromePath: "/bin/sh" }).path).toBe("/bin/sh");
	});

	it.each([
		["/opt/microsoft/msedge/msedge", "edge"],
		["/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", "brave"],
		["/usr/lib/chromium/chromium", "chromium"],
		["/opt/chrome-linux64/chrome", "chrome"],
		["/usr/bin/thorium", "chromium"],
	])("has a kind by its path: %s", (path, kind) => {
		expect(findBrowser({ ...linux, chromePath: path, exists: () => true }).kind).toBe(kind);
	});
});

describe("the usual places", () => {
	it.each([
		["/home/a/bin/google-chrome", "chrome", linux],
		["/usr/bin/google-chrome-stable", "chrome", linux],
		["/usr/bin/chromium-browser", "chromium", linux],
		["/snap/bin/chromium", "chromium", linux],
		["/opt/google/chrome/chrome", "chrome", linux],
		["/usr/bin/microsoft-edge", "edge", linux],
		["/usr/bin/brave-browser", "brave", linux],
		["/usr/bin/google-chrome-unstable", "chrome", linux],
		["/var/lib/flatpak/exports/bin/com.google.Chrome", "chrome", linux],
		["/home/a/.local/share/flatpak/exports/bin/com.brave.Browser", "brave", linux],
		["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "chrome", mac],
		["/Users/a/Applications/Chromium.app/Contents/MacOS/Chromium", "chromium", mac],
		["/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge", "edge", mac],
		["/Applications/Brave Browser.app/Contents/MacOS/Brave Browser", "brave", mac],
		["/Applications/Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary", "chrome", mac],
		["D:\\Programs\\Google\\Chrome\\Application\\chrome.exe", "chrome", windows],
		["D:\\Programs (x86)\\Microsoft\\Edge\\Application\\msedge.exe", "edge", windows],
		["C:\\Users\\a\\AppData\\Local\\Google\\Chrome SxS\\Application\\chrome.exe", "chrome", windows],
		["C:\\Users\\a\\AppData\\Local\\Chromium\\Application\\chrome.exe", "chromium", windows],
		["D:\\Programs\\BraveSoftware\\Brave-Browser\\Application\\brave.exe", "brave", windows],
	] as const)("%s is %s", (path, kind, system) => {
		expect(findBrowser({ ...system, exists: only(path) })).toEqual({ path, kind });
	});

	it("prefer any stable browser to a beta", () => {
		const exists = only("/usr/bin/google-chrome-beta", "/usr/bin/brave-browser");
		expect(findBrowser({ ...linux, exists }).kind).toBe("brave");
	});

	it("are known on Windows without its variables", () => {
		const path = "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe";
		expect(findBrowser({ platform: "win32", env: {}, exists: only(path) }).path).toBe(path);
	});

	it("do not take in a relative entry of the PATH", () => {
		const env = { PATH: ".:bin::/usr/bin" };
		const error = failure(() => findBrowser({ platform: "linux", env, exists: () => false }));
		const looked = (error.data?.["looked"] ?? []) as string[];
		expect(looked.length).toBeGreaterThan(10);
		expect(looked.filter((path) => !path.startsWith("/"))).toEqual([]);
	});

	it.each([
		[linux, ["google-chrome", "chromium", "/snap/bin", "/home/a/bin"]],
		[mac, ["Google Chrome", "/Applications", "/Users/a/Applications"]],
		[windows, ["msedge.exe", "D:\\Programs (x86)"]],
	] as const)("are named when nothing is there %#", (system, words) => {
		const error = failure(() => findBrowser({ ...system, exists: () => false }));
		expect(error.code).toBe("no_browser");
		for (const word of words) expect(error.message).toContain(word);
		const looked = error.data?.["looked"] as string[];
		expect(looked.length).toBeGreaterThan(10);
		expect(new Set(looked).size).toBe(looked.length);
	});
});
