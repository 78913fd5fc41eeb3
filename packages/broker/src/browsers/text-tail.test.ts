import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { eventually } from "./test-support.ts";
import { TextTail } from "./text-tail.ts";

it("keeps all of a short text", async () => {
	const source = new PassThrough();
	const tail = new TextTail(source);
	source.write("first\nsecond\n");
	await eventually("read", () => tail.text === "first\nsecond");
});

it("keeps only the last whole lines of a long one", async () => {
	const source = new PassThrough();
	const tail = new TextTail(source, 100);
	for (let i = 0; i < 1_000; i++) source.write(`line ${i}\n`);
	await eventually("read", () => tail.text.endsWith("line 999"));
	expect(tail.text.length).toBeLessThanOrEqual(100);
	expect(tail.text).toMatch(/^line 9\d\d\n/);
});
