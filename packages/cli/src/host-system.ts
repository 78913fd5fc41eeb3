// The machine as far as native messaging hosts are concerned, and the extension that came with this program.

import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { type HostSystem, placesFor, windowsRegistry } from "@reins/broker";

export function hostSystem(): HostSystem {
	const { platform, env } = process;
	return { around: { platform, env, homedir: homedir() }, places: placesFor(), registry: windowsRegistry };
}

/** The build puts the extension beside the bundle. */
export function extensionSource(): string {
	return fileURLToPath(new URL("./extension/", import.meta.url));
}

/** What only the person can do, in the browser. */
export function loadingSteps(folder: string): string[] {
	return [
		"In the browser, once:",
		"  1. Open chrome://extensions",
		"  2. Switch Developer mode on (top right)",
		`  3. Load unpacked → ${folder}`,
	];
}
