// Links, images, outline, tables, fields, metadata, one element, counts.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();
const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

describe("links", () => {
	it("lists each address once, by the words that lead there", async () => {
		await page().open(`<base href="https://example.org/dir/"><a href="a"><img src="${PIXEL}" width="40" height="40"></a>
			<a href="a">First</a><a href="/b?x=1">Second</a><a href="javascript:void 0">no</a>
			<a href="https://other.test/">Other</a><a href="c" hidden>no</a>`);
		const { items } = await page().call("links", {});
		expect(items.map(({ text, href }) => `${text} ${href}`)).toEqual([
			"First https://example.org/dir/a",
			"Second https://example.org/b?x=1",
			"Other https://other.test/",
		]);
		const only = async (args: object) => (await page().call("links", args)).items.map(({ text }) => text);
		expect(await only({ include: "x=1" })).toEqual(["Second"]);
		expect(await only({ include: "other" })).toEqual(["Other"]);
		expect(await only({ exclude: "example.org" })).toEqual(["Other"]);
	});

	it("keeps to one element, to the viewport, and to its budget", async () => {
		const many = Array.from({ length: 500 }, (_, at) => `<p><a href="#l${at}">Link ${at}</a></p>`).join("");
		await page().open(`<nav><a href="#n">Nav</a></nav><main>${many}</main>`);
		expect((await page().call("links", { target: { selector: "nav" } })).items).toHaveLength(1);
		expect((await page().call("links", { inView: true })).items.length).toBeLessThan(60);
		const first = await page().call("links", { budget: 2_000 });
		expect(JSON.stringify(first.items).length).toBeLessThan(2_100);
		const rest = await page().call("links", { budget: 1_000_000, cursor: first.next as number });
		expect(first.items.length + rest.items.length).toBe(501);
	});

	it("lists 50,000 by parts at the cost of a part", async () => {
		await page().open(Array.from({ length: 50_000 }, (_, at) => `<a href="#l${at}">L${at}</a> `).join(""));
		await page().call("links", {});
		expect(await page().cost(() => page().call("links", {}))).toBeLessThan(900);
	});
});

describe("images", () => {
	it("lists alternative text, source and sizes", async () => {
		await page().open(`<img src="${PIXEL}" alt="A dot" width="40" height="30"><img src="${PIXEL}" hidden>
			<div role="img" aria-label="Drawn" style="width:10px;height:10px"></div>`);
		await page().evaluate("document.images[0].decode()");
		const { items } = await page().call("images", {});
		expect(items).toMatchObject([
			{ alt: "A dot", width: 40, height: 30, natural: "1×1" },
			{ alt: "Drawn", src: "" },
		]);
		expect(items[0]?.src.length).toBeLessThan(80);
	});
});

describe("outline", () => {
	it("nests headings in landmarks by their level", async () => {
		await page().open(`<header><h1>Site</h1></header><nav aria-label="Menu"></nav>
			<main><h1>Title</h1><h2>Part</h2><h2 hidden>no</h2><div role="heading" aria-level="3">Deep</div></main>`);
		await page().evaluate('document.querySelector("nav").append("x")');
		const { items } = await page().call("outline", {});
		expect(items.map(({ depth, role, name }) => `${depth} ${role} ${name}`)).toEqual([
			"0 banner ",
			"1 heading Site",
			"0 navigation Menu",
			"0 main ",
			"1 heading Title",
			"2 heading Part",
			"3 heading Deep",
		]);
	});
});

describe("tables", () => {
	it("resolves spans, and names header rows and captions", async () => {
		await page().open(`<table><caption>Prices</caption><thead><tr><th>Kind</th><th colspan="2">Size</th></tr></thead>
			<tr><td rowspan="2">Tea</td><td>small</td><td>1</td></tr><tr><td>large</td><td>2</td></tr>
			<tr hidden><td>no</td></tr></table>`);
		const { items } = await page().call("tables", {});
		expect(items[0]).toMatchObject({ table: { name: "Prices", rows: 4, columns: 3 }, header: true });
		expect(items.map(({ cells }) => cells)).toEqual([
			["Kind", "Size", "Size"],
			["Tea", "small", "1"],
			["Tea", "large", "2"],
		]);
	});

	it("reads grids made of roles, leaves out layout, and goes on by rows", async () => {
		const rows = Array.from({ length: 100 }, (_, at) => `<tr><td>${at}</td></tr>`).join("");
		await page().open(`<table><tr><td><table>${rows}</table></td></tr></table>
			<div role="grid"><div role="row"><span role="columnheader">A</span></div><div role="row"><span role="gridcell">1</span></div></div>`);
		const first = await page().call("tables", { budget: 1_000 });
		const rest = await page().call("tables", { cursor: first.next as number });
		const cells = [...first.items, ...rest.items].map(({ cells }) => cells.join());
		expect(cells).toEqual([...Array.from({ length: 100 }, (_, at) => String(at)), "A", "1"]);
		expect(rest.items[0]?.table).toMatchObject({ rows: 100 });
	});
});

