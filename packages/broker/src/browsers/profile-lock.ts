// A browser that was killed leaves its lock in the profile, and the next one then refuses to start. The lock is
// taken away when its owner is gone; its owner is ended only if Reins started it and the broker that did is dead.

import { readlink, realpath, rm } from "node:fs/promises";
import { basename, isAbsolute, join, resolve } from "node:path";
import { limits, ReinsError } from "@reins/protocol";
import { type OwnerRecord, readOwner, removeOwner } from "./owner-record.ts";
import type { ProcessInfo, ProcessTable } from "./process-table.ts";
import { until } from "./waiting.ts";

const lockFiles = ["SingletonLock", "SingletonSocket", "SingletonCookie"];

export interface ProfileLock {
	host: string;
	pid: number;
}

export interface LockSurroundings {
	/** The name of this computer, as Chromium writes it into its lock. */
	host: string;
	processes: ProcessTable;
	/** How long an orphan of ours may take to end by itself. */
	grace?: number;
}

export type LockFate = "none" | "owner_dead" | "pid_reused" | "orphan_ended";

/** Makes the profile free to use, or throws `profile_locked`. */
export async function clearStaleLock(profile: string, around: LockSurroundings): Promise<LockFate> {
	const target = await readlink(join(profile, "SingletonLock")).catch(lockUnreadable(profile));
	if (target === undefined) return "none";
	const lock = parseLock(target);
	if (!lock) throw foreign(profile, `a lock that Chromium did not write (${target})`);
	if (lock.host !== around.host) {
		throw foreign(profile, `a browser on the computer ${lock.host} (process ${lock.pid})`, {
			host: lock.host,
		});
	}
	const info = await around.processes.inspect(lock.pid);
	if (!info) return removed(profile, "owner_dead");
	if (!(await mayUse(info, profile))) return removed(profile, "pid_reused");
	if (!(await isOrphan(await readOwner(profile), lock.pid, info, around.processes))) {
		throw foreign(profile, `process ${lock.pid} (${shorten(info.command)})`, {
			pid: lock.pid,
			command: info.command,
		});
	}
	await endOrphan(profile, lock.pid, info, around);
	return removed(profile, "orphan_ended");
}

export async function readLock(profile: string): Promise<ProfileLock | undefined> {
	const target = await readlink(join(profile, "SingletonLock")).catch(() => undefined);
	return target === undefined ? undefined : parseLock(target);
}

export async function removeLock(profile: string): Promise<void> {
	for (const file of lockFiles) await rm(join(profile, file), { force: true });
}

/** The lock is a symbolic link to nowhere, `<host>-<pid>`; a host may have hyphens itself. */
function parseLock(target: string): ProfileLock | undefined {
	const match = /^(.+)-(\d+)$/.exec(target);
	const pid = Number(match?.[2]);
	return match?.[1] && pid > 0 ? { host: match[1], pid } : undefined;
}

async function removed(profile: string, fate: LockFate): Promise<LockFate> {
	await removeLock(profile);
	await removeOwner(profile);
	return fate;
}

/** Whether this process is, or could be, a browser on this profile. In doubt it is: then nothing is touched. */
async function mayUse(info: ProcessInfo, profile: string): Promise<boolean> {
	const flag = "--user-data-dir=";
	const ours = [...new Set([profile, resolve(profile), await real(profile)])];
	if (!info.args)
		return ours.some((path) => `${info.command} `.includes(`${flag}${path} `)) || isBare(info, flag);
	const theirs = info.args.filter((arg) => arg.startsWith(flag)).map((arg) => arg.slice(flag.length));
	for (const path of theirs) {
		if (!isAbsolute(path) || ours.includes(await real(path))) return true;
	}
	return theirs.length === 0 && isBare(info, flag);
}

/** A browser that was started without naming its profile: it may be on any. */
function isBare(info: ProcessInfo, flag: string): boolean {
	if (info.command.includes(flag) || info.command.includes("--type=")) return false;
	const program = info.args ? basename(info.args[0] ?? "") : info.command.split(" --")[0];
	return /chrom|msedge|brave|microsoft edge/i.test(program ?? "");
}

async function real(path: string): Promise<string> {
	return realpath(path).catch(() => resolve(path));
}

async function isOrphan(
	record: OwnerRecord | undefined,
	pid: number,
	info: ProcessInfo,
	processes: ProcessTable,
): Promise<boolean> {
	if (!record || record.pid !== pid || record.startTime !== info.startTime || info.startTime === "")
		return false;
	const broker = await processes.inspect(record.brokerPid);
	return broker?.startTime !== record.brokerStartTime;
}

/** Its pipe is broken, so it is most likely closing already; ending it then would cost what it still writes. */
async function endOrphan(
	profile: string,
	pid: number,
	info: ProcessInfo,
	{ processes, grace = limits.browserClose }: LockSurroundings,
): Promise<void> {
	const gone = async () => (await processes.inspect(pid))?.startTime !== info.startTime;
	if (await until(gone, grace)) return;
	try {
		process.kill(pid, "SIGKILL");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return;
	}
	if (await until(gone, limits.browserClose)) return;
	throw foreign(profile, `process ${pid}, which cannot be ended (${shorten(info.command)})`, { pid });
}

function lockUnreadable(profile: string): (error: NodeJS.ErrnoException) => undefined {
	return (error) => {
		// ENOTDIR and the like are for whoever makes the profile to complain about.
		if (error.code !== "EINVAL") return undefined;
		throw foreign(profile, "a lock that Chromium did not write (SingletonLock is no symbolic link)");
	};
}

function foreign(profile: string, by: string, data: Record<string, unknown> = {}): ReinsError {
	return new ReinsError("profile_locked", `The profile ${profile} is in use by ${by}.`, {
		hint: "Close that browser, or set another REINS_HOME. If it no longer exists, delete SingletonLock in the profile.",
		data: { profile, ...data },
	});
}

function shorten(command: string): string {
	return command.length > 200 ? `${command.slice(0, 200)}…` : command;
}
