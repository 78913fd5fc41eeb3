// One broker a person: whoever starts at the same time ends as the one that holds the address.
//
// 1. Take the short-lived claim lock (only one starter looks at a time).
// 2. If somebody answers at the address, we were second: say so.
// 3. Otherwise a socket file there is dead: remove it, listen, release the lock.

import { linkSync, lstatSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from "node:fs";
import { connect, type Server } from "node:net";
import { join } from "node:path";
import { limits, newId, ReinsError } from "@reins/protocol";
import { processExists } from "../browsers/process-table.ts";
import type { Places } from "../places/places.ts";
import { readPrivate } from "../places/private-file.ts";

/** What connecting fails with where nobody listens. Not a socket is nobody too; it is not removed either. */
const NOBODY = new Set(["ECONNREFUSED", "ENOENT", "ENOTSOCK"]);
/** Milliseconds after which a lock that names no holder is nobody's. */
const NAMELESS = 2_000;

/** Resolves to false where another broker answers at the address. */
export async function claimAddress(server: Server, places: Places): Promise<boolean> {
	if (process.platform === "win32") return listenOnPipe(server, places.address);
	const release = await takeLock(join(places.run, "claim.lock"));
	try {
		if (await answers(places.address)) return false;
		removeDeadSocket(places.address);
		await listenPrivately(server, places.address);
		return true;
	} finally {
		release();
	}
}

// The mode of a socket is 0777 less the umask at the moment of listening.
// @guard private-socket
async function listenPrivately(server: Server, address: string): Promise<void> {
	const umask = process.umask(0o177);
	try {
		await new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(address, () => {
				server.off("error", reject);
				resolve();
			});
		});
	} finally {
		process.umask(umask);
	}
	requirePrivate(address);
}

function requirePrivate(address: string): void {
	const mode = statSync(address).mode & 0o777;
	if (mode !== 0o600)
		throw new ReinsError("unsafe_directory", `${address} has mode ${mode.toString(8)}, not 600.`);
}

// A pipe's name can be held by one server only, and goes with it.
function listenOnPipe(server: Server, address: string): Promise<boolean> {
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) =>
			error.code === "EADDRINUSE" ? resolve(false) : reject(error),
		);
		server.listen(address, () => resolve(true));
	});
}

function answers(address: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(address);
		socket.once("connect", () => {
			socket.destroy();
			resolve(true);
		});
		// Any other failure, such as EAGAIN from a full queue, comes from somebody who is there.
		socket.once("error", (error: NodeJS.ErrnoException) => resolve(!NOBODY.has(error.code ?? "")));
	});
}

function removeDeadSocket(address: string): void {
	const found = lstatSync(address, { throwIfNoEntry: false });
	if (!found) return;
	requireSocket(address, found);
	rmSync(address);
}

// @guard a-socket
function requireSocket(address: string, found: Stats): void {
	if (found.isSocket()) return;
	throw new ReinsError("unsafe_directory", `${address} is there and is not a socket.`, {
		hint: "Move it away.",
	});
}

async function takeLock(path: string): Promise<() => void> {
	const deadline = Date.now() + limits.brokerStart;
	for (;;) {
		if (linkLock(path)) return () => rmSync(path, { force: true });
		breakDeadLock(path);
		if (Date.now() > deadline)
			throw new ReinsError("broker_unreachable", `${path} is held by another process.`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}

/** Linked, not written in place: a lock is never there without its holder's pid. */
function linkLock(path: string): boolean {
	const own = `${path}.${newId("own")}`;
	writeFileSync(own, String(process.pid), { flag: "wx", mode: 0o600 });
	try {
		linkSync(own, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		return false;
	} finally {
		rmSync(own, { force: true });
	}
}

/** A holder that died in the few milliseconds of claiming has left its lock behind. */
function breakDeadLock(path: string): void {
	const holder = readHolder(path);
	if (holder === undefined ? !isOld(path) : processExists(holder)) return;
	const aside = `${path}.${newId("dead")}`;
	try {
		renameSync(path, aside);
	} catch {
		return; // Somebody else was faster.
	}
	if (readHolder(aside) === holder) rmSync(aside, { force: true });
	// What we took was a new, living lock: give it back.
	else renameSync(aside, path);
}

function isOld(path: string): boolean {
	const found = statSync(path, { throwIfNoEntry: false });
	return found !== undefined && Date.now() - found.mtimeMs > NAMELESS;
}

function readHolder(path: string): number | undefined {
	try {
		return Number(readPrivate(path)) || undefined;
	} catch {
		return undefined;
	}
}
