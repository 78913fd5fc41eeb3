// Where browsers are usually installed, as a table per system. It is data, so that a new place is one line
// and the error "no browser" can say exactly where it looked.

import { posix, win32 } from "node:path";

export type BrowserKind = "chrome" | "chromium" | "edge" | "brave";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface BrowserPlace {
	kind: BrowserKind;
	path: string;
	/** What was looked for, and where, in words short enough for a message. */
	name: string;
	root: string;
}

type Row = readonly [kind: BrowserKind, name: string];

// Within each table the stable releases of all makers come before any beta: who has both lives in the stable one.

const linuxNames: readonly Row[] = [
	["chrome", "google-chrome"],
	["chrome", "google-chrome-stable"],
	["chromium", "chromium"],
	["chromium", "chromium-browser"],
	["edge", "microsoft-edge"],
	["edge", "microsoft-edge-stable"],
	["brave", "brave-browser"],
	["brave", "brave-browser-stable"],
	["brave", "brave"],
	["chrome", "google-chrome-beta"],
	["chrome", "google-chrome-unstable"],
	["chrome", "google-chrome-canary"],
	["edge", "microsoft-edge-beta"],
	["edge", "microsoft-edge-dev"],
	["brave", "brave-browser-beta"],
	["brave", "brave-browser-nightly"],
];

/** Looked into after the PATH: a broker that Chrome or a desktop started often has a poor one. */
const linuxDirectories = ["/usr/local/bin", "/usr/bin", "/snap/bin"];

const linuxFiles: readonly Row[] = [
	["chrome", "/opt/google/chrome/chrome"],
	["chromium", "/usr/lib/chromium/chromium"],
	["chromium", "/usr/lib/chromium-browser/chromium-browser"],
	["edge", "/opt/microsoft/msedge/msedge"],
	["brave", "/opt/brave.com/brave/brave"],
];

/** Last of all: a flatpak runs in a box of its own, which may keep the pipe or the profile out. */
const flatpakNames: readonly Row[] = [
	["chrome", "com.google.Chrome"],
	["chromium", "org.chromium.Chromium"],
	["edge", "com.microsoft.Edge"],
	["brave", "com.brave.Browser"],
];

const macApplications: readonly Row[] = [
	["chrome", "Google Chrome"],
	["chromium", "Chromium"],
	["edge", "Microsoft Edge"],
	["brave", "Brave Browser"],
	["chrome", "Google Chrome for Testing"],
	["chrome", "Google Chrome Beta"],
	["chrome", "Google Chrome Dev"],
	["chrome", "Google Chrome Canary"],
	["edge", "Microsoft Edge Beta"],
	["edge", "Microsoft Edge Dev"],
	["edge", "Microsoft Edge Canary"],
	["brave", "Brave Browser Beta"],
	["brave", "Brave Browser Nightly"],
];

const windowsFiles: readonly Row[] = [
	["chrome", "Google\\Chrome\\Application\\chrome.exe"],
	["chromium", "Chromium\\Application\\chrome.exe"],
	["edge", "Microsoft\\Edge\\Application\\msedge.exe"],
	["brave", "BraveSoftware\\Brave-Browser\\Application\\brave.exe"],
	["chrome", "Google\\Chrome Beta\\Application\\chrome.exe"],
	["chrome", "Google\\Chrome Dev\\Application\\chrome.exe"],
	["chrome", "Google\\Chrome SxS\\Application\\chrome.exe"],
	["edge", "Microsoft\\Edge Beta\\Application\\msedge.exe"],
	["edge", "Microsoft\\Edge Dev\\Application\\msedge.exe"],
	["edge", "Microsoft\\Edge SxS\\Application\\msedge.exe"],
	["brave", "BraveSoftware\\Brave-Browser-Beta\\Application\\brave.exe"],
	["brave", "BraveSoftware\\Brave-Browser-Nightly\\Application\\brave.exe"],
];

/** Every place to look in, best first. */
export function browserPlaces(platform: NodeJS.Platform, env: Environment): BrowserPlace[] {
	if (platform === "darwin") return macPlaces(env);
	if (platform === "win32") return windowsPlaces(env);
	return linuxPlaces(env);
}

function linuxPlaces(env: Environment): BrowserPlace[] {
	const onPath = (env["PATH"] ?? "").split(":").filter((directory) => posix.isAbsolute(directory));
	const home = env["HOME"];
	const exported = ["/var/lib/flatpak/exports/bin"];
	if (home) exported.unshift(posix.join(home, ".local/share/flatpak/exports/bin"));
	return [
		...cross(linuxNames, [...onPath, ...linuxDirectories], posix.join),
		...linuxFiles.map(([kind, path]) => {
			return { kind, path, name: posix.basename(path), root: posix.dirname(path) };
		}),
		...cross(flatpakNames, exported, posix.join),
	];
}

function macPlaces(env: Environment): BrowserPlace[] {
	const roots = ["/Applications"];
	if (env["HOME"]) roots.push(posix.join(env["HOME"], "Applications"));
	return cross(macApplications, roots, (root, name) => {
		return posix.join(root, `${name}.app`, "Contents/MacOS", name);
	});
}

function windowsPlaces(env: Environment): BrowserPlace[] {
	const home = variable(env, "USERPROFILE");
	const roots = [
		variable(env, "PROGRAMFILES") ?? "C:\\Program Files",
		variable(env, "PROGRAMW6432"),
		variable(env, "PROGRAMFILES(X86)") ?? "C:\\Program Files (x86)",
		variable(env, "LOCALAPPDATA") ?? (home && win32.join(home, "AppData\\Local")),
	];
	return cross(
		windowsFiles,
		roots.filter((root) => root !== undefined && root !== "") as string[],
		win32.join,
	);
}

/** Names of variables have no case on Windows, but a copy of the environment does. */
function variable(env: Environment, name: string): string | undefined {
	const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
	return key === undefined ? undefined : env[key];
}

function cross(
	rows: readonly Row[],
	roots: readonly string[],
	join: (root: string, name: string) => string,
): BrowserPlace[] {
	const unique = [...new Set(roots)];
	return rows.flatMap(([kind, name]) => unique.map((root) => ({ kind, path: join(root, name), name, root })));
}
