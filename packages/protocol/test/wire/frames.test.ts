import { describe, expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { encodeFrame, FrameReader } from "../../src/wire/frames.ts";
import { refusal } from "./support.ts";

const ascii = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const header = (length: number) => {
	const bytes = new Uint8Array(4);
	new DataView(bytes.buffer).setUint32(0, length, true);
	return bytes;
};
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

describe("encodeFrame", () => {
	test("puts the length of the UTF-8 in front, little-endian", () => {
		expect([...encodeFrame('{"a":"é"}', 64)]).toEqual([10, 0, 0, 0, ...Buffer.from('{"a":"é"}')]);
		expect([...encodeFrame("x".repeat(0x0102), 4_096).subarray(0, 4)]).toEqual([2, 1, 0, 0]);
	});

	test("takes exactly the limit, in bytes", () => {
		expect(encodeFrame("éé", 4)).toHaveLength(8);
		expect(refusal(() => encodeFrame("ééx", 4))).toContain("5 bytes is over the limit of 4");
		expect(refusal(() => encodeFrame("xxxxx", 4))).toContain("over the limit");
	});

	test("refuses what would arrive as something else", () => {
		expect(refusal(() => encodeFrame("", 4))).toContain("empty");
		expect(refusal(() => encodeFrame('"\ud800"', 64))).toContain("surrogate");
	});

	test("a limit that is no number lets nothing through", () => {
		refusal(() => encodeFrame("x", Number.NaN));
		refusal(() => new FrameReader(Number.NaN).push(header(1)));
	});
});

describe("FrameReader", () => {
	const texts = ['{"a":1}', '{"b":"é漢😀"}', "x", `{"c":"${"z".repeat(20_000)}"}`];
	const stream = join(...texts.map((text) => encodeFrame(text, limits.frame)));

	test.each([1, 2, 3, 5, 7, 1_000, 4_099, stream.length])("pieces of %i bytes", (size) => {
		const reader = new FrameReader(limits.frame);
		const got: string[] = [];
		for (let at = 0; at < stream.length; at += size) got.push(...reader.push(stream.subarray(at, at + size)));
		expect(got).toEqual(texts);
	});

	test("keeps nothing of the bytes it was given", () => {
		const reader = new FrameReader(64);
		const frame = encodeFrame('{"a":1}', 64);
		const piece = frame.slice(0, 7);
		expect(reader.push(piece)).toEqual([]);
		piece.fill(0);
		expect(reader.push(frame.subarray(7))).toEqual(['{"a":1}']);
	});

	test("reads a view into a larger buffer", () => {
		const around = join(ascii("junk"), encodeFrame("{}", 64), ascii("junk"));
		expect(new FrameReader(64).push(around.subarray(4, 10))).toEqual(["{}"]);
	});

	test("an empty piece is nothing", () => {
		expect(new FrameReader(64).push(new Uint8Array(0))).toEqual([]);
	});

	test("refuses a length of zero", () => {
		expect(refusal(() => new FrameReader(64).push(header(0)))).toContain("no content");
	});

	test("judges a length as soon as the header is there", () => {
		expect(new FrameReader(64).push(header(64))).toEqual([]);
		expect(refusal(() => new FrameReader(64).push(header(65)))).toContain("65 bytes is over the limit of 64");
		const reader = new FrameReader(64);
		for (const byte of [255, 255, 255]) reader.push(Uint8Array.of(byte));
		expect(refusal(() => reader.push(Uint8Array.of(255)))).toContain("4294967295 bytes");
	});

	test("a new limit counts from the next header on", () => {
		const reader = new FrameReader(8);
		expect(reader.push(header(8))).toEqual([]);
		reader.setLimit(4);
		expect(reader.push(ascii("12345678"))).toEqual(["12345678"]);
		reader.setLimit(1_000);
		expect(reader.push(encodeFrame("y".repeat(1_000), 1_000))).toEqual(["y".repeat(1_000)]);
		reader.setLimit(4);
		refusal(() => reader.push(header(5)));
	});

	test.each([
		["a stray continuation", [0x80]],
		["an overlong slash", [0xc0, 0xaf]],
		["a surrogate", [0xed, 0xa0, 0x80]],
		["beyond Unicode", [0xf4, 0x90, 0x80, 0x80]],
		["a cut character", [0xe6, 0xbc]],
	])("refuses invalid UTF-8: %s", (_name, bytes) => {
		const frame = join(header(bytes.length), Uint8Array.from(bytes));
		expect(refusal(() => new FrameReader(64).push(frame))).toContain("UTF-8");
		const slow = new FrameReader(64);
		expect(refusal(() => [...frame].map((byte) => slow.push(Uint8Array.of(byte))))).toContain("UTF-8");
	});

	test("keeps a byte order mark, for the parser to refuse", () => {
		expect(new FrameReader(64).push(encodeFrame("\ufeff{}", 64))).toEqual(["\ufeff{}"]);
	});

	test("refuses everything after a fault", () => {
		const reader = new FrameReader(64);
		refusal(() => reader.push(header(0)));
		expect(refusal(() => reader.push(encodeFrame("{}", 64)))).toContain("before");
		expect(refusal(() => reader.push(new Uint8Array(0)))).toContain("before");
	});

	test("announcing a long frame costs no memory, and many small pieces no time", () => {
		const size = 8 * 1_024 * 1_024;
		const before = process.memoryUsage().arrayBuffers;
		const readers = Array.from({ length: 200 }, () => {
			const reader = new FrameReader(size);
			reader.push(join(header(size), ascii("{")));
			return reader;
		});
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1_024 * 1_024);
		const piece = new Uint8Array(16).fill(0x20);
		let got: string[] = [];
		for (let sent = 1; sent < size; sent += piece.length) {
			got = readers[0]?.push(piece.subarray(0, Math.min(piece.length, size - sent))) ?? [];
		}
		expect(got[0]).toHaveLength(size);
	});
});

