// Keys, and what is known of whose they are, as private files of JSON.

import { ReinsError } from "@reins/protocol";
import { readPrivate, writePrivate, writePrivateOnce } from "../places/private-file.ts";

/** Undefined where there is none; `hint`: what to do about one that cannot be read. */
export function readStored<T>(path: string, hint: string): T | undefined {
	const text = readPrivate(path);
	if (text === undefined) return undefined;
	try {
		return JSON.parse(text) as T;
	} catch {
		throw new ReinsError("broker_unreachable", `${path} cannot be read: it is no JSON.`, { hint });
	}
}

export function writeStored(path: string, value: object): void {
	writePrivate(path, textOf(value), { lasting: true });
}

/** Unless something is there already. */
export function writeStoredOnce(path: string, value: object): void {
	writePrivateOnce(path, textOf(value));
}

function textOf(value: object): string {
	return `${JSON.stringify(value, null, 1)}\n`;
}
