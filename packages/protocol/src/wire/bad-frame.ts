// The one way in which the wire layer fails, and the one rule that all of its files share: a half of
// a surrogate pair cannot be written as UTF-8, so encoders change it silently and the two sides
// would no longer mean the same text.

import { ReinsError } from "../errors.ts";

declare global {
	interface String {
		/** ES2024; in Node 20 and Chrome 111. */
		isWellFormed(): boolean;
	}
}

export function badFrame(message: string): ReinsError {
	return new ReinsError("bad_frame", message);
}

export function refuseHalfPairs(text: string): void {
	if (!text.isWellFormed()) throw badFrame("The message has half of a surrogate pair.");
}
