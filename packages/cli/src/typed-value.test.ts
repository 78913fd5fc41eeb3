import { PassThrough } from "node:stream";
import type { ReadStream } from "node:tty";
import { expect, test } from "vitest";
import { readValue } from "./typed-value.ts";

/** A terminal whose person types these pieces. */
function terminal(...pieces: string[]) {
	const raw: boolean[] = [];
	const input = Object.assign(new PassThrough(), {
		isTTY: true,
		setRawMode: (on: boolean) => raw.push(on),
	}) as unknown as ReadStream & PassThrough;
	for (const piece of pieces) input.write(piece);
	return { input, raw };
}

async function readAt(input: ReadStream): Promise<{ value: string; shown: string }> {
	let shown = "";
	const value = await readValue(input, (text) => {
		shown += text;
	});
	return { value, shown };
}

test("what is typed is not shown, can be mended, and ends with Enter", async () => {
	const { input, raw } = terminal("hunt", "er33\u007f\b", "22\r", "more\r");
	const { value, shown } = await readAt(input);
	expect(value).toBe("hunter22");
	expect(shown).toBe("Value (not shown): \n");
	expect(raw).toEqual([true, false]);
});

test.each(["\u0003", "\u0004"])("%j ends it, and the terminal is as before", async (key) => {
	const { input, raw } = terminal("hunter22", key);
	await expect(readAt(input)).rejects.toMatchObject({ code: "canceled" });
	expect(raw).toEqual([true, false]);
});

test.each([
	["hunter22\n", "hunter22"],
	["hunter22\r\n", "hunter22"],
	["hunter22", "hunter22"],
	["hunter22\n\n", "hunter22\n"],
	[" hunter 22 ", " hunter 22 "],
])("of %j on stdin one line end is dropped", async (sent, value) => {
	const input = new PassThrough();
	input.end(sent);
	expect((await readAt(input as unknown as ReadStream)).value).toBe(value);
});

test("stdin that goes on for ever is not read to its end", async () => {
	const input = new PassThrough();
	input.write("x".repeat(70_000));
	await expect(readAt(input as unknown as ReadStream)).rejects.toMatchObject({ code: "bad_args" });
});
