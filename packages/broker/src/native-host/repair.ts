// Writes anew what doctor found wrong, and remembers it as install does, so that uninstall finds it.

import type { HostBrowser } from "./browsers.ts";
import { type HostSystem, writeLauncher, writeManifest } from "./install.ts";
import { type LauncherParts, launcherPath } from "./launcher.ts";
import { addToRecord } from "./record.ts";

/** Gives the path that was written. */
export function repairLauncher(system: HostSystem, program: Omit<LauncherParts, "home">): string {
	const launcher = launcherPath(system.places.home, system.around.platform);
	addToRecord(system.places, { launcher, directories: writeLauncher({ ...system, program }) });
	return launcher;
}

/** Gives the path that was written. */
export function repairManifest(system: HostSystem, browser: HostBrowser): string {
	const launcher = launcherPath(system.places.home, system.around.platform);
	const { made, manifest } = writeManifest(browser, system);
	addToRecord(system.places, { launcher, manifests: [manifest], directories: made });
	return manifest.path;
}