describe("other protocols", () => {
	const verbs = [
		"GET /",
		"POST /",
		"PUT /",
		"HEAD /",
		"OPTIONS *",
		"DELETE /",
		"CONNECT a:1",
		"PATCH /",
		"TRACE /",
	];

	test.each([...verbs.map((verb) => `${verb} HTTP/1.1\r\n`), "PRI * HTTP/2.0\r\n"])("HTTP: %j", (start) => {
		expect(refusal(() => new FrameReader(limits.frameBeforeHello).push(ascii(start)))).toContain("HTTP");
		const slow = new FrameReader(limits.frame);
		for (const char of start.slice(0, 3)) slow.push(ascii(char));
		expect(refusal(() => slow.push(ascii(start.slice(3, 4))))).toContain("HTTP");
	});

	test.each([
		[0x01, 0x02],
		[0x01, 0x00],
		[0x03, 0x01],
	])("TLS: 16 03 %i %i", (minor, length) => {
		const hello = Uint8Array.of(0x16, 0x03, minor, length, 0xfc);
		expect(refusal(() => new FrameReader(limits.frameBeforeHello).push(hello))).toContain("TLS");
	});

	test.each(['{"type":"hello"}', "{}\r\n", "{\r\n\t"])("bare JSON: %j", (start) => {
		expect(refusal(() => new FrameReader(limits.frame).push(ascii(start)))).toContain("bare JSON");
	});

	test("a frame whose length happens to be a brace is a frame", () => {
		const text = `{"a":"${"x".repeat(0x7b - 8)}"}`;
		const frame = encodeFrame(text, 200);
		expect(frame[0]).toBe(0x7b);
		expect(new FrameReader(200).push(frame)).toEqual([text]);
	});

	test("only the beginning of a connection is taken for another protocol", () => {
		const reader = new FrameReader(64);
		reader.push(encodeFrame("{}", 64));
		expect(refusal(() => reader.push(ascii("GET / HTTP/1.1")))).toContain("over the limit");
	});
});
