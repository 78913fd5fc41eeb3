// Makes our host known to the person's browsers: one launcher in REINS_HOME, and one manifest per browser that
// names it. What cannot work, such as a browser in a box of its own, is left out with the reason.

import { chmodSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { ReinsError } from "@reins/protocol";
import type { Places } from "../places/places.ts";
import { preparePlaces } from "../places/private-directory.ts";
import {
	browserAt,
	type HostBrowser,
	type HostSurroundings,
	hostBrowsers,
	manifestFile,
} from "./browsers.ts";
import { type LauncherParts, launcherPath, launcherText } from "./launcher.ts";
import { manifestText } from "./manifest.ts";
import { isThere, writeWhole } from "./own-files.ts";
import { addToRecord, type RecordedManifest } from "./record.ts";
import type { Registry } from "./registry.ts";

export interface HostSystem {
	around: HostSurroundings;
	places: Places;
	registry: Registry;
}

export interface InstallRequest extends HostSystem {
	/** What the launcher starts. */
	program: Omit<LauncherParts, "home">;
	/** Names of browsers; empty: all that are present. */
	browsers: readonly string[];
	/** Browsers with a profile directory of their own; where one is given, only these. */
	userDataDirs: readonly string[];
}

interface InstallReport {
	launcher: string;
	manifests: RecordedManifest[];
	skipped: { browser: string; reason: string }[];
}

/** Writes launcher and manifests. Where no browser is present nothing is written. */
export function installHost(request: InstallRequest): InstallReport {
	const { around, places } = request;
	const chosen = choose(request);
	const boxed = chosen.filter(({ sandboxed }) => sandboxed);
	const open = chosen.filter(({ sandboxed }) => !sandboxed);
	const skipped = boxed.map(({ title, sandboxed = "" }) => ({ browser: title, reason: whyBoxed(sandboxed) }));
	const launcher = launcherPath(places.home, around.platform);
	if (open.length === 0) return { launcher, manifests: [], skipped };
	preparePlaces(places);
	const directories = writeLauncher(request);
	const manifests = open.map((browser) => {
		const { made, manifest } = writeManifest(browser, request);
		directories.push(...made);
		return manifest;
	});
	addToRecord(places, { launcher, manifests, directories });
	return { launcher, manifests, skipped };
}

/** Gives the directories that had to be made. */
export function writeLauncher(request: HostSystem & Pick<InstallRequest, "program">): string[] {
	const { around, places, program } = request;
	const launcher = launcherPath(places.home, around.platform);
	const made = writeWhole(launcher, launcherText({ ...program, home: places.home }, around.platform), 0o700);
	// Whoever may write in there could exchange the launcher.
	chmodSync(dirname(launcher), 0o700);
	return made;
}

export function writeManifest(
	browser: HostBrowser,
	{ around, places, registry }: HostSystem,
): { made: string[]; manifest: RecordedManifest } {
	const launcher = launcherPath(places.home, around.platform);
	const path = browser.manifest ?? sharedManifest(places);
	const made = writeWhole(path, manifestText(launcher), 0o600);
	if (browser.registryKey) registry.write(browser.registryKey, path);
	const { registryKey } = browser;
	return { made, manifest: { browser: browser.name, path, ...(registryKey && { registryKey }) } };
}

/** Whether the browser was ever started by this person. */
export function isPresent({ presence, registryKey }: HostBrowser, registry: Registry): boolean {
	return registryKey ? registry.exists(presence) : isThere(presence);
}

export function whyBoxed(box: string): string {
	return `it is a ${box === "snap" ? "Snap" : "Flatpak"}, and cannot start programs outside of its box`;
}

/** On Windows all browsers are pointed to one file. */
export function sharedManifest(places: Places): string {
	return join(places.home, "host", manifestFile);
}

function choose({ around, registry, browsers, userDataDirs }: InstallRequest): HostBrowser[] {
	if (userDataDirs.length > 0) return ownDirectories(userDataDirs, around.platform);
	const known = hostBrowsers(around);
	if (browsers.length === 0) return known.filter((browser) => isPresent(browser, registry));
	return browsers.map((name) => {
		const found = known.find((browser) => browser.name === name);
		if (!found) {
			const names = known.map((browser) => browser.name).join(", ");
			throw new ReinsError("bad_args", `There is no browser "${name}" here. The names are: ${names}.`);
		}
		if (!isPresent(found, registry)) {
			throw new ReinsError(
				"no_browser",
				`${found.title} has not run here yet: there is no ${found.presence}`,
				{
					hint: "Start it once, then run `reins install` again; or give --user-data-dir.",
				},
			);
		}
		return found;
	});
}

function ownDirectories(directories: readonly string[], platform: NodeJS.Platform): HostBrowser[] {
	if (platform === "win32") {
		throw new ReinsError("bad_args", "On Windows browsers find hosts in the registry, not in a profile.", {
			hint: "Leave --user-data-dir out: the host serves every profile of a browser.",
		});
	}
	for (const directory of directories) {
		if (!isAbsolute(directory)) throw new ReinsError("bad_args", `Not an absolute path: ${directory}`);
	}
	return directories.map((directory) => browserAt(directory, platform));
}
