// Where browsers of the Chromium family look for native messaging hosts, as a table per system. It is data, so
// that another browser is one line. Nothing here touches a disk or a registry.

import { posix, win32 } from "node:path";
import { hostName } from "@reins/protocol";

export interface HostSurroundings {
	platform: NodeJS.Platform;
	env: Readonly<Record<string, string | undefined>>;
	homedir: string;
}

/** A browser that this system may have, and how a host is made known to it. */
export interface HostBrowser {
	/** What `--browser` takes. */
	name: string;
	title: string;
	/** A directory or a registry key: the browser is present where it exists. */
	presence: string;
	/** The file that the browser reads; absent on Windows, where the registry says which one. */
	manifest?: string;
	/** Its default value names the manifest; on Windows only. */
	registryKey?: string;
	/** In a box that a host outside of it cannot be started from. */
	sandboxed?: "snap" | "flatpak";
}

type Row = readonly [name: string, title: string, place: string];

const linuxRows: readonly Row[] = [
	["chrome", "Google Chrome", "google-chrome"],
	["chrome-beta", "Google Chrome Beta", "google-chrome-beta"],
	["chrome-dev", "Google Chrome Dev", "google-chrome-unstable"],
	["chrome-canary", "Google Chrome Canary", "google-chrome-canary"],
	["chrome-for-testing", "Google Chrome for Testing", "google-chrome-for-testing"],
	["chromium", "Chromium", "chromium"],
	["edge", "Microsoft Edge", "microsoft-edge"],
	["edge-beta", "Microsoft Edge Beta", "microsoft-edge-beta"],
	["edge-dev", "Microsoft Edge Dev", "microsoft-edge-dev"],
	["brave", "Brave", "BraveSoftware/Brave-Browser"],
	["brave-beta", "Brave Beta", "BraveSoftware/Brave-Browser-Beta"],
	["brave-nightly", "Brave Nightly", "BraveSoftware/Brave-Browser-Nightly"],
	["vivaldi", "Vivaldi", "vivaldi"],
	["vivaldi-snapshot", "Vivaldi Snapshot", "vivaldi-snapshot"],
	["opera", "Opera", "opera"],
	["opera-beta", "Opera Beta", "opera-beta"],
	["opera-developer", "Opera Developer", "opera-developer"],
];

const snapRows: readonly Row[] = [
	["snap-chromium", "Chromium (Snap)", "chromium/common/chromium"],
	["snap-brave", "Brave (Snap)", "brave/current/.config/BraveSoftware/Brave-Browser"],
	["snap-opera", "Opera (Snap)", "opera/current/.config/opera"],
];

const flatpakRows: readonly Row[] = [
	["flatpak-chrome", "Google Chrome (Flatpak)", "com.google.Chrome/config/google-chrome"],
	["flatpak-chrome-dev", "Google Chrome Dev (Flatpak)", "com.google.ChromeDev/config/google-chrome-unstable"],
	["flatpak-chromium", "Chromium (Flatpak)", "org.chromium.Chromium/config/chromium"],
	["flatpak-edge", "Microsoft Edge (Flatpak)", "com.microsoft.Edge/config/microsoft-edge"],
	["flatpak-brave", "Brave (Flatpak)", "com.brave.Browser/config/BraveSoftware/Brave-Browser"],
	["flatpak-vivaldi", "Vivaldi (Flatpak)", "com.vivaldi.Vivaldi/config/vivaldi"],
	["flatpak-opera", "Opera (Flatpak)", "com.opera.Opera/config/opera"],
];

