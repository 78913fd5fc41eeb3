// What the tests of the wire share: how often a property is tried, and how a refusal is recognized.

import { ReinsError } from "../../src/errors.ts";

export const runs = { numRuns: Number(process.env["REINS_FUZZ_RUNS"] ?? 500) };

/** Long enough for a night of fuzzing. */
export const fuzzTimeout = 12 * 60 * 60 * 1_000;

/** The result, or undefined where it was refused with bad_frame; anything else that is thrown passes through. */
export function unlessBadFrame<T>(run: () => T): T | undefined {
	try {
		return run();
	} catch (error) {
		if (error instanceof ReinsError && error.code === "bad_frame") return undefined;
		throw error;
	}
}

/** The message of the bad_frame that `run` must throw. */
export function refusal(run: () => unknown): string {
	let result: unknown;
	try {
		result = run();
	} catch (error) {
		if (error instanceof ReinsError && error.code === "bad_frame") return error.message;
		throw error;
	}
	throw new Error(`not refused: ${String(result).slice(0, 200)}`);
}

export function utf8(text: string): number {
	return Buffer.byteLength(text);
}
