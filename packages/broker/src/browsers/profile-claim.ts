// Writing down that a profile is used by a browser of ours, and taking that back when the browser has ended:
// what is left in between by a broker that dies is what the next one judges a lock by.

import { hostname } from "node:os";
import { readOwner, removeOwner, writeOwner } from "./owner-record.ts";
import type { ProcessTable } from "./process-table.ts";
import { readLock, removeLock } from "./profile-lock.ts";

export async function claimProfile(profile: string, started: number, table: ProcessTable): Promise<void> {
	const pid = await browserPid(profile, started, table);
	const [browser, broker] = [await table.inspect(pid), await table.inspect(process.pid)];
	if (!browser || !broker) return;
	await writeOwner(profile, {
		pid,
		startTime: browser.startTime,
		brokerPid: process.pid,
		brokerStartTime: broker.startTime,
	});
}

/** Removes only what is ours: a next browser may already be on this profile. */
export async function releaseProfile(profile: string, started: number, table: ProcessTable): Promise<void> {
	const [record, lock] = [await readOwner(profile), await readLock(profile)];
	const ours = [started];
	if (record?.brokerPid === process.pid && !(await table.inspect(record.pid))) ours.push(record.pid);
	if (lock && lock.host === hostname() && ours.includes(lock.pid)) await removeLock(profile);
	if (record && ours.includes(record.pid)) await removeOwner(profile);
}

/** A wrapper that does not `exec` leaves the browser another pid than the one we started: the lock tells. */
async function browserPid(profile: string, started: number, table: ProcessTable): Promise<number> {
	const locked = (await readLock(profile))?.pid;
	if (locked === undefined || locked === started) return started;
	return (await table.group(started)).includes(locked) ? locked : started;
}
