// What the system knows about processes. A pid alone proves nothing, since pids are reused: whoever wants to
// end a process must first compare its start time and its command line, and this is where they come from.

import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

export interface ProcessInfo {
	/** The same text for as long as the process lives, another one for the next process with this pid. */
	startTime: string;
	/** The command line for people. */
	command: string;
	/** Its exact parts, where the system tells them. */
	args: readonly string[] | undefined;
}

export interface ProcessTable {
	/** A living process; undefined if there is none, or only a zombie. */
	inspect(pid: number): Promise<ProcessInfo | undefined>;
	/** The living processes of a group. */
	group(leader: number): Promise<number[]>;
	/** The living processes with this text in their command line. */
	mentioning(text: string): Promise<number[]>;
}

export function processTable(platform: NodeJS.Platform): ProcessTable {
	if (platform === "linux") return { inspect: inspectProc, group: groupProc, mentioning: mentioningProc };
	if (platform === "win32")
		return { inspect: inspectBlindly, group: async () => [], mentioning: async () => [] };
	return { inspect: inspectPs, group: groupPs, mentioning: mentioningPs };
}

interface ProcStat {
	state: string;
	group: number;
	startTime: string;
}

/** Fields 3, 5 and 22. The name before them may itself have spaces and brackets. */
export function parseProcStat(stat: string): ProcStat {
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return { state: fields[0] ?? "", group: Number(fields[2]), startTime: fields[19] ?? "" };
}

async function readStat(pid: number): Promise<ProcStat | undefined> {
	try {
		const stat = parseProcStat(await readFile(`/proc/${pid}/stat`, "utf8"));
		return stat.state === "Z" || stat.state === "X" ? undefined : stat;
	} catch {
		return undefined;
	}
}

async function inspectProc(pid: number): Promise<ProcessInfo | undefined> {
	const stat = await readStat(pid);
	if (!stat) return undefined;
	const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
	const args = text.split("\0").filter((part) => part !== "");
	return { startTime: stat.startTime, command: args.join(" "), args };
}

async function groupProc(leader: number): Promise<number[]> {
	// Scanning all of /proc is dear; mostly the group is already empty, which this tells at once.
	if (!processExists(-leader)) return [];
	const members: number[] = [];
	for (const pid of await everyProc()) {
		if ((await readStat(pid))?.group === leader) members.push(pid);
	}
	return members;
}

async function mentioningProc(text: string): Promise<number[]> {
	const found: number[] = [];
	for (const pid of await everyProc()) {
		if ((await inspectProc(pid))?.command.includes(text)) found.push(pid);
	}
	return found;
}

async function everyProc(): Promise<number[]> {
	return (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** One line of `ps -o stat=,lstart=,command=`: the start is five words, as in "Mon Jan  1 12:00:00 2024". */
export function parsePsLine(line: string): ProcessInfo | undefined {
	const match = /^\s*(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line.trimEnd());
	if (!match || match[1]?.startsWith("Z")) return undefined;
	return { startTime: (match[2] ?? "").replace(/\s+/g, " "), command: match[3] ?? "", args: undefined };
}

async function inspectPs(pid: number): Promise<ProcessInfo | undefined> {
	return parsePsLine(await ps(["-ww", "-o", "stat=,lstart=,command=", "-p", String(pid)]));
}

async function groupPs(leader: number): Promise<number[]> {
	if (!processExists(-leader)) return [];
	const members: number[] = [];
	for (const line of (await ps(["-A", "-o", "pid=,pgid=,stat="])).split("\n")) {
		const [pid, group, state] = line.trim().split(/\s+/);
		if (Number(group) === leader && !state?.startsWith("Z")) members.push(Number(pid));
	}
	return members;
}

async function mentioningPs(text: string): Promise<number[]> {
	const lines = (await ps(["-A", "-ww", "-o", "pid=,stat=,command="])).split("\n");
	return lines
		.filter((line) => line.includes(text) && !/^\s*\d+\s+Z/.test(line))
		.map((line) => Number.parseInt(line, 10));
}

function ps(args: string[]): Promise<string> {
	return new Promise((resolve) => {
		// The language is fixed because `lstart` writes month and day in that of the person.
		execFile("ps", args, { env: { PATH: "/usr/bin:/bin", LC_ALL: "C" } }, (_error, stdout) =>
			resolve(stdout),
		);
	});
}

/** Windows needs no more: there Chromium's lock ends with its process, so nobody is ever judged by it. */
async function inspectBlindly(pid: number): Promise<ProcessInfo | undefined> {
	return processExists(pid) ? { startTime: "", command: "", args: undefined } : undefined;
}

/** Whether a signal would find somebody; a negative number asks for the group. */
export function processExists(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === "EPERM";
	}
}