describe("formValues", () => {
	it("reads every kind of field by label, type, state and value", async () => {
		await page().open(`<label>Name <input name="n" value="Ada" required></label>
			<label><input type="checkbox" checked> Yes</label><label><input type="radio" name="r"> One</label>
			<label>Pick <select><option>A<option selected>B</select></label><label>Text <textarea>Long</textarea></label>
			<label>When <input type="date" value="2026-01-02"></label><input type="hidden" name="token" value="t0ken">
			<div contenteditable aria-label="Note">Hello <b>you</b></div><button>Go</button>
			<span role="switch" aria-checked="true" tabindex="0" aria-label="Dark">x</span>`);
		const { items } = await page().call("formValues", {});
		expect(items.map(({ label, type, value, states }) => [label, type, value, states.join()])).toEqual([
			["Name", "text", "Ada", "required"],
			["Yes", "checkbox", undefined, "checked"],
			["One", "radio", undefined, "unchecked"],
			["Pick", "select", "B", ""],
			["Text", "textarea", "Long", ""],
			["When", "date", "2026-01-02", ""],
			["Note", "textbox", "Hello you", ""],
			["Dark", "switch", undefined, "checked"],
		]);
		expect(items[0]?.name).toBe("n");
	});
});

describe("metadata", () => {
	it("tells what the document says of itself", async () => {
		await page().open(`<meta name="description" content="About"><meta property="og:title" content="Shared">
			<link rel="canonical" href="https://example.org/x"><meta name="csrf-token" content="s3cret">
			<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@type":["Person"]}}]}</script>
			<script type="application/ld+json">{broken</script>`);
		await page().evaluate('document.documentElement.lang = "de"');
		const entries = new Map((await page().call("metadata", {})).entries);
		expect(Object.fromEntries(entries)).toMatchObject({
			url: "about:blank",
			title: "Test page",
			lang: "de",
			description: "About",
			"og:title": "Shared",
			canonical: "https://example.org/x",
			"json-ld": "Article, Person",
		});
		expect([...entries.values()].join()).not.toContain("s3cret");
	});
});

describe("inspect", () => {
	it("tells attributes, state, box, styles and why something cannot be seen", async () => {
		await page().open(`<style>body{margin:0} b{color:red}</style><b id="a" data-x="1" style="display:block;height:20px">Bold</b>
			<p id="gone" style="display:none">x</p><p id="clear" style="opacity:0">x</p>
			<button id="under">Under</button><div id="over" style="position:fixed;inset:30px 0 0 0;background:#fff"></div>
			<p id="far" style="position:absolute;top:3000px">x</p>`);
		const info = (selector: string, styles?: string[]) =>
			page().call("inspect", { target: { selector }, ...(styles && { styles }) });
		expect(await info("#a", ["color", "display"])).toMatchObject({
			tag: "b",
			visible: true,
			attributes: [
				["id", "a"],
				["data-x", "1"],
				["style", "display:block;height:20px"],
			],
			styles: [
				["color", "rgb(255, 0, 0)"],
				["display", "block"],
			],
			box: { x: 0, y: 0, height: 20 },
		});
		expect(await info("#gone")).toMatchObject({ visible: false, reason: "hidden" });
		expect(await info("#clear")).toMatchObject({ visible: false, reason: "hidden (opacity 0)" });
		expect((await info("#under")).reason ?? "").toMatch(/covered by <div#over>|^$/);
		expect((await info("#far")).reason).toMatch(/outside of the viewport/);
	});
});

describe("count", () => {
	it("counts matches and those that can be seen", async () => {
		await page().open("<p>1</p><p hidden>2</p><b>3</b>");
		expect(await page().call("count", { selectors: ["p", "b", "i"] })).toEqual({
			counts: [
				{ selector: "p", count: 2, visible: 1 },
				{ selector: "b", count: 1, visible: 1 },
				{ selector: "i", count: 0, visible: 0 },
			],
		});
		expect((await page().failure("count", { selectors: ["p", "!!"] })).code).toBe("bad_selector");
	});
});
