// Properties over the whole layer. REINS_FUZZ_RUNS sets how often each is tried; a failure prints the
// seed with which it can be repeated.

import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { type Chunk, ChunkAssembler, splitMessage } from "../../src/wire/chunks.ts";
import { encodeFrame, FrameReader } from "../../src/wire/frames.ts";
import { parseStrict } from "../../src/wire/strict-json.ts";
import { keepsTheRules } from "./json-oracle.ts";
import { fuzzTimeout, runs, unlessBadFrame, utf8 } from "./support.ts";

const LIMIT = 4_096;

/** Any text that UTF-8 can carry, with a taste for what JSON escapes. */
const anyText = fc.oneof(
	fc.string({ unit: "binary" }),
	fc.string({
		unit: fc.constantFrom('"', "\\", "\n", "\u0000", "\u007f", "é", "漢", "\u2028", "😀", ":", "{", "u"),
	}),
);

/** Any message that the rules allow. */
const anyMessage = fc.dictionary(
	anyText.filter((key) => key !== "__proto__"),
	fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ maxDepth: 5, withCrossShrink: true },
			fc.oneof(
				anyText,
				fc.boolean(),
				fc.constant(null),
				fc.maxSafeInteger(),
				fc.double({ noNaN: true, min: -(2 ** 52), max: 2 ** 52 }),
			),
			fc.array(tie("value"), { maxLength: 4 }),
			fc.dictionary(
				anyText.filter((key) => key !== "__proto__"),
				tie("value"),
				{ maxKeys: 4 },
			),
		),
	})).value,
	{ maxKeys: 6 },
);

/** Where a stream is cut, as fractions; dense at the beginning, where the headers are. */
const anyCuts = fc.array(
	fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.05, noNaN: true })),
	{
		maxLength: 12,
	},
);

function pieces(stream: Uint8Array, cuts: number[]): Uint8Array[] {
	const ends = [...cuts.map((cut) => Math.floor(cut * stream.length)), stream.length].sort((a, b) => a - b);
	return ends.map((end, i) => stream.subarray(ends[i - 1] ?? 0, end));
}

/** Everything that the layer does with bytes from a peer. */
function receive(stream: Uint8Array, cuts: number[], limit: number): unknown[] {
	const reader = new FrameReader(limit);
	return pieces(stream, cuts).flatMap((piece) =>
		reader.push(piece).map((text) => parseStrict(text, { duplicates: true })),
	);
}

function concat(parts: Uint8Array[]): Uint8Array {
	return new Uint8Array(Buffer.concat(parts));
}

test("1: messages arrive as they were sent, however the stream is cut", { timeout: fuzzTimeout }, () => {
	fc.assert(
		fc.property(fc.array(anyMessage, { maxLength: 4 }), anyCuts, (messages, cuts) => {
			const texts = messages.map((message) => JSON.stringify(message));
			const stream = concat(texts.map((text) => encodeFrame(text, limits.frame)));
			const expected = texts.map((text) => JSON.parse(text));
			assert.deepEqual(receive(stream, cuts, limits.frame), expected);
			const reader = new FrameReader(limits.frame);
			assert.deepEqual(
				[...stream].flatMap((byte) => reader.push(Uint8Array.of(byte))),
				texts,
			);
		}),
		runs,
	);
});

const garbage = fc
	.array(
		fc.oneof(
			fc.uint8Array({ maxLength: 40 }),
			fc.nat({ max: 40 }).map((length) => Uint8Array.of(length, 0, 0, 0)),
			fc
				.constantFrom("{}", '{"a":', '"', "[[", "\\u", "GET ", "\x16\x03\x01", "\n")
				.map((text) => Buffer.from(text)),
			fc.constantFrom("{}", '{"a":[1]}', "x", "[]").map((text) => encodeFrame(text, LIMIT)),
		),
		{ maxLength: 12 },
	)
	.map(concat);

test("2: garbage gives messages or bad_frame, the same in one piece and in many", {
	timeout: fuzzTimeout,
}, () => {
	fc.assert(
		fc.property(garbage, anyCuts, (stream, cuts) => {
			const whole = unlessBadFrame(() => receive(stream, [], LIMIT));
			assert.deepEqual(
				unlessBadFrame(() => receive(stream, cuts, LIMIT)),
				whole,
			);
		}),
		runs,
	);
});

type Mutation = (bytes: Uint8Array) => Uint8Array;
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const anyMutation: fc.Arbitrary<Mutation> = fc.oneof(
	fc.tuple(place, fc.nat({ max: 7 })).map(
		([at, bit]): Mutation =>
			(bytes) => {
				const index = Math.floor(at * bytes.length);
				return bytes.map((byte, i) => (i === index ? byte ^ (1 << bit) : byte));
			},
	),
	fc.tuple(place, fc.nat({ max: 20 })).map(
		([at, length]): Mutation =>
			(bytes) => {
				const index = Math.floor(at * bytes.length);
				return concat([bytes.subarray(0, index), bytes.subarray(index + length)]);
			},
	),
	fc.tuple(place, fc.uint8Array({ maxLength: 8 })).map(
		([at, extra]): Mutation =>
			(bytes) => {
				const index = Math.floor(at * bytes.length);
				return concat([bytes.subarray(0, index), extra, bytes.subarray(index)]);
			},
	),
	fc.tuple(place, fc.nat({ max: 40 })).map(
		([at, length]): Mutation =>
			(bytes) => {
				const index = Math.floor(at * bytes.length);
				return concat([bytes.subarray(0, index + length), bytes.subarray(index)]);
			},
	),
);

