// Directories that only their owner may enter. A directory that somebody else could have prepared,
// or could exchange, is refused with the reason, never quietly repaired.

import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	type Stats,
	statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { ReinsError } from "@reins/protocol";
import type { Places } from "./places.ts";

const OTHERS_WRITE = 0o022;
const OTHERS_ANY = 0o077;
const EVERYBODY_WRITES = 0o002;
const STICKY = 0o1000;
/** Whom files seem to belong to whose owner is not known in a container. */
const NOBODY = 65_534;

/** Makes home and its rooms, and checks that nobody else can reach into them. */
export function preparePlaces(places: Places): void {
	makeDirectory(places.home);
	checkDirectory(places.home, OTHERS_WRITE);
	checkAbove(places.home);
	for (const room of [places.run, places.logs, places.profiles, places.state, places.files]) {
		preparePrivate(room);
	}
	const host = join(places.home, "host");
	if (lstatSync(host, { throwIfNoEntry: false })) checkDirectory(host, OTHERS_WRITE);
	for (const room of [places.run, places.logs, places.state]) checkContents(room);
}

/** A directory for its owner alone: made where there is none, refused where it is something else. */
export function preparePrivate(path: string): void {
	makeDirectory(path);
	checkDirectory(path, OTHERS_ANY);
}

function makeDirectory(path: string): void {
	try {
		makeWithParents(path);
	} catch (error) {
		throw new ReinsError("unsafe_directory", `${path} cannot be made: ${(error as Error).message}`, {
			hint: "Set REINS_HOME to a directory that you may make.",
		});
	}
}

// Node's own recursive mkdir never returns where a file system refuses new directories with ENOENT (/proc).
function makeWithParents(path: string): void {
	const make = () => mkdirSync(path, { mode: 0o700 });
	try {
		make();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "EEXIST") return;
		if (code !== "ENOENT" || existsSync(dirname(path))) throw error;
		makeWithParents(dirname(path));
		make();
	}
}

function checkDirectory(path: string, forbidden: number): void {
	const found = lstatSync(path);
	requireDirectory(path, found);
	// Windows has no modes; the directory lies in the user's own profile there.
	if (process.platform === "win32") return;
	requireOwn(path, found);
	requireClosed(path, found, forbidden);
}

// @guard a-directory
function requireDirectory(path: string, found: Stats): void {
	if (found.isSymbolicLink()) throw unsafe(path, "is a symbolic link", "Replace it by a directory.");
	if (!found.isDirectory()) throw unsafe(path, "is not a directory", "Move it away.");
}

// @guard own-directory
function requireOwn(path: string, { uid }: Stats): void {
	if (uid !== process.getuid?.()) throw unsafe(path, "belongs to another user", "Set REINS_HOME elsewhere.");
}

// @guard closed-directory
function requireClosed(path: string, found: Stats, forbidden: number): void {
	const mode = found.mode & 0o777;
	if (mode & forbidden) {
		throw unsafe(path, `is open to other users (mode ${mode.toString(8)})`, `Run: chmod 700 ${path}`);
	}
}

/** What lies in our rooms is read and written by name: each must be a file of ours, or the socket. */
function checkContents(room: string): void {
	for (const name of readdirSync(room)) {
		const path = join(room, name);
		const found = lstatSync(path, { throwIfNoEntry: false });
		// Drafts come and go.
		if (found) requirePlain(path, found);
	}
}

// @guard planted-files
function requirePlain(path: string, found: Stats): void {
	if (found.isSymbolicLink()) throw unsafe(path, "is a symbolic link", "Move it away.");
	if (!found.isFile() && !found.isSocket()) throw unsafe(path, "is not a plain file", "Move it away.");
	if (process.platform !== "win32") requireOwn(path, found);
}

/** Every directory on the way, as it is written and as it really leads. */
function checkAbove(home: string): void {
	if (process.platform === "win32") return;
	const written = ancestors(home);
	const links = written.filter((path) => lstatSync(path).isSymbolicLink());
	for (const path of links) requireTrusted(path, lstatSync(path));
	for (const path of new Set([...written, ...ancestors(realpathSync(home))])) {
		requireTrusted(path, statSync(path));
	}
}

function ancestors(path: string): string[] {
	const above = dirname(path);
	return above === path ? [] : [above, ...ancestors(above)];
}

/** Whoever may write in a directory above ours may exchange it, unless the sticky bit forbids it. */
// @guard directories-above
function requireTrusted(path: string, found: Stats): void {
	if (!isTrusted(found.uid)) {
		throw unsafe(path, "belongs to another user", "Set REINS_HOME to a directory of your own.");
	}
	// The mode of a link means nothing.
	if (!found.isSymbolicLink() && found.mode & EVERYBODY_WRITES && !(found.mode & STICKY)) {
		throw unsafe(path, "can be written by every user", "Set REINS_HOME to a directory of your own.");
	}
}

function isTrusted(uid: number): boolean {
	return uid === 0 || uid === process.getuid?.() || (uid === NOBODY && isContained());
}

/** In a container that does not know all users, what belongs to the system seems to be nobody's. */
function isContained(): boolean {
	try {
		return !/^\s*0\s+0\s+4294967295\s*$/.test(readFileSync("/proc/self/uid_map", "utf8"));
	} catch {
		return false;
	}
}

function unsafe(path: string, problem: string, hint: string): ReinsError {
	return new ReinsError("unsafe_directory", `${path} ${problem}.`, { hint });
}
