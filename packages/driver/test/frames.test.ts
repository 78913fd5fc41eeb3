// What each document says stays its own, and a frame that fails or hangs costs the others nothing.

import { expect, it } from "vitest";
import { snapshotWithFrames } from "../src/merge-frames.ts";
import { read } from "../src/reads.ts";
import { refOf, type TableDocument, tabOf } from "./page-with-frames.ts";

const page = "https://page.example";
const far = "https://far.example";
const says = (text: string) => ({ text, omitted: 0 });

it("answers one part for each document, with its origin", async () => {
	const { tab } = tabOf({
		"": { origin: page, answer: says("Outer"), frames: ["f1", "f3"] },
		f1: { origin: far, answer: says("Inner"), frames: ["f2"] },
		f2: { origin: page, answer: says("Innermost") },
		f3: { origin: "null", answer: says("Boxed") },
	});
	expect((await read(tab, "getText", {})).parts).toEqual([
		{ origin: page, text: "Outer" },
		{ origin: far, text: "Inner", frame: { ref: "e1", site: far } },
		{ origin: page, text: "Innermost", frame: { ref: "e2", site: page } },
		expect.objectContaining({ origin: "null", text: "Boxed" }),
	]);
	expect((await read(tab, "getText", { target: { ref: "e1" } })).parts).toEqual([
		{ origin: far, text: "Inner" },
	]);
	expect((await read(tab, "getText", { cursor: 2_000_000_000 })).parts[0]).toMatchObject({
		origin: page,
		text: "Innermost",
	});
});

it("asks frames that hang once and all together", async () => {
	const names = Array.from({ length: 30 }, (_, at) => `f${at + 1}`);
	const hung = names.map((name): [string, TableDocument] => [name, { origin: far, answer: "hangs" }]);
	const { tab, asked } = tabOf({
		"": { origin: page, answer: says("Outer"), frames: [...names, "f31"] },
		...Object.fromEntries(hung),
		f31: { origin: far, answer: says("Lively") },
	});
	const started = performance.now();
	const { parts, unread } = await read(tab, "getText", {});
	expect(performance.now() - started).toBeLessThan(3_000);
	expect(parts.map(({ text }) => text)).toEqual(["Outer", "Lively"]);
	expect(unread).toHaveLength(30);
	expect(unread?.[0]).toEqual({ ref: "e1", site: far, why: "does not answer" });
	expect(asked.filter((one) => one.startsWith("f1:"))).toEqual(["f1:frames"]);
});

it("a frame that hangs takes no time of the one that it is in", async () => {
	const lines = (text: string, frames: string[]) => ({
		text,
		omitted: 0,
		url: page,
		title: "",
		frames: frames.map((name) => ({ ref: refOf(name), line: 0 })),
	});
	const documents = (answer: (text: string, frames: string[]) => Record<string, unknown>) => ({
		"": { origin: page, answer: answer("- iframe [e1]", ["f1"]), frames: ["f1"] },
		f1: { origin: far, answer: answer("- iframe [e2]", ["f2"]), frames: ["f2"] },
		f2: { origin: far, answer: "hangs" as const },
	});
	const { text } = await snapshotWithFrames(tabOf(documents(lines)).tab, {});
	expect(text).toBe(`- iframe [e1] ${far}\n  - iframe [e2] ${far} (not read: does not answer)`);
	const { parts, unread } = await read(tabOf(documents(says)).tab, "getText", {});
	expect(parts).toHaveLength(2);
	expect(unread).toEqual([{ ref: "e2", site: far, why: "does not answer" }]);
});

it("a frame that fails with an error of the browser's is left out, and no more", async () => {
	const { tab } = tabOf({
		"": { origin: page, answer: says("Outer"), frames: ["f1", "f2"] },
		f1: { origin: far, answer: new Error("Cannot find context with specified id") },
		f2: { origin: far, answer: says("Inner") },
	});
	const { parts, unread } = await read(tab, "getText", {});
	expect(parts.map(({ text }) => text)).toEqual(["Outer", "Inner"]);
	expect(unread).toEqual([{ ref: "e1", site: far, why: "reading it failed" }]);
});
