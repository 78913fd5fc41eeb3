import { describe, expect, test } from "vitest";
import { LineReader } from "./lines.ts";

function reader(longest = 20) {
	const lines: string[] = [];
	let tooLong = 0;
	const made = new LineReader(
		longest,
		(line) => lines.push(line),
		() => tooLong++,
	);
	return { lines, take: (text: string | Buffer) => made.take(Buffer.from(text)), tooLong: () => tooLong };
}

describe("lines", () => {
	test("come whole, in whatever pieces they are brought", () => {
		const text = 'one\n{"two":"zwölf €"}\r\n\n  \nthree\n';
		for (let size = 1; size <= 40; size++) {
			const { lines, take } = reader(40);
			const bytes = Buffer.from(text);
			for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size));
			expect(lines, `in pieces of ${size}`).toEqual(["one", '{"two":"zwölf €"}', "three"]);
		}
	});

	test("that are not ended are not read", () => {
		const { lines, take } = reader();
		take("begun");
		expect(lines).toEqual([]);
	});

	test("that are too long are told once and left out, and the next is read", () => {
		for (const size of [1, 7, 1_000]) {
			const { lines, take, tooLong } = reader();
			const bytes = Buffer.from(`before\n${"x".repeat(21)}${"y".repeat(500)}\nafter\n`);
			for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size));
			expect(lines).toEqual(["before", "after"]);
			expect(tooLong()).toBe(1);
		}
	});

	test("of just the length that is allowed are read", () => {
		const { lines, take, tooLong } = reader();
		take(`${"x".repeat(20)}\n`);
		expect(lines).toEqual(["x".repeat(20)]);
		expect(tooLong()).toBe(0);
	});
});
