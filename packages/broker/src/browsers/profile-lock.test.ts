import { existsSync, lstatSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readOwner, writeOwner } from "./owner-record.ts";
import { type ProcessInfo, type ProcessTable, processTable } from "./process-table.ts";
import { clearStaleLock } from "./profile-lock.ts";
import { ended, eventually, isAlive, Scratch } from "./test-support.ts";

const host = hostname();
const processes = processTable("linux");
const scratch = new Scratch();
afterEach(() => scratch.clear());

function lockedProfile(owner: string): string {
	const profile = scratch.directory();
	symlinkSync(owner, join(profile, "SingletonLock"));
	symlinkSync("/tmp/nowhere/SingletonSocket", join(profile, "SingletonSocket"));
	symlinkSync("1234567890", join(profile, "SingletonCookie"));
	return profile;
}

function isLocked(profile: string): boolean {
	return lstatSync(join(profile, "SingletonLock"), { throwIfNoEntry: false }) !== undefined;
}

async function deadPid(): Promise<number> {
	const child = scratch.sleeper();
	await ended(child);
	return child.pid;
}

/** A living process that looks like a browser on a profile of its own. */
async function browserOnProfile() {
	const profile = scratch.directory();
	const child = scratch.sleeper(`--user-data-dir=${profile}`);
	const info = await inspect(child.pid, profile);
	symlinkSync(`${host}-${child.pid}`, join(profile, "SingletonLock"));
	return { profile, pid: child.pid, startTime: info.startTime, child };
}

async function inspect(pid: number, words: string): Promise<ProcessInfo> {
	let info: ProcessInfo | undefined;
	// Until then it is still the fork of this very process.
	await eventually("started", async () => {
		info = await processes.inspect(pid);
		return info?.command.includes(words) ?? false;
	});
	return info as ProcessInfo;
}

describe("a lock without an owner", () => {
	it("is none", async () => {
		expect(await clearStaleLock(scratch.directory(), { host, processes })).toBe("none");
		expect(await clearStaleLock("/nowhere/at/all", { host, processes })).toBe("none");
	});

	it("is cleared when its process is dead, with all that belongs to it", async () => {
		const profile = lockedProfile(`${host}-${await deadPid()}`);
		await writeOwner(profile, { pid: 1, startTime: "x", brokerPid: 1, brokerStartTime: "x" });
		expect(await clearStaleLock(profile, { host, processes })).toBe("owner_dead");
		expect(readdirSync(profile)).toEqual([]);
	});

	it("is cleared when its pid now belongs to something else, which lives on", async () => {
		const { pid } = scratch.sleeper("--user-data-dir=/another/profile");
		await inspect(pid, "/another/profile");
		const profile = lockedProfile(`${host}-${pid}`);
		expect(await clearStaleLock(profile, { host, processes })).toBe("pid_reused");
		expect(isLocked(profile)).toBe(false);
		expect(isAlive(pid)).toBe(true);
	});

	it("may be of a host with hyphens", async () => {
		const profile = lockedProfile(`my-lap-top-${await deadPid()}`);
		expect(await clearStaleLock(profile, { host: "my-lap-top", processes })).toBe("owner_dead");
	});
});

describe("a lock that is kept", () => {
	async function refused(profile: string): Promise<{ message: string; data: Record<string, unknown> }> {
		const error = await clearStaleLock(profile, { host, processes, grace: 50 }).then(
			() => new Error("it was not refused"),
			(thrown) => thrown,
		);
		expect(error).toMatchObject({ code: "profile_locked" });
		expect(isLocked(profile)).toBe(true);
		return error;
	}

	it("is that of a living browser on this profile", async () => {
		const { profile, pid } = await browserOnProfile();
		const error = await refused(profile);
		expect(error.message).toContain(`process ${pid}`);
		expect(error.message).toContain("--user-data-dir=");
		expect(error.data["pid"]).toBe(pid);
		expect(isAlive(pid)).toBe(true);
	});

	it("is that of the same profile by another path, on either side", async () => {
		const { profile, pid } = await browserOnProfile();
		const alias = join(scratch.directory(), "alias");
		symlinkSync(profile, alias);
		await refused(alias);
		expect(isAlive(pid)).toBe(true);
		const byAlias = scratch.sleeper(`--user-data-dir=${alias}`);
		await inspect(byAlias.pid, alias);
		rmSync(join(profile, "SingletonLock"));
		symlinkSync(`${host}-${byAlias.pid}`, join(profile, "SingletonLock"));
		await refused(profile);
		expect(isAlive(byAlias.pid)).toBe(true);
	});

	it("is that of another computer", async () => {
		const profile = lockedProfile(`elsewhere-${await deadPid()}`);
		expect((await refused(profile)).message).toContain("elsewhere");
	});

	it("is one that Chromium did not write", async () => {
		await refused(lockedProfile("nonsense"));
		const profile = scratch.directory();
		writeFileSync(join(profile, "SingletonLock"), "");
		await refused(profile);
	});

	it("is that of a browser whose broker lives", async () => {
		const { profile, pid, startTime } = await browserOnProfile();
		const broker = await inspect(process.pid, "");
		await writeOwner(profile, { pid, startTime, brokerPid: process.pid, brokerStartTime: broker.startTime });
		await refused(profile);
		expect(isAlive(pid)).toBe(true);
	});

	it("is that of a browser that our record does not mean", async () => {
		const { profile, pid, startTime } = await browserOnProfile();
		const dead = { brokerPid: await deadPid(), brokerStartTime: "1" };
		for (const other of [
			{ pid, startTime: `${startTime}0`, ...dead },
			{ pid: pid + 1, startTime, ...dead },
		]) {
			await writeOwner(profile, other);
			await refused(profile);
		}
		writeFileSync(join(profile, "reins-owner.json"), JSON.stringify({ pid, startTime }));
		await refused(profile);
		expect(isAlive(pid)).toBe(true);
	});
});

