// What crosses into the page is JSON from another process; a wrong argument must be named as such (`bad_args`)
// and never end as a puzzling result or a defect.

import type { Point, Target } from "@reins/protocol";
import { KitError } from "./kit-error.ts";

// The kit bundles nothing of the protocol; these two mirror `limits.readBudget` and `limits.maxReadBudget`.
const READ_BUDGET = 16_000;
export const MAX_READ_BUDGET = 4_000_000;
/** Less than this has no room for one full line and the sentence on what was left out. */
const MIN_READ_BUDGET = 200;

export function fail(message: string): never {
	throw new KitError("bad_args", message);
}

export function point(name: string, value: unknown): Point {
	const { x, y } = (value ?? {}) as Partial<Point>;
	if (!(Number.isFinite(x) && Number.isFinite(y) && Number(x) >= 0 && Number(y) >= 0))
		return fail(`${name} must be two numbers, x and y, of 0 or more`);
	return { x: Number(x), y: Number(y) };
}

/** The budget in characters; what is too small or too large is moved into the range. */
export function budgetOf(budget: unknown): number {
	if (budget === undefined) return READ_BUDGET;
	const given = positive("budget", budget);
	return Math.min(Math.max(given, MIN_READ_BUDGET), MAX_READ_BUDGET);
}

export function positive(name: string, value: unknown): number {
	if (typeof value === "number" && Number.isFinite(value) && value > 0) return Math.floor(value);
	return fail(`${name} must be a number above 0`);
}

/** Where the last answer stopped; the beginning if there was none. */
export function cursorOf(cursor: unknown): number {
	if (cursor === undefined) return 0;
	if (typeof cursor === "number" && Number.isInteger(cursor) && cursor >= 0) return cursor;
	return fail("cursor must be the number that the last answer gave");
}

export function optionalText(name: string, value: unknown): string | undefined {
	if (value === undefined || (typeof value === "string" && value.trim())) return value as string | undefined;
	return fail(`${name} must be text that is not empty`);
}

export function milliseconds(name: string, value: unknown): number {
	if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
	return fail(`${name} must be a number of milliseconds`);
}

export function oneOf(target: unknown): { ref: string } | { selector: string } {
	const { ref, selector } = (typeof target === "object" && target !== null ? target : {}) as Target;
	if (typeof ref === "string" && selector === undefined) return { ref };
	if (typeof selector === "string" && ref === undefined) return { selector };
	return fail("target needs exactly one of ref and selector, as text");
}
