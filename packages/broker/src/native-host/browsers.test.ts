import { describe, expect, it } from "vitest";
import { browserAt, hostBrowsers, systemManifests } from "./browsers.ts";

const linux = { platform: "linux", env: {}, homedir: "/home/a" } as const;
const mac = { platform: "darwin", env: {}, homedir: "/Users/a" } as const;
const windows = { platform: "win32", env: {}, homedir: "C:\\Users\\a" } as const;
const support = "/Users/a/Library/Application Support";

function named(name: string, around: Parameters<typeof hostBrowsers>[0]) {
	return hostBrowsers(around).find((browser) => browser.name === name);
}

describe("on Linux", () => {
	it.each([
		["chrome", "/home/a/.config/google-chrome"],
		["chrome-beta", "/home/a/.config/google-chrome-beta"],
		["chrome-dev", "/home/a/.config/google-chrome-unstable"],
		["chrome-canary", "/home/a/.config/google-chrome-canary"],
		["chromium", "/home/a/.config/chromium"],
		["edge", "/home/a/.config/microsoft-edge"],
		["brave", "/home/a/.config/BraveSoftware/Brave-Browser"],
		["vivaldi", "/home/a/.config/vivaldi"],
		["opera", "/home/a/.config/opera"],
	])("%s has its hosts below %s", (name, presence) => {
		expect(named(name, linux)).toMatchObject({
			presence,
			manifest: `${presence}/NativeMessagingHosts/com.reins.host.json`,
		});
		expect(named(name, linux)?.sandboxed).toBeUndefined();
	});

	it("follows XDG_CONFIG_HOME, unless it is relative", () => {
		const at = (home: string) => named("chromium", { ...linux, env: { XDG_CONFIG_HOME: home } })?.presence;
		expect(at("/data/config")).toBe("/data/config/chromium");
		expect(at("config")).toBe("/home/a/.config/chromium");
		expect(at("")).toBe("/home/a/.config/chromium");
	});

	it.each([
		["snap-chromium", "/home/a/snap/chromium/common/chromium", "snap"],
		["snap-brave", "/home/a/snap/brave/current/.config/BraveSoftware/Brave-Browser", "snap"],
		["flatpak-chrome", "/home/a/.var/app/com.google.Chrome/config/google-chrome", "flatpak"],
		["flatpak-chromium", "/home/a/.var/app/org.chromium.Chromium/config/chromium", "flatpak"],
		["flatpak-edge", "/home/a/.var/app/com.microsoft.Edge/config/microsoft-edge", "flatpak"],
	])("%s is known to be in a box", (name, presence, sandboxed) => {
		expect(named(name, linux)).toMatchObject({ presence, sandboxed });
	});
});

describe("on macOS", () => {
	it.each([
		["chrome", `${support}/Google/Chrome`],
		["chrome-beta", `${support}/Google/Chrome Beta`],
		["chrome-dev", `${support}/Google/Chrome Dev`],
		["chrome-canary", `${support}/Google/Chrome Canary`],
		["chromium", `${support}/Chromium`],
		["edge", `${support}/Microsoft Edge`],
		["brave", `${support}/BraveSoftware/Brave-Browser`],
		["vivaldi", `${support}/Vivaldi`],
		["opera", `${support}/com.operasoftware.Opera`],
		["arc", `${support}/Arc/User Data`],
	])("%s has its hosts below %s", (name, presence) => {
		expect(named(name, mac)).toMatchObject({
			presence,
			manifest: `${presence}/NativeMessagingHosts/com.reins.host.json`,
		});
	});
});

describe("on Windows", () => {
	it.each([
		["chrome", "Google\\Chrome"],
		["chromium", "Chromium"],
		["edge", "Microsoft\\Edge"],
		["brave", "BraveSoftware\\Brave-Browser"],
		["vivaldi", "Vivaldi"],
		["opera", "Opera Software"],
	])("%s has its hosts in the registry", (name, key) => {
		expect(named(name, windows)).toEqual({
			name,
			title: expect.any(String),
			presence: `HKCU\\Software\\${key}`,
			registryKey: `HKCU\\Software\\${key}\\NativeMessagingHosts\\com.reins.host`,
		});
	});
});

it.each([linux, mac, windows])("names and places are unique %#", (around) => {
	const browsers = hostBrowsers(around);
	expect(new Set(browsers.map(({ name }) => name)).size).toBe(browsers.length);
	expect(new Set(browsers.map(({ presence }) => presence)).size).toBe(browsers.length);
});

it("a profile directory of its own has its hosts in it", () => {
	expect(browserAt("/data/profile/", "linux").manifest).toBe(
		"/data/profile/NativeMessagingHosts/com.reins.host.json",
	);
});

it("an administrator's places", () => {
	expect(systemManifests("linux")).toContain("/etc/opt/chrome/native-messaging-hosts/com.reins.host.json");
	expect(systemManifests("linux")).toContain("/etc/chromium/native-messaging-hosts/com.reins.host.json");
	expect(systemManifests("darwin")).toContain(
		"/Library/Google/Chrome/NativeMessagingHosts/com.reins.host.json",
	);
	expect(systemManifests("win32")).toEqual([]);
});
