// Which files may be given to pages: those below a directory that the person has opened, by where they really lie. A
// page gets a copy, so that nobody can put another file in its place between the look and the use.

import { type BigIntStats, constants, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { limits, type Policy, ReinsError } from "@reins/protocol";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const PIECE = 1 << 20;

/** Copies a file into a directory; answers where the copy lies, under the name of the file. */
export async function stageFile(path: string, policy: Policy, into: string): Promise<string> {
	const roots = rootsOf(policy);
	requireAbsolute(path);
	const real = realPlace(path, roots);
	const file = await openFile(real).catch((error) => {
		throw new ReinsError("bad_args", `${path} cannot be read: ${reasonOf(error)}.`);
	});
	try {
		const opened = await file.stat({ bigint: true });
		requireFile(path, opened);
		requireSame(path, real, opened, roots);
		requireInPlace(path, file.fd, roots);
		requireSmall(path, Number(opened.size));
		await mkdir(into, { recursive: true, mode: 0o700 });
		const copy = join(into, basename(path));
		await copyTo(file, copy, path);
		return copy;
	} finally {
		await file.close();
	}
}

// @guard absolute-paths
function requireAbsolute(path: string): void {
	if (!isAbsolute(path)) throw new ReinsError("bad_args", `${path}: give the absolute path of the file.`);
}

/** A pipe would keep whoever opens it waiting, and a link in the last part was followed already. */
// @guard links-and-pipes
function openFile(real: string): Promise<FileHandle> {
	return open(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
}

// @guard uploads-are-off
function rootsOf(policy: Policy): string[] {
	const opened = policy.uploadFrom ?? [];
	if (opened.length > 0) return opened.flatMap(realDirectory);
	const isFile = policy.source === "file";
	throw new ReinsError("policy_denied", "No directory is open for uploads.", {
		hint: isFile
			? 'Ask the person to add "upload" to the effects of the policy file, and the directory to `uploadFrom`.'
			: "Ask the person to start Reins with --allow-upload <directory>.",
		data: { effect: "upload", missing: "broker" },
	});
}

function realDirectory(path: string): string[] {
	try {
		return [realpathSync(path)];
	} catch {
		// It was taken away since.
		return [];
	}
}

/** Of what lies elsewhere it is not even told whether it is there. */
function realPlace(path: string, roots: readonly string[]): string {
	let real: string;
	try {
		real = realpathSync(path);
	} catch (error) {
		requireInside(path, resolve(path), roots);
		throw new ReinsError("bad_args", `${path} cannot be read: ${reasonOf(error)}.`);
	}
	requireInside(path, real, roots);
	return real;
}

// @guard opened-directories
function requireInside(path: string, real: string, roots: readonly string[]): void {
	if (!roots.some((root) => isBelow(root, real))) throw outside(path);
}

// @guard plain-files
function requireFile(path: string, opened: BigIntStats): void {
	if (opened.isDirectory()) throw new ReinsError("bad_args", `${path} is a directory; name files.`);
	if (!opened.isFile()) throw new ReinsError("bad_args", `${path} is not a plain file.`);
}

/** What was opened must be what lies there. */
// @guard exchanged-files
export function requireSame(path: string, real: string, opened: BigIntStats, roots: readonly string[]): void {
	const there = lstatSync(realPlace(path, roots), { bigint: true, throwIfNoEntry: false });
	if (there?.ino !== opened.ino || there.dev !== opened.dev || realPlace(path, roots) !== real) {
		throw new ReinsError("bad_args", `${path} was exchanged while it was read.`);
	}
}

/**
 * Directories may be exchanged between any two looks at a path. Of what is open, Linux tells where it lies; elsewhere
 * nobody does.
 */
// @guard opened-in-place
export function requireInPlace(path: string, file: number, roots: readonly string[]): void {
	if (process.platform === "linux") requireInside(path, readlinkSync(`/proc/self/fd/${file}`), roots);
}

// @guard large-files
function requireSmall(path: string, size: number): void {
	if (size > limits.uploadedFile) throw tooLarge(path);
}

async function copyTo(file: FileHandle, to: string, path: string): Promise<void> {
	const copy = await open(to, "wx", 0o600);
	try {
		const piece = Buffer.alloc(PIECE);
		for (let size = 0; ; ) {
			const { bytesRead } = await file.read(piece, 0, PIECE);
			if (bytesRead === 0) return;
			// It may grow while it is read.
			size += bytesRead;
			requireSmall(path, size);
			await copy.write(piece, 0, bytesRead);
		}
	} finally {
		await copy.close();
	}
}

function isBelow(root: string, path: string): boolean {
	const way = relative(root, path);
	return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function outside(path: string): ReinsError {
	return new ReinsError("policy_denied", `${path} is in no directory that is open for uploads.`, {
		hint: "Use a file of an opened directory, or ask the person to open this one (--allow-upload, `uploadFrom`).",
		data: { effect: "upload", missing: "broker" },
	});
}

function tooLarge(path: string): ReinsError {
	const most = limits.uploadedFile / (1 << 20);
	return new ReinsError("bad_args", `${path} is larger than the ${most} MiB that can be uploaded.`);
}

function reasonOf(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
	return code === "EACCES" || code === "EPERM" ? "this user may not" : message;
}
