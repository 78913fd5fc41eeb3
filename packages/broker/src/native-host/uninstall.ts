// Takes away what `reins install` wrote, and only what is still ours: a file that somebody has since made their
// own stays, and is named.

import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { extensionKey, hostName } from "@reins/protocol";
import type { HostSystem } from "./install.ts";
import { readLauncher } from "./launcher.ts";
import { readManifest } from "./manifest.ts";
import { isThere, removeEmpty } from "./own-files.ts";
import { type RecordedManifest, readRecord, recordPath } from "./record.ts";

interface UninstallReport {
	removed: string[];
	/** Not ours any more. */
	left: { path: string; reason: string }[];
}

export function uninstallHost(system: HostSystem): UninstallReport {
	const { places } = system;
	const report: UninstallReport = { removed: [], left: [] };
	const record = readRecord(places);
	if (!record) return report;
	for (const manifest of record.manifests) removeManifest(manifest, record.launcher, system, report);
	removeLauncher(record.launcher, system.around.platform, report);
	if (record.extension !== undefined) removeExtension(record.extension, report);
	rmSync(recordPath(places), { force: true });
	// A launcher that stays keeps its directory: only empty ones go.
	report.removed.push(...removeEmpty(record.directories));
	return report;
}

function removeManifest(
	{ path, registryKey }: RecordedManifest,
	launcher: string,
	{ registry }: HostSystem,
	report: UninstallReport,
): void {
	if (registryKey) {
		const value = registry.read(registryKey);
		if (value === path) {
			registry.remove(registryKey);
			report.removed.push(registryKey);
		} else if (value !== undefined) report.left.push({ path: registryKey, reason: `it names ${value} now` });
	}
	const manifest = readManifest(path);
	if (!manifest) return;
	if (manifest.name === hostName && manifest.path === launcher) remove(path, report);
	else report.left.push({ path, reason: `it names ${manifest.path || "something else"} now` });
}

function removeLauncher(path: string, platform: NodeJS.Platform, report: UninstallReport): void {
	if (!isThere(path)) return;
	try {
		if (readLauncher(path, platform)) {
			remove(path, report);
			return;
		}
	} catch {
		// A directory, or not readable: not what we wrote.
	}
	report.left.push({ path, reason: "it is not as Reins wrote it" });
}

function removeExtension(folder: string, report: UninstallReport): void {
	if (!isThere(folder)) return;
	if (isOurExtension(folder)) remove(folder, report);
	else report.left.push({ path: folder, reason: "it does not hold the extension of Reins" });
}

/** By the key, from which a browser derives who an extension is. */
function isOurExtension(folder: string): boolean {
	try {
		const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as { key?: unknown };
		return manifest.key === extensionKey;
	} catch {
		return false;
	}
}

function remove(path: string, report: UninstallReport): void {
	rmSync(path, { recursive: true, force: true });
	report.removed.push(path);
}
