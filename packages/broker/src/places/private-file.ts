// Files that only their owner may read. One that somebody else could have written or could read is refused with the
// reason; a new one takes the place of the old in one step.

import {
	closeSync,
	constants,
	fstatSync,
	fsyncSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { ReinsError } from "@reins/protocol";

const OTHERS_ANY = 0o077;

/** Opens a private file for reading, and closes it afterwards; undefined where there is none. */
export function withPrivateFile<T>(path: string, use: (file: number, version: string) => T): T | undefined {
	const file = open(path);
	if (file === undefined) return undefined;
	try {
		return use(file, versionOf(file, path));
	} finally {
		closeSync(file);
	}
}

export function textOf(file: number): string {
	return readFileSync(file, "utf8");
}

/** In one step, into a file that was not there before. */
export function writePrivateFile(path: string, text: string): void {
	const fresh = `${path}.${process.pid}.${Date.now().toString(36)}`;
	const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
	const file = openSync(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
	try {
		writeSync(file, text);
		fsyncSync(file);
		renameSync(fresh, path);
	} catch (error) {
		rmSync(fresh, { force: true });
		throw error;
	} finally {
		closeSync(file);
	}
}

// A pipe that was put in its place would hold whoever opens it.
function open(path: string): number | undefined {
	try {
		return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") return undefined;
		if (code === "ELOOP") throw unsafe(path, "is a symbolic link", "Replace it by a file of your own.");
		throw unsafe(path, `cannot be read (${message})`, "Correct its owner and mode.");
	}
}

/** Another text is another version; throws where others could have written the file or could read it. */
function versionOf(file: number, path: string): string {
	const found = fstatSync(file, { bigint: true });
	if (!found.isFile()) throw unsafe(path, "is not a file", "Move it away.");
	// Windows has no modes; the file lies in the user's own profile there.
	if (process.platform !== "win32") {
		if (found.uid !== BigInt(process.getuid?.() ?? -1))
			throw unsafe(path, "belongs to another user", "Move it away.");
		const mode = Number(found.mode) & 0o777;
		if (mode & OTHERS_ANY)
			throw unsafe(path, `is open to other users (mode ${mode.toString(8)})`, `Run: chmod 600 ${path}`);
	}
	return `${found.ino} ${found.size} ${found.mtimeNs}`;
}

function unsafe(path: string, problem: string, hint: string): ReinsError {
	return new ReinsError("unsafe_directory", `${path} ${problem}.`, { hint });
}
