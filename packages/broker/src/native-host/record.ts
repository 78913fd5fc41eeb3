// What `reins install` wrote, kept so that `reins uninstall` takes away exactly that, and doctor knows what ought
// to be there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Places } from "../places/places.ts";
import { writeWhole } from "./own-files.ts";

export interface RecordedManifest {
	/** The browser's name, or the profile directory that was given. */
	browser: string;
	path: string;
	registryKey?: string;
}

export interface HostRecord {
	launcher: string;
	manifests: RecordedManifest[];
	/** Directories that did not exist before. */
	directories: string[];
	/** The folder of the unpacked extension. */
	extension?: string;
}

export function recordPath(places: Places): string {
	return join(places.state, "native-host.json");
}

/** Undefined where nothing was installed, or where the record is none of ours. */
export function readRecord(places: Places): HostRecord | undefined {
	try {
		const value: unknown = JSON.parse(readFileSync(recordPath(places), "utf8"));
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Adds to what was written before: every run may have been for another browser. */
export function addToRecord(places: Places, added: Partial<HostRecord> & { launcher: string }): void {
	const before = readRecord(places);
	const manifests = new Map(
		[...(before?.manifests ?? []), ...(added.manifests ?? [])].map((manifest) => [keyOf(manifest), manifest]),
	);
	const extension = added.extension ?? before?.extension;
	const record: HostRecord = {
		launcher: added.launcher,
		manifests: [...manifests.values()],
		directories: [...new Set([...(before?.directories ?? []), ...(added.directories ?? [])])],
		...(extension !== undefined && { extension }),
	};
	writeWhole(recordPath(places), `${JSON.stringify(record, null, "\t")}\n`, 0o600);
}

function keyOf({ path, registryKey }: RecordedManifest): string {
	return registryKey ?? path;
}

function isRecord(value: unknown): value is HostRecord {
	if (typeof value !== "object" || value === null) return false;
	const { launcher, manifests, directories, extension } = value as Record<string, unknown>;
	return (
		typeof launcher === "string" &&
		(extension === undefined || typeof extension === "string") &&
		Array.isArray(directories) &&
		directories.every((directory) => typeof directory === "string") &&
		Array.isArray(manifests) &&
		manifests.every((manifest) => isManifest(manifest))
	);
}

function isManifest(value: unknown): value is RecordedManifest {
	if (typeof value !== "object" || value === null) return false;
	const { browser, path, registryKey } = value as Record<string, unknown>;
	return (
		typeof browser === "string" &&
		typeof path === "string" &&
		(registryKey === undefined || typeof registryKey === "string")
	);
}
