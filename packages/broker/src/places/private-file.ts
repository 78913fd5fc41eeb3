// Files of ours in our own directories. What somebody has put in their place is never followed, never waited for and
// never written into: a link, a pipe, a file of another user.

import {
	closeSync,
	constants,
	fstatSync,
	fsyncSync,
	linkSync,
	lstatSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { newId, ReinsError } from "@reins/protocol";

// Windows has neither; there links need a right that few users have.
const { O_RDONLY, O_WRONLY, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** Undefined where there is none. */
export function readPrivate(path: string): string | undefined {
	return withFile(path, (file) => readFileSync(file, "utf8"));
}

/** The same for a file that nobody else may even read, only where its text is not the version that is `known`. */
export function readSecret(path: string, known: string): { version: string; text?: string } | undefined {
	return withFile(path, (file) => {
		requireUnshared(file, path);
		const { ino, size, mtimeNs } = fstatSync(file, { bigint: true });
		const version = `${ino} ${size} ${mtimeNs}`;
		return version === known ? { version } : { version, text: readFileSync(file, "utf8") };
	});
}

function withFile<T>(path: string, use: (file: number) => T): T | undefined {
	const file = opened(path, O_RDONLY);
	if (file === undefined) return undefined;
	try {
		return use(file);
	} finally {
		closeSync(file);
	}
}

/**
 * In one step, through a file that was not there before: a crash leaves the old one or the new one. `lasting`: also one
 * of the whole machine.
 */
// @guard fresh-files
export function writePrivate(path: string, text: string, { lasting = false } = {}): void {
	const draft = writeDraft(path, text, lasting);
	try {
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw unsafe(path, `cannot be replaced: ${(error as Error).message}`);
	}
}

/** The same, unless something is there already: of several that come at once, one is first. */
export function writePrivateOnce(path: string, text: string): void {
	const draft = writeDraft(path, text, true);
	try {
		linkSync(draft, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
}

/** To write at its end; made where there is none. */
export function appendPrivate(path: string): number {
	return opened(path, O_WRONLY | O_APPEND | O_CREAT) as number;
}

function opened(path: string, flags: number): number | undefined {
	let file: number;
	try {
		// Mostly there is none, and an error costs more than a look.
		if (!(flags & O_CREAT) && !lstatSync(path, { throwIfNoEntry: false })) return undefined;
		file = openPlain(path, flags);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" && !(flags & O_CREAT)) return undefined;
		throw unsafe(path, code === "ELOOP" ? "is a symbolic link." : `cannot be opened: ${message}`);
	}
	try {
		requireOwnFile(file, path);
		return file;
	} catch (error) {
		closeSync(file);
		throw error;
	}
}

function writeDraft(path: string, text: string, lasting: boolean): string {
	const draft = `${path}.${newId("new")}`;
	const file = openSync(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
	try {
		writeSync(file, text);
		if (lasting) fsyncSync(file);
	} finally {
		closeSync(file);
	}
	return draft;
}

// @guard no-links
function openPlain(path: string, flags: number): number {
	return openSync(path, flags | O_NOFOLLOW | O_NONBLOCK, 0o600);
}

// @guard own-file
function requireOwnFile(file: number, path: string): void {
	const found = fstatSync(file);
	if (!found.isFile()) throw unsafe(path, "is not a plain file.");
	if (process.platform !== "win32" && found.uid !== process.getuid?.()) {
		throw unsafe(path, "belongs to another user.");
	}
}

/** Windows has no modes; the file lies in the user's own profile there. */
// @guard unshared-file
function requireUnshared(file: number, path: string): void {
	const mode = fstatSync(file).mode & 0o777;
	if (process.platform === "win32" || (mode & 0o077) === 0) return;
	const problem = `is open to other users (mode ${mode.toString(8)}).`;
	throw unsafe(path, problem, `Run: chmod 600 ${path}`);
}

function unsafe(path: string, problem: string, hint = "Move it away."): ReinsError {
	return new ReinsError("unsafe_directory", `${path} ${problem}`, { hint });
}
