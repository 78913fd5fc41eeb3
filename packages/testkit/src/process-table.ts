// What /proc tells about processes and their sockets: who is whose child, who lives, who listens.

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

interface ListeningSocket {
	pid: number;
	/** As in /proc/net: hexadecimal address, decimal port. */
	address: string;
	port: number;
}

export function readProc(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

export function allPids(): number[] {
	return readdirSync("/proc")
		.map(Number)
		.filter((pid) => Number.isInteger(pid));
}

export function commandOf(pid: number): string {
	return readProc(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
}

/**
 * A process that has ended but was not waited for is not alive. One whose first thread has ended while others
 * are still on their way out is: its sockets are open until the last one is gone.
 */
export function isAlive(pid: number): boolean {
	const status = readProc(`/proc/${pid}/status`);
	const state = /^State:\s+(\S)/m.exec(status)?.[1];
	const threads = Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]);
	return state !== undefined && ((state !== "Z" && state !== "X") || threads > 1);
}

/** The process and all below it, as they stand now. */
export function treeOf(root: number): number[] {
	const children = new Map<number, number[]>();
	for (const pid of allPids()) {
		const parent = Number(/^PPid:\s+(\d+)/m.exec(readProc(`/proc/${pid}/status`))?.[1]);
		if (parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
	}
	const found = [root];
	for (const pid of found) found.push(...(children.get(pid) ?? []));
	return found;
}

/** The session that a process is in; whoever was started detached has one of its own. */
export function sessionOf(pid: number): number {
	// The name in brackets may hold anything; the fields after it do not.
	const fields = readProc(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
	return Number(fields[3]);
}

/** Sends a signal; a process that is gone already is no failure. */
export function signal(pid: number, name: NodeJS.Signals): void {
	try {
		process.kill(pid, name);
	} catch {
		// It ended meanwhile.
	}
}

/** The TCP sockets on which any of these processes listens. */
export function listeningTcp(pids: readonly number[]): ListeningSocket[] {
	const LISTEN = "0A";
	const listening = new Map<string, { address: string; port: number }>();
	for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
		for (const line of readProc(table).split("\n").slice(1)) {
			const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
			if (state !== LISTEN || !local || !inode) continue;
			const [address = "", port = ""] = local.split(":");
			listening.set(inode, { address, port: Number.parseInt(port, 16) });
		}
	}
	return pids.flatMap((pid) =>
		socketInodes(pid).flatMap((inode) => {
			const socket = listening.get(inode);
			return socket ? [{ pid, ...socket }] : [];
		}),
	);
}

function socketInodes(pid: number): string[] {
	let descriptors: string[];
	try {
		descriptors = readdirSync(`/proc/${pid}/fd`);
	} catch {
		return [];
	}
	return descriptors.flatMap((descriptor) => {
		try {
			return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1] ?? [];
		} catch {
			return [];
		}
	});
}
