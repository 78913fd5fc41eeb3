// A note beside the profile that says which process Reins started on it, and which broker did. It is the only
// thing that ever entitles a later broker to end a browser.

import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface OwnerRecord {
	pid: number;
	startTime: string;
	brokerPid: number;
	brokerStartTime: string;
}

function recordPath(profile: string): string {
	return join(profile, "reins-owner.json");
}

/** Undefined if there is none, or nothing that we could have written. */
export async function readOwner(profile: string): Promise<OwnerRecord | undefined> {
	try {
		const value: unknown = JSON.parse(await readFile(recordPath(profile), "utf8"));
		return isOwnerRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

export async function writeOwner(profile: string, record: OwnerRecord): Promise<void> {
	// Written aside and moved, so that a broker that dies here leaves the old note or the new one.
	const draft = `${recordPath(profile)}.${randomUUID()}`;
	await writeFile(draft, JSON.stringify(record), { mode: 0o600, flag: "wx" });
	await rename(draft, recordPath(profile));
}

export async function removeOwner(profile: string): Promise<void> {
	await rm(recordPath(profile), { force: true });
}

function isOwnerRecord(value: unknown): value is OwnerRecord {
	if (typeof value !== "object" || value === null) return false;
	const record = value as Record<string, unknown>;
	return (
		Number.isSafeInteger(record["pid"]) &&
		typeof record["startTime"] === "string" &&
		Number.isSafeInteger(record["brokerPid"]) &&
		typeof record["brokerStartTime"] === "string"
	);
}
