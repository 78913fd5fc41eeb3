// Directories that only their owner may enter. A directory that somebody else could have prepared,
// or could exchange, is refused with the reason, never quietly repaired.

import { existsSync, lstatSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ReinsError } from "@reins/protocol";
import type { Places } from "./places.ts";

const OTHERS_WRITE = 0o022;
const OTHERS_ANY = 0o077;
const STICKY = 0o1000;

/** Makes home and its rooms, and checks that nobody else can reach into them. */
export function preparePlaces(places: Places): void {
	makeDirectory(places.home);
	checkOwner(places.home, OTHERS_WRITE, "chmod 700");
	checkParent(dirname(places.home));
	for (const room of [places.run, places.logs, places.profiles, places.state, places.files]) {
		makeDirectory(room);
		checkOwner(room, OTHERS_ANY, "chmod 700");
	}
}

function makeDirectory(path: string): void {
	try {
		makeWithParents(path);
	} catch (error) {
		throw new ReinsError("unsafe_directory", `${path} cannot be made: ${(error as Error).message}`);
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

function checkOwner(path: string, forbidden: number, remedy: string): void {
	const found = lstatSync(path);
	if (found.isSymbolicLink()) throw unsafe(path, "is a symbolic link", "Replace it by a directory.");
	if (!found.isDirectory()) throw unsafe(path, "is not a directory", "Move it away.");
	// Windows has no modes; the directory lies in the user's own profile there.
	if (process.platform === "win32") return;
	if (found.uid !== process.getuid?.())
		throw unsafe(path, "belongs to another user", "Set REINS_HOME elsewhere.");
	const mode = found.mode & 0o777;
	if (mode & forbidden) {
		throw unsafe(path, `is open to other users (mode ${mode.toString(8)})`, `Run: ${remedy} ${path}`);
	}
}

/** Whoever may write in the parent may exchange our directory, unless the sticky bit forbids it. */
function checkParent(path: string): void {
	if (process.platform === "win32") return;
	const found = lstatSync(path);
	if (found.isSymbolicLink()) return;
	if (found.mode & 0o002 && !(found.mode & STICKY)) {
		throw unsafe(path, "can be written by every user", "Set REINS_HOME to a directory of your own.");
	}
}

function unsafe(path: string, problem: string, hint: string): ReinsError {
	return new ReinsError("unsafe_directory", `${path} ${problem}.`, { hint });
}
