// Tables: what stands in a row and in a column, whatever spans, nests or only looks like one.

import { expect } from "vitest";
import { group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

export const tableCases = group("tables", {
	"headers over two rows and columns": async (context) => {
		await context.open(
			'<table><thead><tr><th rowspan="2">Town</th><th colspan="2">Year</th></tr><tr><th>2025</th><th>2026</th></tr></thead><tbody><tr><th>Bern</th><td>1</td><td>2</td></tr></tbody></table>',
		);
		expect(await linesOf(context, "read_tables")).toEqual([
			"| Town | Year | Year | (header)",
			"| Town | 2025 | 2026 | (header)",
			"| Bern | 1 | 2 |",
		]);
	},
	"a span to the end stops with its body": async (context) => {
		await context.open(
			'<table><tbody><tr><td rowspan="0">All</td><td>1</td></tr><tr><td>2</td></tr></tbody><tbody><tr><td>Next</td><td>3</td></tr></tbody><tfoot><tr><td>Sum</td><td>6</td></tr></tfoot></table>',
		);
		expect(await linesOf(context, "read_tables")).toEqual([
			"| All | 1 |",
			"| All | 2 |",
			"| Next | 3 |",
			"| Sum | 6 |",
		]);
	},
	"a span too wide makes no columns": async (context) => {
		await context.open('<table><tr><td>a</td><td>b</td></tr><tr><td colspan="1000">wide</td></tr></table>');
		const { text } = await context.must("read_tables");
		expect(text).toContain("2 rows, 2 columns");
		expect(await linesOf(context, "read_tables")).toEqual(["| a | b |", "| wide | wide |"]);
	},
	"row and column headers, and the caption as the name": async (context) => {
		await context.open(
			'<table><caption>Sales</caption><tr><td></td><th scope="col">Q1</th></tr><tr><th scope="row">Bern</th><td>7</td></tr></table>',
		);
		expect(await linesOf(context)).toEqual([
			'- table "Sales"',
			expect.stringMatching(/^ {2}- row: "" \| columnheader "Q1"/),
			expect.stringMatching(/^ {2}- row: rowheader "Bern".* \| 7$/),
		]);
	},
	"a table that only lays out is none": async (context) => {
		await context.open(
			'<table role="presentation"><tr><td>Left</td><td><button>Right</button></td></tr></table>',
		);
		expect((await context.must("read_tables")).text).toContain("(no tables)");
		expect(await linesOf(context)).toEqual(['- text "Left"', '- button "Right"']);
	},
	"a table around tables lays out; the one inside is read": async (context) => {
		await context.open(
			"<table><tr><td>menu</td><td><table><tr><th>Name</th></tr><tr><td>Ada</td></tr></table></td></tr></table>",
		);
		expect(await linesOf(context, "read_tables")).toEqual(["| Name | (header)", "| Ada |"]);
	},
	"a table with headers around a table is read, and the inner one too": async (context) => {
		await context.open(
			"<table><tr><th>Kind</th><th>Sizes</th></tr><tr><td>Tea</td><td><table><caption>Of tea</caption><tr><td>S</td><td>L</td></tr></table></td></tr></table>",
		);
		const { text } = await context.must("read_tables");
		expect(text).toContain('table "Of tea"');
		expect(await linesOf(context, "read_tables")).toEqual([
			"| Kind | Sizes | (header)",
			"| Tea | Of tea S L |",
			"| S | L |",
		]);
	},
	"hidden and collapsed rows are left out": async (context) => {
		await context.open(
			'<table><tr><td>one</td></tr><tr hidden><td>two</td></tr><tr style="visibility:collapse"><td>three</td></tr><tr><td>four</td></tr></table>',
		);
		expect(await linesOf(context, "read_tables")).toEqual(["| one |", "| four |"]);
	},
	"a grid by roles with groups of rows and wide cells": async (context) => {
		await context.open(
			'<div role="grid" aria-label="G"><div role="rowgroup"><div role="row"><span role="columnheader">A</span><span role="columnheader">B</span><span role="columnheader">C</span></div></div><div role="rowgroup"><div role="row" aria-selected="true"><span role="gridcell">1</span><span role="gridcell" aria-colspan="2">2</span></div></div></div>',
		);
		expect(await linesOf(context, "read_tables")).toEqual(["| A | B | C | (header)", "| 1 | 2 | 2 |"]);
		expect(await linesOf(context)).toContain("  - row selected: 1 | 2 | ←");
	},
	"controls in cells are shown in their cell": async (context) => {
		await context.open(
			'<table><tr><th>Name</th><th>Do</th></tr><tr><td><a href="#a">Ada</a></td><td><button>Edit</button><button>Delete</button></td></tr></table>',
		);
		const lines = await linesOf(context);
		expect(lines.at(-1)?.replace(/ \[e\d+\]/g, "")).toBe(
			'  - row: link "Ada" | button "Edit", button "Delete"',
		);
		expect((await context.must("find", { text: "delete" })).text).toContain("> row 2 of 2");
	},
	"rows that come while one reads are there the next time": async (context) => {
		await context.open(
			`<table id="t"><tr><td>0</td></tr></table>${script("globalThis.add = () => { t.insertRow().insertCell().textContent = t.rows.length - 1; return t.rows.length; }")}`,
		);
		for (let count = 2; count < 6; count += 1) {
			expect(await context.value("add()")).toBe(count);
			expect(await linesOf(context, "read_tables")).toHaveLength(count);
		}
	},
});
