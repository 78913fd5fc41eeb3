import {
	existsSync,
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
import { dirname, join } from "node:path";
import { extensionId, extensionKey, hostName, ReinsError } from "@reins/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { placesFor } from "../places/places.ts";
import { placeExtension } from "./extension-folder.ts";
import { installHost } from "./install.ts";
import { readRecord } from "./record.ts";
import type { Registry } from "./registry.ts";
import { uninstallHost } from "./uninstall.ts";

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "reins-install-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const noRegistry: Registry = {
	exists: () => false,
	read: () => undefined,
	write: () => {
		throw new Error("There is no registry here.");
	},
	remove: () => {},
};

function setting(more: { browsers?: string[]; userDataDirs?: string[]; registry?: Registry } = {}) {
	const around = { platform: process.platform, env: {}, homedir: join(root, "person") };
	const env = { REINS_HOME: join(root, "home") };
	return {
		around,
		places: placesFor({ ...around, env, user: "a" }),
		program: { node: "/usr/bin/node", program: "/opt/reins.js" },
		registry: noRegistry,
		browsers: [],
		userDataDirs: [],
		...more,
	};
}

function browser(place: string): string {
	const directory = join(root, "person", place);
	mkdirSync(directory, { recursive: true });
	return join(directory, "NativeMessagingHosts", "com.reins.host.json");
}

function code(run: () => unknown): string {
	try {
		run();
	} catch (error) {
		return ReinsError.from(error).code;
	}
	return "nothing was thrown";
}

function everything(directory: string): string[] {
	return readdirSync(directory, { recursive: true }).map(String).sort();
}

describe("install", () => {
	it("writes launcher and manifests for what is present, and no more", () => {
		const chromium = browser(".config/chromium");
		const brave = browser(".config/BraveSoftware/Brave-Browser");
		const report = installHost(setting());
		const launcher = join(root, "home", "host", "reins-host");
		expect(report).toEqual({
			launcher,
			manifests: [
				{ browser: "chromium", path: chromium },
				{ browser: "brave", path: brave },
			],
			skipped: [],
		});
		expect(JSON.parse(readFileSync(brave, "utf8"))).toEqual({
			name: hostName,
			description: expect.any(String),
			path: launcher,
			type: "stdio",
			allowed_origins: [`chrome-extension://${extensionId}/`],
		});
		expect(lstatSync(launcher).mode & 0o777).toBe(0o700);
		expect(lstatSync(dirname(launcher)).mode & 0o777).toBe(0o700);
		expect(everything(join(root, "home")).filter((name) => name.includes(".new"))).toEqual([]);
	});

	it("leaves out browsers in a box, and says why", () => {
		browser("snap/chromium/common/chromium");
		browser(".var/app/com.google.Chrome/config/google-chrome");
		const { manifests, skipped } = installHost(setting());
		expect(manifests).toEqual([]);
		expect(skipped).toEqual([
			{ browser: "Chromium (Snap)", reason: expect.stringContaining("Snap") },
			{ browser: "Google Chrome (Flatpak)", reason: expect.stringContaining("Flatpak") },
		]);
		expect(existsSync(join(root, "home"))).toBe(false);
	});

	it("keeps to the browsers that were named", () => {
		browser(".config/chromium");
		const vivaldi = browser(".config/vivaldi");
		const { manifests } = installHost(setting({ browsers: ["vivaldi"] }));
		expect(manifests).toEqual([{ browser: "vivaldi", path: vivaldi }]);
		expect(code(() => installHost(setting({ browsers: ["netscape"] })))).toBe("bad_args");
		expect(code(() => installHost(setting({ browsers: ["edge"] })))).toBe("no_browser");
	});

	it("keeps to the profile directories that were given", () => {
		browser(".config/chromium");
		const own = join(root, "my profile");
		const { manifests } = installHost(setting({ userDataDirs: [own] }));
		const path = join(own, "NativeMessagingHosts", "com.reins.host.json");
		expect(manifests).toEqual([{ browser: own, path }]);
		expect(existsSync(path)).toBe(true);
		expect(code(() => installHost(setting({ userDataDirs: ["profile"] })))).toBe("bad_args");
	});

	it("replaces a planted link and leaves what it leads to alone", () => {
		const manifest = browser(".config/chromium");
		const secret = join(root, "secret");
		writeFileSync(secret, "mine");
		mkdirSync(dirname(manifest));
		symlinkSync(secret, manifest);
		mkdirSync(join(root, "home", "host"), { recursive: true, mode: 0o700 });
		symlinkSync(secret, join(root, "home", "host", "reins-host"));
		installHost(setting());
		expect(readFileSync(secret, "utf8")).toBe("mine");
		expect(lstatSync(manifest).isFile()).toBe(true);
		expect(lstatSync(join(root, "home", "host", "reins-host")).isFile()).toBe(true);
	});

	it("remembers every run", () => {
		browser(".config/chromium");
		installHost(setting());
		const own = join(root, "own");
		const { places } = setting({ userDataDirs: [own] });
		installHost(setting({ userDataDirs: [own] }));
		installHost(setting());
		expect(readRecord(places)?.manifests.map(({ browser: name }) => name)).toEqual(["chromium", own]);
	});
});

