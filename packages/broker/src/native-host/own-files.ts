// Writing and taking away files of ours in directories that others use too. A file is there whole or not at all,
// and a link that somebody put in its place is replaced, never followed.

import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { newId, ReinsError } from "@reins/protocol";

/** Gives the directories that had to be made for it, the outermost first. */
export function writeWhole(path: string, text: string, mode: number): string[] {
	const made = makeDirectories(dirname(path));
	const draft = `${path}.${newId("new")}`;
	try {
		// "wx" never opens what is already there, and renaming replaces a link itself.
		writeFileSync(draft, text, { flag: "wx", mode });
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw new ReinsError("unsafe_directory", `${path} cannot be written: ${(error as Error).message}`, {
			hint: "Make the directory writable for yourself, then try again.",
		});
	}
	return made;
}

/** Removes directories of ours, the innermost first, as far as nothing is in them. */
export function removeEmpty(directories: readonly string[]): string[] {
	return [...directories].reverse().filter((directory) => {
		try {
			rmdirSync(directory);
			return true;
		} catch {
			return false;
		}
	});
}

export function isThere(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function makeDirectories(path: string): string[] {
	if (isThere(path)) return [];
	const outer = makeDirectories(dirname(path));
	try {
		mkdirSync(path, { mode: 0o700 });
	} catch (error) {
		throw new ReinsError("unsafe_directory", `${path} cannot be made: ${(error as Error).message}`);
	}
	return [...outer, path];
}