describe("an orphan of a dead broker", () => {
	it.each([
		["a dead broker", async () => ({ brokerPid: await deadPid(), brokerStartTime: "1" })],
		["a broker whose pid was reused", async () => ({ brokerPid: process.pid, brokerStartTime: "1" })],
	])("is ended, and the lock cleared (%s)", async (_name, broker) => {
		const { profile, pid, startTime } = await browserOnProfile();
		await writeOwner(profile, { pid, startTime, ...(await broker()) });
		expect(await clearStaleLock(profile, { host, processes, grace: 50 })).toBe("orphan_ended");
		expect(isAlive(pid)).toBe(false);
		expect(readdirSync(profile)).toEqual([]);
	});

	it("may end by itself first", async () => {
		const { profile, pid, startTime, child } = await browserOnProfile();
		await writeOwner(profile, { pid, startTime, brokerPid: await deadPid(), brokerStartTime: "1" });
		let looks = 0;
		const inspect = async (asked: number) => {
			const info = await processes.inspect(asked);
			if (asked === pid && ++looks === 2) process.kill(pid, "SIGTERM");
			return info;
		};
		expect(await clearStaleLock(profile, { host, processes: { ...processes, inspect }, grace: 20_000 })).toBe(
			"orphan_ended",
		);
		await eventually("reaped", () => child.signalCode === "SIGTERM");
	});
});

describe("where the system tells the command line as one text (macOS)", () => {
	const profile = "/Users/a/.reins/profile one";

	async function fate(command: string) {
		const place = lockedProfile(`${host}-4711`);
		const table: ProcessTable = {
			inspect: async () => ({ startTime: "t", command: command.replace(profile, place), args: undefined }),
			group: async () => [],
			mentioning: async () => [],
		};
		return clearStaleLock(place, { host, processes: table }).catch((error) => error.code);
	}

	it.each([
		[`/Applications/Chromium --user-data-dir=${profile} --x`, "profile_locked"],
		[`/Applications/Chromium --user-data-dir=${profile}`, "profile_locked"],
		[`/Applications/Chromium --user-data-dir=${profile}-2`, "pid_reused"],
		["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome --restart", "profile_locked"],
		["/Applications/Google Chrome Helper --type=renderer", "pid_reused"],
		["vim --clean chromium.txt", "pid_reused"],
	])("%s: %s", async (command, expected) => {
		expect(await fate(command)).toBe(expected);
	});
});

describe("the owner record", () => {
	it("is private and comes back as written", async () => {
		const profile = scratch.directory();
		const record = { pid: 1, startTime: "2", brokerPid: 3, brokerStartTime: "4" };
		await writeOwner(profile, record);
		await writeOwner(profile, record);
		expect(await readOwner(profile)).toEqual(record);
		expect(readdirSync(profile)).toEqual(["reins-owner.json"]);
		expect(statSync(join(profile, "reins-owner.json")).mode & 0o777).toBe(0o600);
	});

	it.each(["", "null", "[]", '{"pid":"1"}'])("is none when it reads %j", async (text) => {
		const profile = scratch.directory();
		writeFileSync(join(profile, "reins-owner.json"), text);
		expect(existsSync(join(profile, "reins-owner.json"))).toBe(true);
		expect(await readOwner(profile)).toBeUndefined();
	});
});
