// find in all its ways: what is asked for together, what matches several, none, or only exactly; and the way to it.

import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";
import { linesOf, shadowHost } from "../lines.ts";

const found = (context: CaseContext, args: Record<string, unknown>) => linesOf(context, "find", args);

const SHOP = `<nav aria-label="Top"><a href="/a">Account</a></nav><main><h1>Shop</h1><h2>Tea</h2><ul><li><button>Add to cart</button></li><li><button>Add to list</button></li></ul>
	<h2>Milk</h2><button aria-label="Add milk">+</button><input placeholder="Search milk" aria-label="Find"><label>Amount <input type="number" value="1"></label></main>`;

export const searchCases = group("search", {
	"by role and name, a part of the name": async (context) => {
		await context.open(SHOP);
		expect(await found(context, { role: "button", name: "ADD" })).toEqual([
			'- button "Add to cart" in main > heading "Shop" > heading "Tea" > list > listitem 1 of 2',
			'- button "Add to list" in main > heading "Shop" > heading "Tea" > list > listitem 2 of 2',
			'- button "Add milk" in main > heading "Shop" > heading "Milk"',
		]);
	},
	"by role and exact name": async (context) => {
		await context.open(SHOP);
		expect(await found(context, { role: "button", name: "Add milk", exact: true })).toHaveLength(1);
		expect(await found(context, { role: "button", name: "Add", exact: true })).toEqual([]);
	},
	"by role alone, in the order of the page": async (context) => {
		await context.open(SHOP);
		const names = (await found(context, { role: "heading" })).map((line) => /"([^"]*)"/.exec(line)?.[1]);
		expect(names).toEqual(["Shop", "Tea", "Milk"]);
	},
	"by text: the control, the heading, and no parent of them": async (context) => {
		await context.open(SHOP);
		expect(await found(context, { text: "milk" })).toEqual([
			'- heading "Milk" in main > heading "Shop"',
			'- button "Add milk" in main > heading "Shop" > heading "Milk"',
		]);
	},
	"by label and by placeholder are two questions": async (context) => {
		await context.open(SHOP);
		expect(await found(context, { label: "amount" })).toHaveLength(1);
		expect(await found(context, { label: "search milk" })).toEqual([]);
		expect((await found(context, { placeholder: "search" }))[0]).toMatch(/^- textbox "Find" in main/);
		expect(await found(context, { placeholder: "Search", exact: true })).toEqual([]);
	},
	"several questions have to be true together": async (context) => {
		await context.open(SHOP);
		expect(await found(context, { selector: "main button", text: "list" })).toHaveLength(1);
		expect(await found(context, { selector: "nav button", role: "button" })).toEqual([]);
		expect(await found(context, { role: "link", name: "account", text: "Account" })).toHaveLength(1);
	},
	"by selector across shadow roots, in the order of the page": async (context) => {
		await context.open(`<button>One</button>${shadowHost("<button>Two</button>")}<button>Three</button>`);
		expect(await found(context, { selector: "button" })).toEqual([
			'- button "One"',
			'- button "Two"',
			'- button "Three"',
		]);
	},
	"limit and cursor go through all hits, one by one": async (context) => {
		await context.open("<p>x 1</p><p>x 2</p><p>x 3</p>");
		const seen: string[] = [];
		for (let cursor: number | undefined = 0; cursor !== undefined; ) {
			const { text } = await context.must("find", { text: "x", limit: 1, cursor });
			seen.push(/"(x \d)"/.exec(text)?.[1] ?? "");
			const next: string | undefined = /cursor (\d+)\)/.exec(text)?.[1];
			cursor = next === undefined ? undefined : Number(next);
		}
		expect(seen).toEqual(["x 1", "x 2", "x 3"]);
	},
	"a cursor behind the last hit finds nothing": async (context) => {
		await context.open("<p>x</p>");
		expect((await context.must("find", { text: "x", cursor: 100 })).text).toContain("(nothing found)");
	},
	"text with blanks, breaks and letters of every size": async (context) => {
		await context.open("<p>Good\n\t  morning,<br>\u00a0Ada</p><p>STRASSE Straße</p>");
		expect(await found(context, { text: "good morning, ada" })).toHaveLength(1);
		expect(await found(context, { text: "straße" })).toHaveLength(1);
	},
	"text that a style writes in capitals": async (context) => {
		await context.open('<button style="text-transform:uppercase">Sign in</button>');
		expect(await found(context, { text: "SIGN IN" })).toHaveLength(1);
		expect(await found(context, { text: "sign in" })).toHaveLength(1);
	},
	"selectors with quotes, escapes and the newest words": async (context) => {
		await context.open('<p id="a:b" data-x="it\'s">one</p><p><b>two</b></p>');
		expect(await found(context, { selector: "#a\\:b" })).toHaveLength(1);
		expect(await found(context, { selector: `[data-x="it's"]` })).toHaveLength(1);
		expect(await found(context, { selector: "p:has(> b)" })).toHaveLength(1);
		expect(await found(context, { selector: "p:not(:is(#a\\:b))" })).toHaveLength(1);
	},
	"an ambiguous selector names what it may have meant": async (context) => {
		await context.open("<button hidden>Zero</button><button>One</button><button>Two</button>");
		const { code, text } = await context.call("get_text", { selector: "button" });
		expect(code).toBe("ambiguous");
		expect(text).toMatch(/3 elements match "button": button "One" \[e\d+\], button "Two" \[e\d+\]/);
		expect(text).toMatch(/\(hidden\)/);
	},
	"one element: states, values, children, scrolling": async (context) => {
		await context.open(
			'<div id="box" style="height:50px;width:200px;overflow:auto"><div style="height:500px"><p>a</p><p>b</p></div></div><select id="s"><option>x<option selected>y</select>',
		);
		const box = (await context.must("element_info", { selector: "#box" })).text;
		expect(box).toContain("elements inside: 3");
		expect(box).toMatch(/scrolls: 50 of 5\d\d in view, from 0/);
		expect((await context.must("element_info", { selector: "#s" })).text).toContain('value: "y"');
	},
	"html: shadow roots, templates, and attributes as they are": async (context) => {
		await context.open(shadowHost("<b>in</b>", '<i title="a &quot;b&quot; &lt;c>">out</i>'));
		const { text } = await context.must("get_html", { selector: "#host" });
		expect(text).toContain('<template shadowrootmode="open"><b>in</b></template>');
		expect(text).toMatch(/<i title="a &quot;b&quot; (&lt;|<)c(&gt;|>)">out<\/i>/);
	},
	"outline: levels that are left out, and headings by role": async (context) => {
		await context.open(
			'<h1>One</h1><h4>Four</h4><div role="heading" aria-level="2">Two</div><div role="heading">No level</div><h2 hidden>Unseen</h2><h2></h2>',
		);
		expect(await linesOf(context, "outline")).toEqual([
			'- heading "One" level=1',
			'      - heading "Four" level=4',
			'  - heading "Two" level=2',
			'  - heading "No level" level=2',
		]);
	},
});
