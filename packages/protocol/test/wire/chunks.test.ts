import { describe, expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { type Chunk, ChunkAssembler, splitMessage } from "../../src/wire/chunks.ts";
import { parseStrict } from "../../src/wire/strict-json.ts";
import { refusal, utf8 } from "./support.ts";

const newId = () => "m_1";
const chunk = (more: Partial<Chunk>): Chunk => ({
	type: "chunk",
	id: "m_1",
	seq: 0,
	last: false,
	data: "x",
	...more,
});
const parse = (text: string) => parseStrict(text, { duplicates: true }) as unknown as Chunk;

describe("splitMessage", () => {
	test("leaves alone what fits, by bytes", () => {
		expect(splitMessage("x".repeat(256), 256, newId)).toEqual(["x".repeat(256)]);
		expect(splitMessage("é".repeat(128), 256, newId)).toEqual(["é".repeat(128)]);
		expect(splitMessage("漢".repeat(86), 256, newId).length).toBeGreaterThan(1);
		expect(splitMessage("x".repeat(257), 256, newId).length).toBeGreaterThan(1);
	});

	test("writes chunks of the agreed shape and fills them", () => {
		const pieces = splitMessage("x".repeat(500), 256, newId);
		const room = 256 - utf8('{"type":"chunk","id":"m_1","seq":0,"last":false,"data":""}');
		expect(pieces[0]).toBe(`{"type":"chunk","id":"m_1","seq":0,"last":false,"data":"${"x".repeat(room)}"}`);
		expect(pieces.map((piece) => parse(piece).seq)).toEqual([0, 1, 2]);
		expect(pieces.map((piece) => parse(piece).last)).toEqual([false, false, true]);
	});

	test("asks for an id once a message, and only when it splits", () => {
		let asked = 0;
		const count = () => `m_${++asked}`;
		splitMessage("short", 256, count);
		expect(asked).toBe(0);
		splitMessage("x".repeat(5_000), 256, count);
		expect(asked).toBe(1);
	});

	test.each([
		["quotes", '"'],
		["backslashes", "\\"],
		["a delete character", "\u007f"],
		["control characters", "\u0000\u001f\u0007"],
		["short escapes", "\b\t\n\f\r"],
		["two bytes", "é\u007f\u0080\u07ff"],
		["three bytes", "\u0800漢\u2028\ufffd\uffff"],
		["pairs", "😀"],
		["pairs, shifted", "x😀"],
		["a mixture", 'a"é漢😀\u0001'],
	])("counts as JSON.stringify writes: %s", (_name, unit) => {
		const text = unit.repeat(400);
		for (let limit = 256; limit < 300; limit++) {
			const pieces = splitMessage(text, limit, newId);
			const assembler = new ChunkAssembler();
			let whole: string | undefined;
			for (const [i, piece] of pieces.entries()) {
				expect(utf8(piece)).toBeLessThanOrEqual(limit);
				// Filled up to the last character that can still come: at most 6 bytes are left.
				if (i < pieces.length - 1) expect(utf8(piece)).toBeGreaterThan(limit - 6);
				expect(Buffer.from(parse(piece).data).toString()).toBe(parse(piece).data);
				whole = assembler.accept(parse(piece));
			}
			expect(whole).toBe(text);
		}
	});

	test("counts an id that is not ASCII, and a seq that grows longer", () => {
		for (const piece of splitMessage("x".repeat(40_000), 256, () => '漢"é')) {
			expect(utf8(piece)).toBeLessThanOrEqual(256);
		}
	});

	test("refuses what cannot arrive", () => {
		expect(refusal(() => splitMessage("x".repeat(100), 60, newId))).toContain("too small");
		expect(refusal(() => splitMessage("x".repeat(100), Number.NaN, newId))).toContain("too small");
		expect(refusal(() => splitMessage(`${"x".repeat(300)}\ud800`, 256, newId))).toContain("surrogate");
		expect(refusal(() => splitMessage("x".repeat(limits.message + 1), limits.frame, newId))).toContain(
			"larger than",
		);
		expect(refusal(() => splitMessage("é".repeat(limits.message / 2 + 1), limits.frame, newId))).toContain(
			"larger than",
		);
	});

	test("a picture of 40 MB arrives", () => {
		const text = JSON.stringify({ type: "rpcResult", data: "QUJD".repeat(10_000_000) });
		const assembler = new ChunkAssembler();
		let whole: string | undefined;
		for (const piece of splitMessage(text, limits.frame, newId)) {
			expect(utf8(piece)).toBeLessThanOrEqual(limits.frame);
			whole = assembler.accept(parse(piece));
		}
		expect(whole === text).toBe(true);
	});
});

describe("ChunkAssembler", () => {
	test("gives the text with the last chunk", () => {
		const assembler = new ChunkAssembler();
		expect(assembler.accept(chunk({ data: "a" }))).toBeUndefined();
		expect(assembler.accept(chunk({ seq: 1, data: "b" }))).toBeUndefined();
		expect(assembler.accept(chunk({ seq: 2, data: "c", last: true }))).toBe("abc");
	});

	test("a message of one chunk, and an id used again when its message is done", () => {
		const assembler = new ChunkAssembler();
		expect(assembler.accept(chunk({ last: true, data: "one" }))).toBe("one");
		expect(assembler.accept(chunk({ last: true, data: "two" }))).toBe("two");
	});

	test("messages may be mixed", () => {
		const assembler = new ChunkAssembler();
		assembler.accept(chunk({ id: "a", data: "a0" }));
		assembler.accept(chunk({ id: "b", data: "b0" }));
		expect(assembler.accept(chunk({ id: "a", seq: 1, data: "a1", last: true }))).toBe("a0a1");
		expect(assembler.accept(chunk({ id: "b", seq: 1, data: "b1", last: true }))).toBe("b0b1");
	});

	test.each([
		["a beginning other than 0", [1]],
		["a gap", [0, 2]],
		["a repetition", [0, 0]],
		["a step back", [0, 1, 0]],
		["no integer", [0, 0.5]],
		["no number", [Number.NaN]],
	])("refuses %s", (_name, order) => {
		const assembler = new ChunkAssembler();
		expect(refusal(() => order.map((seq) => assembler.accept(chunk({ seq }))))).toContain("out of order");
	});

	test("refuses to go on with a message that is done", () => {
		const assembler = new ChunkAssembler();
		assembler.accept(chunk({ last: true }));
		expect(refusal(() => assembler.accept(chunk({ seq: 1 })))).toContain("out of order");
	});

	test("refuses a chunk without data", () => {
		expect(refusal(() => new ChunkAssembler().accept(chunk({ data: "" })))).toContain("no data");
	});

	test("bounds a message in UTF-8 bytes", () => {
		const assembler = new ChunkAssembler({ message: 8 });
		assembler.accept(chunk({ data: "éé" }));
		expect(assembler.accept(chunk({ seq: 1, data: "漢x", last: true }))).toBe("éé漢x");
		assembler.accept(chunk({ data: "éé" }));
		expect(refusal(() => assembler.accept(chunk({ seq: 1, data: "漢xx", last: true })))).toContain(
			"larger than 8 bytes",
		);
	});

	test("takes 64 MiB and no byte more", () => {
		const data = "x".repeat(1_024 * 1_024);
		const assembler = new ChunkAssembler();
		for (let seq = 0; seq < 64; seq++) assembler.accept(chunk({ seq, data }));
		expect(refusal(() => assembler.accept(chunk({ seq: 64, data: "x" })))).toContain("larger than");
	});

	test("bounds the number of open messages", () => {
		const assembler = new ChunkAssembler();
		for (let i = 0; i < limits.openChunkedMessages; i++) assembler.accept(chunk({ id: `m_${i}` }));
		expect(assembler.accept(chunk({ id: "m_0", seq: 1, last: true }))).toBe("xx");
		assembler.accept(chunk({ id: "again" }));
		expect(refusal(() => assembler.accept(chunk({ id: "more" })))).toContain("in pieces at once");
	});

	test("refuses everything after a fault", () => {
		const assembler = new ChunkAssembler();
		refusal(() => assembler.accept(chunk({ seq: 7 })));
		expect(refusal(() => assembler.accept(chunk({ last: true })))).toContain("before");
	});

	test("tiny chunks are put together in order", () => {
		const assembler = new ChunkAssembler();
		const text = Array.from({ length: 5_000 }, (_, i) => String.fromCharCode(0x4e00 + i)).join("");
		let whole: string | undefined;
		for (const [seq, data] of [...text].entries()) {
			whole = assembler.accept(chunk({ seq, data, last: seq === text.length - 1 }));
		}
		expect(whole).toBe(text);
	});
});
