// Small files of ours that only their owner may read: never followed as a link, never seen half written.

import {
	closeSync,
	constants,
	fsyncSync,
	linkSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { newId, ReinsError } from "@reins/protocol";

/** Undefined where there is none. */
export function readPrivate<T>(path: string, hint: string): T | undefined {
	try {
		const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
		try {
			return JSON.parse(readFileSync(file, "utf8")) as T;
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw new ReinsError("broker_unreachable", `${path} cannot be read: ${(error as Error).message}`, {
			hint,
		});
	}
}

/** In one step, over what was there. */
export function writePrivate(path: string, value: object): void {
	renameSync(writeFresh(path, value), path);
}

/** The same, unless something is there already: of several that come at once, one is first. */
export function writePrivateOnce(path: string, value: object): void {
	const fresh = writeFresh(path, value);
	try {
		linkSync(fresh, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(fresh, { force: true });
	}
}

function writeFresh(path: string, value: object): string {
	const fresh = `${path}.${newId("new")}`;
	const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
	const file = openSync(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
	try {
		writeSync(file, `${JSON.stringify(value, null, 1)}\n`);
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
	return fresh;
}
