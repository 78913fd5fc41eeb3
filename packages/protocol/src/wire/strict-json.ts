// JSON.parse is fast and safe but obliging: it takes any depth, lets the last of two equal keys win,
// rounds large integers and keeps halves of surrogate pairs. Two programs can then read one message
// differently, which is how checks are walked around. Here all of that is refused, and JSON.parse
// still does most of the work: one scan before it, without recursion, bounds the depth, and one walk
// after it looks at what came out.
//
// Duplicate keys are found by counting. Every key in the text has one colon outside of strings, and
// a key that comes twice survives only once in the parsed value (however it was escaped), so the
// two counts are equal exactly when no key was lost.

import type { ReinsError } from "../errors.ts";
import { limits } from "../limits.ts";
import { badFrame, refuseHalfPairs } from "./bad-frame.ts";

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * The object in `text`, or `bad_frame`. Without `duplicates` the last of two equal keys wins, and
 * what it overwrote is not looked at: nobody will ever see it.
 */
// @guard strict-json
export function parseStrict(text: string, options: { duplicates: boolean }): Record<string, unknown> {
	refuseHalfPairs(text);
	const colons = scan(text);
	const value = parse(text);
	if (!isObject(value)) throw badFrame("The message is not a JSON object.");
	// In a well-formed text, only an escape can make a half pair.
	const keys = inspect(value, text.includes("\\u"));
	if (options.duplicates && keys !== colons) {
		throw badFrame("An object in the message has the same key twice.");
	}
	return value;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The engine's own error quotes the text, which may hold a secret; it must not reach a log.
		throw badFrame("The message is not valid JSON.");
	}
}

/** Refuses over-deep text and counts the colons outside of strings. Correct up to the first syntax error. */
function scan(text: string): number {
	let depth = 0;
	let colons = 0;
	for (let at = 0; at < text.length; at++) {
		switch (text.charCodeAt(at)) {
			case QUOTE:
				at = endOfString(text, at + 1);
				break;
			case OPEN_BRACE:
			case OPEN_BRACKET:
				if (++depth > limits.jsonDepth) throw tooDeep();
				break;
			case CLOSE_BRACE:
			case CLOSE_BRACKET:
				depth--;
				break;
			case COLON:
				colons++;
				break;
		}
	}
	return colons;
}

/** The index of the quote that ends the string whose contents start at `start`; the text's length without one. */
function endOfString(text: string, start: number): number {
	for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
		let before = at;
		while (before > start && text.charCodeAt(before - 1) === BACKSLASH) before--;
		if ((at - before) % 2 === 0) return at;
	}
	return text.length;
}

/** Refuses a message, before it becomes text, that `parseStrict` would refuse on the other side. */
export function refuseUnreadable(message: Record<string, unknown>): void {
	inspect(message, true);
}

/** Refuses what the parser let through and counts the keys; looks at one level of depth after the other. */
function inspect(root: Record<string, unknown>, escapes: boolean): number {
	let keys = 0;
	let below: object[] = [root];
	const look = (value: unknown): void => {
		if (typeof value === "string") {
			if (escapes) refuseHalfPairs(value);
		} else if (typeof value === "number") {
			// No double this large has a fraction; what is too large for a double was parsed as Infinity.
			if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
				throw badFrame("The message has an integer beyond the safe range.");
			}
		} else if (typeof value === "object" && value !== null) {
			below.push(value);
		}
	};
	for (let depth = 1; below.length > 0; depth++) {
		if (depth > limits.jsonDepth) throw tooDeep();
		const level = below;
		below = [];
		for (const node of level) {
			if (!isObject(node)) {
				for (const item of node as unknown[]) look(item); // JSON: an array, or an object
				continue;
			}
			const names = Object.keys(node);
			keys += names.length;
			for (const name of names) {
				if (name === "__proto__") throw badFrame("The message has a key named __proto__.");
				if (escapes) refuseHalfPairs(name);
				look(node[name]);
			}
		}
	}
	return keys;
}

function tooDeep(): ReinsError {
	return badFrame(`The message is nested deeper than ${limits.jsonDepth} levels.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
