// The broker's log: one JSON object a line, private, rotated. It has no page text and no typed text.

import { closeSync, fstatSync, renameSync, rmSync, writeSync } from "node:fs";
import { limits } from "@reins/protocol";
import { appendPrivate } from "../places/private-file.ts";

export type Log = (event: string, data?: Record<string, unknown>) => void;

export class LogFile {
	readonly path: string;
	readonly #mask: (data: Record<string, unknown>) => Record<string, unknown>;
	#file: number | undefined;
	#size = 0;

	/** `mask` takes out of a line what no file may hold. */
	constructor(
		path: string,
		mask: (data: Record<string, unknown>) => Record<string, unknown> = (data) => data,
	) {
		this.path = path;
		this.#mask = mask;
	}

	readonly write: Log = (event, data = {}) => {
		const line = `${JSON.stringify({ at: new Date().toISOString(), pid: process.pid, event, ...this.#mask(data) })}\n`;
		try {
			this.#open();
			if (this.#size + line.length > limits.logFile) this.#rotate();
			writeSync(this.#file as number, line);
			this.#size += line.length;
		} catch {
			// A full disk must not end a call.
		}
	};

	close(): void {
		if (this.#file !== undefined) closeSync(this.#file);
		this.#file = undefined;
	}

	#open(): void {
		if (this.#file !== undefined) return;
		this.#file = appendPrivate(this.path);
		this.#size = fstatSync(this.#file).size;
	}

	#rotate(): void {
		this.close();
		rmSync(`${this.path}.${limits.logFilesKept}`, { force: true });
		for (let age = limits.logFilesKept - 1; age >= 0; age--) {
			const from = age === 0 ? this.path : `${this.path}.${age}`;
			try {
				renameSync(from, `${this.path}.${age + 1}`);
			} catch {
				// There were not so many yet.
			}
		}
		this.#open();
	}
}