const macRows: readonly Row[] = [
	["chrome", "Google Chrome", "Google/Chrome"],
	["chrome-beta", "Google Chrome Beta", "Google/Chrome Beta"],
	["chrome-dev", "Google Chrome Dev", "Google/Chrome Dev"],
	["chrome-canary", "Google Chrome Canary", "Google/Chrome Canary"],
	["chrome-for-testing", "Google Chrome for Testing", "Google/Chrome for Testing"],
	["chromium", "Chromium", "Chromium"],
	["edge", "Microsoft Edge", "Microsoft Edge"],
	["edge-beta", "Microsoft Edge Beta", "Microsoft Edge Beta"],
	["edge-dev", "Microsoft Edge Dev", "Microsoft Edge Dev"],
	["edge-canary", "Microsoft Edge Canary", "Microsoft Edge Canary"],
	["brave", "Brave", "BraveSoftware/Brave-Browser"],
	["brave-beta", "Brave Beta", "BraveSoftware/Brave-Browser-Beta"],
	["brave-nightly", "Brave Nightly", "BraveSoftware/Brave-Browser-Nightly"],
	["vivaldi", "Vivaldi", "Vivaldi"],
	["opera", "Opera", "com.operasoftware.Opera"],
	["arc", "Arc", "Arc/User Data"],
];

/** All channels of a maker read the same key there. */
const windowsRows: readonly Row[] = [
	["chrome", "Google Chrome", "Google\\Chrome"],
	["chromium", "Chromium", "Chromium"],
	["edge", "Microsoft Edge", "Microsoft\\Edge"],
	["brave", "Brave", "BraveSoftware\\Brave-Browser"],
	["vivaldi", "Vivaldi", "Vivaldi"],
	["opera", "Opera", "Opera Software"],
];

/** Where an administrator puts hosts for everybody. A host of the person's own is found first. */
const systemDirectories: Partial<Record<NodeJS.Platform, readonly string[]>> = {
	linux: [
		"/etc/opt/chrome/native-messaging-hosts",
		"/etc/opt/chrome_for_testing/native-messaging-hosts",
		"/etc/chromium/native-messaging-hosts",
		"/etc/opt/edge/native-messaging-hosts",
	],
	darwin: [
		"/Library/Google/Chrome/NativeMessagingHosts",
		"/Library/Application Support/Chromium/NativeMessagingHosts",
		"/Library/Microsoft/Edge/NativeMessagingHosts",
	],
};

export const manifestFile = `${hostName}.json`;

/** Every browser that could be on this system, present or not. */
export function hostBrowsers({ platform, env, homedir }: HostSurroundings): HostBrowser[] {
	if (platform === "win32") {
		return windowsRows.map(([name, title, place]) => ({
			name,
			title,
			presence: `HKCU\\Software\\${place}`,
			registryKey: `HKCU\\Software\\${place}\\NativeMessagingHosts\\${hostName}`,
		}));
	}
	if (platform === "darwin")
		return macRows.map(within(posix.join(homedir, "Library", "Application Support")));
	// The specification says that a relative path counts as none.
	const config = env["XDG_CONFIG_HOME"];
	const root = config && posix.isAbsolute(config) ? config : posix.join(homedir, ".config");
	return [
		...linuxRows.map(within(root)),
		...snapRows.map(within(posix.join(homedir, "snap"), "snap")),
		...flatpakRows.map(within(posix.join(homedir, ".var", "app"), "flatpak")),
	];
}

/** A browser that runs with a profile directory of its own looks for hosts in there. */
export function browserAt(userDataDir: string, platform: NodeJS.Platform): HostBrowser {
	const path = platform === "win32" ? win32 : posix;
	const place = path.normalize(userDataDir);
	return {
		name: place,
		title: place,
		presence: place,
		manifest: path.join(place, "NativeMessagingHosts", manifestFile),
	};
}

/** Manifests that stand for every user of the machine. */
export function systemManifests(platform: NodeJS.Platform): string[] {
	return (systemDirectories[platform] ?? []).map((directory) => posix.join(directory, manifestFile));
}

function within(root: string, sandboxed?: "snap" | "flatpak"): (row: Row) => HostBrowser {
	return ([name, title, place]) => {
		const presence = posix.join(root, place);
		const manifest = posix.join(presence, "NativeMessagingHosts", manifestFile);
		return { name, title, presence, manifest, ...(sandboxed && { sandboxed }) };
	};
}
