// The private directory of a session. What its pages save comes in under names that nobody chose, and is given a safe
// one when it is whole. Downloads stay when the session ends: they were fetched for the person.

import { chmodSync, linkSync, lstatSync, readdirSync, rmdirSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { StagedFile } from "@reins/driver";
import { type Policy, ReinsError } from "@reins/protocol";
import { preparePrivate } from "../places/private-directory.ts";
import { safeName } from "./safe-name.ts";
import { stageFile } from "./upload-guard.ts";

export class SessionFiles {
	/** Where the browser writes. */
	readonly incoming: string;
	readonly #root: string;
	readonly #downloads: string;
	readonly #uploads: string;
	#lent = 0;

	constructor(directory: string, session: string) {
		this.#root = join(directory, session.slice(0, 16));
		this.incoming = join(this.#root, "incoming");
		this.#downloads = join(this.#root, "downloads");
		this.#uploads = join(this.#root, "uploads");
	}

	prepare(): void {
		for (const path of [this.#root, this.incoming]) preparePrivate(path);
	}

	/** Whether the browser has put this file where we told it to. */
	// @guard own-incoming
	isIncoming(path: string): boolean {
		return dirname(path) === this.incoming && basename(path) !== "..";
	}

	/** Gives a file that has come in its name, never that of another; answers where it lies. */
	keep(path: string, wanted: string): string {
		preparePrivate(this.#downloads);
		requirePlain(path);
		takeRights(path);
		for (let number = 1; ; number++) {
			const kept = join(this.#downloads, safeName(wanted, number));
			try {
				place(path, kept);
				return kept;
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
			}
		}
	}

	/** A copy for a page, which may read it as long as the session lasts. */
	async stage(path: string, policy: Policy): Promise<StagedFile> {
		this.prepare();
		preparePrivate(this.#uploads);
		this.#lent += 1;
		const copy = await stageFile(path, policy, join(this.#uploads, String(this.#lent)));
		return {
			path: copy,
			name: basename(copy),
			type: typeOf(copy),
			size: statSync(copy).size,
			read: () => readFile(copy, "base64"),
		};
	}

	/** The session has ended: what is half or was only lent goes, and the rest of an empty directory. */
	clear(): void {
		clearDirectory(this.#root);
	}
}

/** A browser writes plain files. */
// @guard plain-downloads
function requirePlain(path: string): void {
	if (!lstatSync(path).isFile()) throw new ReinsError("unsafe_directory", "What came is not a plain file.");
}

/** Nobody else reads what came, and nobody runs it. */
// @guard never-run
function takeRights(path: string): void {
	chmodSync(path, 0o600);
}

/** Unlike a renaming, this never takes the place of another file. */
// @guard no-overwriting
function place(path: string, kept: string): void {
	linkSync(path, kept);
	rmSync(path);
}

/** For files that are made in the page: what pages look at first. */
const TYPES: Record<string, string> = {
	".csv": "text/csv",
	".gif": "image/gif",
	".html": "text/html",
	".jpeg": "image/jpeg",
	".jpg": "image/jpeg",
	".json": "application/json",
	".pdf": "application/pdf",
	".png": "image/png",
	".svg": "image/svg+xml",
	".txt": "text/plain",
	".webp": "image/webp",
	".xml": "text/xml",
	".zip": "application/zip",
};

function typeOf(path: string): string {
	return TYPES[extname(path).toLowerCase()] ?? "";
}

/** What sessions of a broker that ended without a word have left half. */
export function clearRemains(directory: string): void {
	for (const session of readdirSync(directory)) clearDirectory(join(directory, session));
}

function clearDirectory(root: string): void {
	if (!isDirectory(root)) return;
	for (const part of ["incoming", "uploads"]) rmSync(join(root, part), { recursive: true, force: true });
	for (const path of [join(root, "downloads"), root]) {
		try {
			rmdirSync(path);
		} catch {
			// There are downloads in it.
		}
	}
}

/** A link leads to what is not ours to clear. */
// @guard own-remains
function isDirectory(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
