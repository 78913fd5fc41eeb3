// Pages that are large, deep or never still: all of it can be had, in parts, each in time.

import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

const WORDS = 170_000;
/** Milliseconds for six reads of a page in motion: far below the wait for a page to be still, on a busy machine too. */
const IN_TIME = 10_000;

/**
 * All answers of a read that comes in parts, each without the note on how to go on. Each comes in time: one that
 * took longer than a call may take would be the error `timeout`.
 */
async function everyPart(
	{ must }: CaseContext,
	tool: string,
	args: Record<string, unknown>,
): Promise<string[]> {
	const parts: string[] = [];
	for (let cursor: number | undefined = 0; cursor !== undefined; ) {
		const { text } = await must(tool, { ...args, cursor });
		const note = /\n\([^\n]*cursor (\d+)\)/.exec(text);
		parts.push(note ? text.slice(0, note.index) : text);
		const next: number | undefined = note ? Number(note[1]) : undefined;
		if (next !== undefined) expect(next).toBeGreaterThan(cursor);
		cursor = next;
	}
	return parts;
}

const numbersIn = (text: string, pattern: RegExp) =>
	Array.from(text.matchAll(pattern), ([, digits]) => Number(digits));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

export const largeCases = group("large", {
	"a megabyte of text is read in parts, and no word is lost": async (context) => {
		const paragraphs: string[] = [];
		for (let at = 0; at < WORDS; at += 50) {
			paragraphs.push(
				`<p>${upTo(50)
					.map((word) => `w${at + word}`)
					.join(" ")}</p>`,
			);
		}
		await context.open(paragraphs.join(""));
		const parts = await everyPart(context, "get_text", { budget: 250_000 });
		expect(parts.length).toBeGreaterThan(3);
		expect(parts.join("").length).toBeGreaterThan(1_000_000);
		expect(numbersIn(parts.join(" "), /\bw(\d+)/g)).toEqual(upTo(WORDS));
	},
	"a megabyte in one element is read in parts, and no character is lost": async (context) => {
		await context.open(
			`<pre id="p"></pre>${script('p.textContent = Array.from({ length: 20000 }, (_, at) => "line " + at + " " + "x".repeat(45)).join("\\n")')}`,
		);
		const parts = await everyPart(context, "get_text", { selector: "#p", budget: 300_000 });
		expect(numbersIn(parts.join("\n"), /\bline (\d+)/g)).toEqual(upTo(20_000));
		expect(parts.join("").match(/x{45}/g)).toHaveLength(20_000);
	},
	"50,000 links: each once, in parts": async (context) => {
		await context.open(
			`<main id="m"></main>${script('m.innerHTML = Array.from({ length: 50000 }, (_, at) => "<a href=#" + at + ">L" + at + "</a> ").join("")')}`,
		);
		const parts = await everyPart(context, "extract_links", { budget: 1_500_000 });
		expect(parts.length).toBeGreaterThan(1);
		expect(numbersIn(parts.join("\n"), /^- "L(\d+)"/gm)).toEqual(upTo(50_000));
	},
	"hits beyond the limit are gone through, each once": async (context) => {
		await context.open(
			`<ul>${upTo(250)
				.map((at) => `<li>item ${at}</li>`)
				.join("")}</ul>`,
		);
		const parts = await everyPart(context, "find", { text: "item", limit: 60 });
		expect(parts.map((part) => numbersIn(part, /"item (\d+)"/g).length)).toEqual([60, 60, 60, 60, 10]);
		expect(numbersIn(parts.join("\n"), /"item (\d+)"/g)).toEqual(upTo(250));
	},
	"10,000 rows of a table, each once, in parts": async (context) => {
		await context.open(
			`<table id="t"></table>${script('t.innerHTML = Array.from({ length: 10000 }, (_, at) => "<tr><td>" + at + "</td><td>x</td></tr>").join("")')}`,
		);
		const parts = await everyPart(context, "read_tables", { budget: 200_000 });
		expect(numbersIn(parts.join("\n"), /^\| (\d+) \| x \|/gm)).toEqual(upTo(10_000));
	},
	"one field of a thousand is found": async (context) => {
		await context.open(
			upTo(1_000)
				.map((at) => `<label>Field ${at} <input value="v${at}"></label>`)
				.join(""),
		);
		expect(await linesOf(context, "find", { label: "Field 777", exact: true })).toEqual([
			'- textbox "Field 777"',
		]);
		const parts = await everyPart(context, "form_values", { budget: 20_000 });
		expect(numbersIn(parts.join("\n"), /= "v(\d+)"/g)).toEqual(upTo(1_000));
	},
	"5,000 elements inside of each other": async (context) => {
		const { must } = context;
		await context.open(
			`<p>Top</p><main id="m"></main>${script(`
				let at = m;
				for (let depth = 0; depth < 5000; depth++) at = at.appendChild(document.createElement("span"));
				at.innerHTML = "<button>Bottom</button><a href=/x>Link</a>";`)}`,
		);
		expect((await must("get_text")).text).toMatch(/Top\s+Bottom\s+Link/);
		expect((await must("find", { text: "bottom" })).text).toContain('- button "Bottom"');
		expect(await linesOf(context, "extract_links")).toHaveLength(1);
		expect((await must("count_elements", { selectors: ["button"] })).text).toContain("1 (1 visible)");
		const { text } = await must("snapshot");
		expect(text).toContain('- text "Top"');
		expect(text).toMatch(/^\(about \d+ more; ask /m);
	},
	"a page that is never still is read at once": async (context) => {
		await context.open(
			`<h1>Still here</h1><button class="spin">Go</button><canvas id="c" width="50" height="50"></canvas>${script(`
				const draw = () => { c.getContext("2d").fillRect(Math.random() * 50, 0, 1, 50); requestAnimationFrame(draw); };
				draw();`)}`,
			"<style>@keyframes spin { to { transform: rotate(1turn) } } .spin { animation: spin 1s linear infinite; transition: all 9s }</style>",
		);
		const started = performance.now();
		for (const tool of [
			"snapshot",
			"get_text",
			"read_as_markdown",
			"outline",
			"extract_links",
			"form_values",
		])
			await context.must(tool);
		expect(performance.now() - started).toBeLessThan(IN_TIME);
		expect(await linesOf(context)).toEqual(['- heading "Still here" level=1', '- button "Go"', "- canvas"]);
	},
	"a name of a megabyte is cut to a line": async (context) => {
		await context.open(`<button id="b"></button>${script('b.textContent = "long ".repeat(200000)')}`);
		const lines = await linesOf(context);
		expect(lines).toHaveLength(1);
		expect(lines[0]?.length).toBeLessThan(200);
		expect(lines[0]).toMatch(/^- button "long long .*…"$/);
	},
});
