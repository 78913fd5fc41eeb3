// The private directory of a session. What its pages save comes in under names that nobody chose, and is given a safe
// one when it is whole. Downloads stay when the session ends: they were fetched for the person.

import { chmodSync, linkSync, mkdirSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { safeName } from "./safe-name.ts";

export class SessionFiles {
	/** Where the browser writes. */
	readonly incoming: string;
	readonly #root: string;
	readonly #downloads: string;

	constructor(directory: string, session: string) {
		this.#root = join(directory, session.slice(0, 16));
		this.incoming = join(this.#root, "incoming");
		this.#downloads = join(this.#root, "downloads");
	}

	prepare(): void {
		for (const path of [this.#root, this.incoming]) mkdirSync(path, { recursive: true, mode: 0o700 });
	}

	/** Whether the browser has put this file where we told it to. */
	isIncoming(path: string): boolean {
		return dirname(path) === this.incoming && basename(path) !== "..";
	}

	/** Gives a file that has come in its name, never that of another; answers where it lies. */
	keep(path: string, wanted: string): string {
		mkdirSync(this.#downloads, { recursive: true, mode: 0o700 });
		chmodSync(path, 0o600);
		for (let number = 1; ; number++) {
			const kept = join(this.#downloads, safeName(wanted, number));
			try {
				// Unlike a renaming, this never takes the place of another file.
				linkSync(path, kept);
				rmSync(path);
				return kept;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
			}
		}
	}

	/** The session has ended: what is half or was only lent goes, and the rest of an empty directory. */
	clear(): void {
		clearDirectory(this.#root);
	}
}

/** What sessions of a broker that ended without a word have left half. */
export function clearRemains(directory: string): void {
	for (const session of readdirSync(directory)) clearDirectory(join(directory, session));
}

function clearDirectory(root: string): void {
	rmSync(join(root, "incoming"), { recursive: true, force: true });
	for (const path of [join(root, "downloads"), root]) {
		try {
			rmdirSync(path);
		} catch {
			// There are downloads in it.
		}
	}
}