describe("on Windows", () => {
	it("points the registry to one manifest, and takes it back", () => {
		const keys = new Map<string, string>([["HKCU\\Software\\Google\\Chrome", ""]]);
		const registry: Registry = {
			exists: (key) => keys.has(key),
			read: (key) => keys.get(key),
			write: (key, value) => void keys.set(key, value),
			remove: (key) => void keys.delete(key),
		};
		const windows = { ...setting({ registry }), around: { ...setting().around, platform: "win32" as const } };
		const { manifests } = installHost(windows);
		const key = "HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.reins.host";
		const path = join(root, "home", "host", "com.reins.host.json");
		expect(manifests).toEqual([{ browser: "chrome", path, registryKey: key }]);
		expect(keys.get(key)).toBe(path);
		expect(code(() => installHost({ ...windows, userDataDirs: ["C:\\x"] }))).toBe("bad_args");
		const { removed } = uninstallHost(windows);
		expect(removed).toEqual(expect.arrayContaining([key, path]));
		expect(keys.has(key)).toBe(false);
	});
});

describe("uninstall", () => {
	it("leaves nothing of install, and everything else", () => {
		const chromium = browser(".config/chromium");
		writeFileSync(join(root, "person", ".config", "chromium", "Local State"), "{}");
		const before = everything(join(root, "person"));
		const report = installHost(setting());
		const { removed, left } = uninstallHost(setting());
		expect(left).toEqual([]);
		expect(removed).toEqual(expect.arrayContaining([chromium, report.launcher]));
		expect(everything(join(root, "person"))).toEqual(before);
		expect(existsSync(join(root, "home", "host"))).toBe(false);
		expect(uninstallHost(setting())).toEqual({ removed: [], left: [] });
	});

	it("leaves and names what somebody changed", () => {
		const manifest = browser(".config/chromium");
		const { launcher } = installHost(setting());
		const changed = readFileSync(manifest, "utf8").replace(launcher, "/opt/other/host");
		writeFileSync(manifest, changed);
		writeFileSync(launcher, "#!/bin/sh\necho mine\n");
		const { left } = uninstallHost(setting());
		expect(left).toEqual([
			{ path: manifest, reason: expect.stringContaining("/opt/other/host") },
			{ path: launcher, reason: expect.any(String) },
		]);
		expect(readFileSync(manifest, "utf8")).toBe(changed);
		expect(existsSync(launcher)).toBe(true);
	});
});

describe("the extension's folder", () => {
	function build(version: string): string {
		const source = join(root, `build-${version}`);
		mkdirSync(join(source, "icons"), { recursive: true });
		writeFileSync(join(source, "manifest.json"), JSON.stringify({ version, key: extensionKey }));
		writeFileSync(join(source, "icons", "16.png"), version);
		return source;
	}

	it("is exchanged as a whole, and only when something changed", () => {
		const { places, around } = setting();
		const folder = join(root, "home", "extension");
		writeFileSync(join(build("1"), "old.js"), "old");
		expect(placeExtension(places, build("1"), around.platform)).toEqual({ folder, changed: true });
		const { ino } = lstatSync(folder);
		expect(placeExtension(places, build("1"), around.platform).changed).toBe(false);
		expect(lstatSync(folder).ino).toBe(ino);
		expect(placeExtension(places, build("2"), around.platform).changed).toBe(true);
		expect(everything(folder)).toEqual(["icons", join("icons", "16.png"), "manifest.json"]);
		expect(readFileSync(join(folder, "icons", "16.png"), "utf8")).toBe("2");
		expect(everything(join(root, "home")).filter((name) => /\.(new|old)-/.test(name))).toEqual([]);
	});

	it("goes with uninstall, if it is still ours", () => {
		const { places, around } = setting();
		const { folder } = placeExtension(places, build("1"), around.platform);
		expect(uninstallHost(setting()).removed).toEqual([folder]);
		placeExtension(places, build("1"), around.platform);
		writeFileSync(join(folder, "manifest.json"), "{}");
		expect(uninstallHost(setting()).left).toEqual([{ path: folder, reason: expect.any(String) }]);
	});

	it("is refused by name where the build has none", () => {
		const { places, around } = setting();
		expect(code(() => placeExtension(places, join(root, "nowhere"), around.platform))).toBe(
			"extension_missing",
		);
		expect(existsSync(join(root, "home"))).toBe(false);
	});
});
