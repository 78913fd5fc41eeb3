// A file chooser that a frame has opened: whoever answers is judged by that frame, and so has to name it.

import { expect, test } from "vitest";
import { setFiles } from "../src/given-files.ts";
import { RefNumbers } from "../src/ref-numbers.ts";
import type { TabSession } from "../src/tab-session.ts";

const signal = new AbortController().signal;
const files = [{ path: "/tmp/a.txt", name: "a.txt", type: "", size: 1 }] as never;

/** A tab with a page and a frame in it, which has opened a chooser; `kits`: the documents that were entered. */
function tab(known: boolean) {
	const kits: string[] = [];
	const frame = (id: string) => ({
		id,
		name: undefined as string | undefined,
		kit: async () => {
			kits.push(id);
			throw new Error("entered");
		},
	});
	const child = frame("child");
	const chooser = { asked: { frame: "child", node: 1 }, forget() {} };
	const frames = { known: () => (known ? child : undefined), find: async () => undefined };
	const main = frame("main");
	const made = { main, frame: (name?: string) => (name === undefined ? main : child), chooser, frames };
	return { kits, made: made as unknown as TabSession };
}

const given = { document: "d1", files } as const;
const numbers = () => new RefNumbers(1, async () => {});

test("is not answered by the page around it, and the frame is named", async () => {
	const { made, kits } = tab(true);
	await expect(setFiles(made, given as never, numbers(), signal)).rejects.toMatchObject({
		code: "not_found",
		data: { chooserIn: expect.stringMatching(/^f/), notSent: true },
	});
	expect(kits).toEqual([]);
});

test("is not answered when the frame is gone", async () => {
	const { made, kits } = tab(false);
	await expect(setFiles(made, given as never, numbers(), signal)).rejects.toMatchObject({
		code: "not_found",
	});
	expect(kits).toEqual([]);
});

test("is answered by the frame itself", async () => {
	const { made, kits } = tab(true);
	await expect(setFiles(made, { ...given, frame: "f1" } as never, numbers(), signal)).rejects.toThrow(
		"entered",
	);
	expect(kits).toEqual(["child"]);
});