test("3: damaged frames give messages or bad_frame", { timeout: fuzzTimeout }, () => {
	fc.assert(
		fc.property(
			fc.array(anyMessage, { minLength: 1, maxLength: 3 }),
			fc.array(anyMutation, { minLength: 1, maxLength: 4 }),
			anyCuts,
			(messages, mutations, cuts) => {
				const sent = concat(messages.map((message) => encodeFrame(JSON.stringify(message), limits.frame)));
				const stream = mutations.reduce((bytes, mutate) => mutate(bytes), sent);
				const whole = unlessBadFrame(() => receive(stream, [], limits.frameBeforeHello));
				assert.deepEqual(
					unlessBadFrame(() => receive(stream, cuts, limits.frameBeforeHello)),
					whole,
				);
			},
		),
		runs,
	);
});

test("4: what was split is put together, and each piece fits", { timeout: fuzzTimeout }, () => {
	const longText = fc.tuple(anyText, fc.integer({ min: 1, max: 200 }), anyText);
	fc.assert(
		fc.property(longText, fc.integer({ min: 256, max: 2_048 }), anyText, ([unit, times, end], limit, id) => {
			const text = unit.repeat(times) + end;
			const split = splitMessage(text, limit, () => [...id].slice(0, 8).join(""));
			for (const piece of split) assert.ok(utf8(piece) <= limit);
			if (split.length === 1) {
				assert.deepEqual(split, [text]);
				return;
			}
			const assembler = new ChunkAssembler();
			const results = split.map((piece) =>
				assembler.accept(parseStrict(piece, { duplicates: true }) as unknown as Chunk),
			);
			assert.equal(results.pop(), text);
			assert.ok(results.every((result) => result === undefined));
		}),
		runs,
	);
});

const chunkLike = fc.record<Chunk>({
	type: fc.constant("chunk"),
	id: fc.constantFrom("a", "b", "c", "__proto__"),
	seq: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.double() }),
	last: fc.boolean(),
	data: fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 6 }), fc.constant("")),
});

test("4b: any order of chunks gives texts within the bounds or bad_frame", { timeout: fuzzTimeout }, () => {
	fc.assert(
		fc.property(fc.array(chunkLike, { maxLength: 10 }), (chunks) => {
			const assembler = new ChunkAssembler({ message: 24, open: 2 });
			unlessBadFrame(() => {
				for (const chunk of chunks) assert.ok(utf8(assembler.accept(chunk) ?? "") <= 24);
			});
		}),
		runs,
	);
});

/** Texts that are JSON or nearly so, full of what the rules are about. */
const spaces = fc.constantFrom("", "", "", " ", "\n\t");
const keyTexts = fc.constantFrom(
	"a",
	"\\u0061",
	"b",
	"",
	"a:",
	"\\\\",
	'\\"',
	"1",
	"😀",
	"\\ud83d\\ude00",
	"constructor",
);
const oddKeyTexts = fc.constantFrom("__proto__", "__proto\\u005f_", "\\ud83d", "\\x", "\u0001");
const strings = fc
	.oneof({ weight: 20, arbitrary: keyTexts }, { weight: 1, arbitrary: oddKeyTexts })
	.map((text) => `"${text}"`);
const goodScalars = fc.constantFrom(
	"0",
	"-0",
	"1.5",
	"2e3",
	"9007199254740991",
	"true",
	"null",
	'"x"',
	'"{[\\":,"',
);
const oddScalars = fc.constantFrom("9007199254740992", "1e400", "01", "-", ".5", "+1", "nul", "'x'", "");
const scalars = fc.oneof(
	{ weight: 9, arbitrary: goodScalars },
	{ weight: 6, arbitrary: strings },
	{ weight: 1, arbitrary: oddScalars },
);
const list = (open: string, close: string, item: fc.Arbitrary<string>) =>
	fc
		.tuple(spaces, fc.array(item, { maxLength: 4 }), spaces)
		.map(([a, items, b]) => open + a + items.join(`${b},${a}`) + b + close);
const nearJson = fc.letrec<{ value: string; object: string }>((tie) => ({
	value: fc.oneof({ maxDepth: 4 }, scalars, list("[", "]", tie("value")), tie("object")),
	object: list(
		"{",
		"}",
		fc.tuple(strings, spaces, tie("value")).map(([key, space, value]) => `${key}${space}:${space}${value}`),
	),
})).object;
const typos = fc.array(
	fc.tuple(place, fc.constantFrom('"', "\\", "{", "}", "[", "]", ":", ",", "u", " ", "\ud800", "")),
	{
		maxLength: 2,
	},
);

function misspell(text: string, changes: readonly (readonly [number, string])[]): string {
	return changes.reduce<string>((now, [at, char]) => {
		const index = Math.floor(at * now.length);
		return now.slice(0, index) + char + now.slice(index + (char === "" ? 1 : 0));
	}, text);
}

test("5: parseStrict accepts exactly what keeps the rules, and reads it as JSON.parse does", {
	timeout: fuzzTimeout,
}, () => {
	let accepted = 0;
	fc.assert(
		fc.property(
			nearJson,
			fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: typos }),
			(near, changes) => {
				const text = misspell(near, changes);
				const strict = unlessBadFrame(() => parseStrict(text, { duplicates: true }));
				const loose = unlessBadFrame(() => parseStrict(text, { duplicates: false }));
				assert.equal(strict !== undefined, keepsTheRules(text, limits.jsonDepth));
				if (loose) assert.deepEqual(loose, JSON.parse(text));
				if (strict) assert.deepEqual(strict, loose);
				if (strict) accepted++;
			},
		),
		runs,
	);
	// Else the property would say little.
	expect(accepted).toBeGreaterThan(runs.numRuns / 10);
});
