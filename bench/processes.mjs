// Which processes belong to a server, and how much memory they hold. Linux only: nobody else tells PSS.

import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";

export const memoryIsTold = () => existsSync("/proc/self/smaps_rollup");

/**
 * Megabytes of the process, of those below it, and of those whose environment names the folder, such as a
 * broker that outlives its starter. Only Node counts: what else a server starts is the browser.
 */
export function memoryOf(pid, folder) {
	const below = treeOf(pid);
	const node = realpathSync(process.execPath);
	const ours = allPids().filter((one) => one !== process.pid && executableOf(one) === node);
	const counted = ours.filter((one) => below.has(one) || read(`/proc/${one}/environ`).includes(folder));
	if (!counted.includes(pid)) throw new Error("The server is gone before its memory was read.");
	return counted.reduce((sum, one) => sum + pssOf(one), 0) / 1e6;
}

function pssOf(pid) {
	const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
	// Zero would pass for thrift.
	if (!kilobytes) throw new Error(`The memory of process ${pid} cannot be read.`);
	return Number(kilobytes) * 1024;
}

function treeOf(root) {
	const parents = allPids().map((pid) => [
		pid,
		Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]),
	]);
	const found = new Set([root]);
	for (const one of found) for (const [pid, parent] of parents) if (parent === one) found.add(pid);
	return found;
}

function allPids() {
	return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function executableOf(pid) {
	try {
		return readlinkSync(`/proc/${pid}/exe`);
	} catch {
		return "";
	}
}

function read(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
