import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../src/limits.ts";
import { messages } from "../src/messages.ts";
import { isPlain } from "../src/plain-messages.ts";

const RUNS = Number(process.env["REINS_FUZZ_RUNS"] ?? 500);
const { maxDeadline } = limits;
const usual = {
	rpc: () => ({
		type: "rpc",
		id: "i",
		method: "tool.call",
		params: { tool: "snapshot", args: {} },
		deadline: 1,
		progress: false,
		trace: { id: "t", hops: [{ hop: "here", at: 1 }] },
	}),
	rpcResult: () => ({
		type: "rpcResult",
		id: "i",
		ok: true,
		result: { content: [] },
		trace: { id: "t", hops: [{ hop: "here", at: 1 }] },
	}),
};
const types = ["rpc", "rpcResult"] as const;

test.each(types)("the usual %s is plain", (type) => {
	expect(isPlain(type, usual[type]())).toBe(true);
});

test("no message of another type is", () => {
	expect(isPlain("ping", { type: "ping", at: 1 })).toBe(false);
	expect(isPlain("toString", {})).toBe(false);
});

const text = (length: number) => "x".repeat(length);
const hop = { hop: "here", at: 1 };
const steps = (length: number) => ({ id: "t", hops: Array.from({ length }, () => hop) });
const rpcBounds: [field: string, last: unknown, beyond: unknown][] = [
	["id", text(limits.wireName), text(limits.wireName + 1)],
	["method", text(limits.wireName), text(limits.wireName + 1)],
	["deadline", maxDeadline, maxDeadline + 1],
	["deadline", 0.1, 0],
	["deadline", 1, -1],
	["deadline", 1, "1"],
	["params", {}, []],
	["params", { a: null }, null],
	["params", {}, "x"],
	["params", {}, JSON.parse('{"__proto__": 1}')],
	["progress", true, 0],
	["more", undefined, 1],
];
const bothBounds: typeof rpcBounds = [
	["id", "", 1],
	["trace", { id: text(limits.wireName), hops: [] }, { id: text(limits.wireName + 1), hops: [] }],
	["trace", steps(limits.hops), steps(limits.hops + 1)],
	["trace", steps(0), { id: "t", hops: {} }],
	["trace", steps(1), { ...steps(1), more: 1 }],
	[
		"trace",
		{ id: "t", hops: [{ ...hop, hop: text(limits.hopName) }] },
		{ id: "t", hops: [{ ...hop, hop: text(limits.hopName + 1) }] },
	],
	["trace", { id: "t", hops: [{ ...hop, at: 0 }] }, { id: "t", hops: [{ ...hop, at: null }] }],
	["trace", steps(2), { id: "t", hops: [hop, { ...hop, more: 1 }] }],
];

test.each([
	...[...rpcBounds, ...bothBounds].map((bound) => ["rpc" as const, ...bound] as const),
	...bothBounds.map((bound) => ["rpcResult" as const, ...bound] as const),
	["rpcResult" as const, "ok", true, false] as const,
	["rpcResult" as const, "result", null, undefined] as const,
])("%s: %s %j is plain, %j is not", (type, field, last, beyond) => {
	const put = (value: unknown) => {
		const { [field]: _, ...rest } = usual[type]() as Record<string, unknown>;
		return value === undefined ? rest : { ...rest, [field]: value };
	};
	expect(isPlain(type, put(last))).toBe(true);
	expect(isPlain(type, put(beyond))).toBe(false);
});

test("another field does not take the place of one that is missing", () => {
	const { result: _, ...rest } = usual.rpcResult();
	expect(isPlain("rpcResult", { ...rest, error: {} })).toBe(false);
});

test("what its schema refuses, or would give back otherwise, is not plain", () => {
	// Around every bound, besides anything that JSON can hold.
	const value = fc.oneof(
		fc.jsonValue(),
		fc.constantFrom(0, -1, 0.5, maxDeadline, maxDeadline + 1, true, false, null),
		fc.constantFrom(60, 61, 100, 101).map((length) => "x".repeat(length)),
		fc.constantFrom(0, 200, 201).map((length) => Array.from({ length }, () => ({ hop: "h", at: 1 }))),
		fc.constant({ hop: "h", at: 1, more: 1 }),
	);
	const changed = fc
		.tuple(
			fc.constantFrom(...types),
			fc.constantFrom([], ["trace"], ["trace", "hops"], ["trace", "hops", "0"], ["params"]),
			fc.oneof(fc.nat({ max: 7 }), fc.string()),
			fc.oneof(value, fc.constant(undefined)),
		)
		.map(([type, path, key, put]) => {
			const message = usual[type]();
			let place = message as Record<string, unknown>;
			for (const step of path) place = (place[step] ?? place) as Record<string, unknown>;
			const keys = Object.keys(place);
			const name = typeof key === "number" ? keys[key % keys.length] : key;
			// The type was read before; and no message that is parsed has a key of the other name.
			const isFixed = name === "type" || name === "__proto__" || name === "length";
			if (name === undefined || isFixed) return { type, message };
			if (put === undefined) delete place[name];
			else place[name] = put;
			// As it comes: nothing but what JSON can hold.
			return { type, message: JSON.parse(JSON.stringify(message)) as object };
		});
	let plain = 0;
	fc.assert(
		fc.property(changed, ({ type, message }) => {
			if (!isPlain(type, message)) return;
			plain += 1;
			const { success, data } = messages[type].safeParse(message);
			expect({ success, data }).toEqual({ success: true, data: message });
		}),
		{ numRuns: RUNS },
	);
	expect(plain).toBeGreaterThan(RUNS / 20);
});
