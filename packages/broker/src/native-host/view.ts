// How things stand: which browsers are there, what their manifests say, and what ought to be there. For doctor,
// which judges it; nothing is changed here.

import { dirname } from "node:path";
import { browserAt, type HostBrowser, hostBrowsers, systemManifests } from "./browsers.ts";
import { type HostSystem, isPresent, sharedManifest } from "./install.ts";
import { launcherPath } from "./launcher.ts";
import { type HostManifest, readManifest } from "./manifest.ts";
import { isThere } from "./own-files.ts";
import { readRecord } from "./record.ts";

export interface HostPlace {
	browser: HostBrowser;
	/** The manifest's file. */
	file: string;
	/** What it says; undefined where there is none. */
	manifest: HostManifest | undefined;
	/** It was installed, or the person has asked for this one. */
	expected: boolean;
}

export interface HostView {
	/** Where our launcher belongs. */
	launcher: string;
	places: HostPlace[];
	/** Manifests of an administrator, which count where the person has none. */
	system: { file: string; manifest: HostManifest }[];
	/** Present, but in a box out of which no host can be started. */
	boxed: HostBrowser[];
}

/** With a profile directory only the browser that runs with it is looked at. */
export function viewHosts(
	system: HostSystem,
	userDataDir: string | undefined,
	administrators: readonly string[] = systemManifests(system.around.platform),
): HostView {
	const { around, places, registry } = system;
	const present = hostBrowsers(around).filter((browser) => isPresent(browser, registry));
	const looked =
		userDataDir === undefined ? everyPlace(system, present) : [browserAt(userDataDir, around.platform)];
	const recorded = new Set(
		readRecord(places)?.manifests.map(({ path, registryKey }) => registryKey ?? path) ?? [],
	);
	return {
		launcher: launcherPath(places.home, around.platform),
		boxed: userDataDir === undefined ? present.filter(({ sandboxed }) => sandboxed) : [],
		places: looked.map((browser) => {
			const key = browser.registryKey ?? browser.manifest ?? "";
			const file = browser.manifest ?? registry.read(key) ?? sharedManifest(places);
			const registered = browser.registryKey === undefined || registry.read(key) !== undefined;
			return {
				browser,
				file,
				manifest: registered ? readManifest(file) : undefined,
				expected: userDataDir !== undefined || recorded.has(key),
			};
		}),
		system: administrators.flatMap((file) => {
			const manifest = readManifest(file);
			return manifest ? [{ file, manifest }] : [];
		}),
	};
}

/** The present browsers, and the profile directories that were installed for and are still there. */
function everyPlace({ around, places }: HostSystem, present: readonly HostBrowser[]): HostBrowser[] {
	const open = present.filter(({ sandboxed }) => !sandboxed);
	const known = new Set(hostBrowsers(around).map(({ manifest }) => manifest));
	const own = (readRecord(places)?.manifests ?? [])
		.filter(({ path, registryKey }) => registryKey === undefined && !known.has(path))
		.map(({ path }) => dirname(dirname(path)))
		.filter((directory) => isThere(directory));
	return [...open, ...own.map((directory) => browserAt(directory, around.platform))];
}
