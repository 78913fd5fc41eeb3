// A browser for the demonstration and the tests: the one the product would take, in the product's order
// (packages/broker/src/browsers/browser-places.ts is the full table), else one from the system's packages
// where that can be done without asking, else the exact command for the person to run.

import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import { Obstacle, runStep } from "./step.mjs";

const linuxNames = [
	...["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"],
	...["microsoft-edge", "microsoft-edge-stable", "brave-browser", "brave-browser-stable", "brave"],
	...["google-chrome-beta", "google-chrome-unstable", "microsoft-edge-beta", "microsoft-edge-dev"],
];
const linuxFiles = [
	"/opt/google/chrome/chrome",
	"/usr/lib/chromium/chromium",
	"/opt/microsoft/msedge/msedge",
];
const macNames = [
	"Google Chrome",
	"Chromium",
	"Microsoft Edge",
	"Brave Browser",
	"Google Chrome for Testing",
];
const windowsFiles = [
	"Google\\Chrome\\Application\\chrome.exe",
	"Chromium\\Application\\chrome.exe",
	"Microsoft\\Edge\\Application\\msedge.exe",
	"BraveSoftware\\Brave-Browser\\Application\\brave.exe",
];

/** Resolves to the path of a browser; installs one on Debian as root; else says what to do. */
export async function obtainBrowser(out) {
	const found = findBrowser();
	if (found) return found;
	const system = linuxSystem();
	if (system === "debian" && process.getuid?.() === 0) {
		out.write("no browser was found; Debian has one\n");
		await installWithApt(out);
		const installed = findBrowser();
		if (installed) return installed;
	}
	throw new Obstacle("No Chrome, Chromium, Edge or Brave was found.", adviceFor(process.platform, system));
}

function findBrowser({ env = process.env, platform = process.platform, exists = isExecutable } = {}) {
	const named = env.REINS_CHROME;
	if (!named) return places(platform, env).find(exists);
	if (exists(named)) return named;
	throw new Obstacle(
		`REINS_CHROME names ${named}, which is missing or is not an executable file.`,
		"Correct REINS_CHROME, or unset it to use an installed browser.",
	);
}

/** What a person does on this system; `linux` is what linuxSystem() answered. */
function adviceFor(platform, linux) {
	const commands = {
		darwin: "Run: brew install --cask chromium",
		win32: "Run: winget install Google.Chrome",
		debian: "Run: sudo apt-get install chromium",
		ubuntu:
			"Ubuntu's chromium package is only a door to a snap, which does not work everywhere (containers above all).\n" +
			"Install Google Chrome instead: take the .deb from google.com/chrome, then\n" +
			"run: sudo apt-get install ./google-chrome-stable_current_amd64.deb",
		fedora: "Run: sudo dnf install chromium",
		arch: "Run: sudo pacman -S chromium",
	};
	const command = commands[platform === "linux" ? linux : platform];
	return `${command ?? "Install Chromium or Chrome with your system's package manager."}\nIf there is one in an unusual place, set REINS_CHROME to its path. Then run this again.`;
}

async function installWithApt(out) {
	const options = ["-q", "-o", "DPkg::Lock::Timeout=120"];
	const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	const next = `Mend what apt-get names, or install a browser by hand. ${adviceFor("linux", "debian")}`;
	await runStep("apt-get update", ["apt-get", ...options, "update"], { out, env, next });
	const install = ["apt-get", ...options, "install", "-y", "--no-install-recommends", "chromium"];
	await runStep("installing chromium (apt-get install, some 100 MB)", install, { out, env, next });
}

/** The family of a Linux, as far as the advice differs. */
function linuxSystem(release = readRelease()) {
	const words = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, ids]) => ids.split(" "));
	// Ubuntu's children call themselves Debian's too.
	return ["ubuntu", "debian", "fedora", "arch"].find((family) => words.includes(family));
}

function readRelease() {
	try {
		return readFileSync("/etc/os-release", "utf8");
	} catch {
		return "";
	}
}

function places(platform, env) {
	if (platform === "darwin") {
		const roots = ["/Applications", ...(env.HOME ? [posix.join(env.HOME, "Applications")] : [])];
		return macNames.flatMap((name) => roots.map((root) => `${root}/${name}.app/Contents/MacOS/${name}`));
	}
	if (platform === "win32") {
		const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(Boolean);
		return windowsFiles.flatMap((file) => roots.map((root) => win32.join(root, file)));
	}
	const onPath = (env.PATH ?? "").split(":").filter((directory) => posix.isAbsolute(directory));
	const directories = [...onPath, "/usr/local/bin", "/usr/bin", "/snap/bin"];
	const named = linuxNames.flatMap((name) => directories.map((directory) => posix.join(directory, name)));
	return [...named, ...linuxFiles];
}

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
