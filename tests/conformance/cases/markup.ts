// Markdown, HTML and text in parts; and that no read of any kind gives a secret away.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const PROSE = `<p>${"Cats sleep a lot, they say, and nobody knows why. ".repeat(8)}</p>`;
const MENU = `<ul>${["Home", "News", "Sport", "Login"].map((word) => `<li><a href="/${word}">${word}</a></li>`).join("")}</ul>`;

/** Every part of an answer that comes in parts, without the notes on how to go on. */
async function inParts({ must }: CaseContext, tool: string, budget: number): Promise<string[]> {
	const parts: string[] = [];
	let cursor: number | undefined;
	do {
		const { text } = await must(tool, { budget, ...(cursor !== undefined && { cursor }) });
		const note = /\n\([^\n]*cursor (\d+)\)$/.exec(text);
		parts.push(note ? text.slice(0, note.index) : text);
		cursor = note ? Number(note[1]) : undefined;
	} while (cursor !== undefined && parts.length < 100);
	return parts;
}

const squeeze = (text: string) => text.replace(/[\s…]+/g, "");

const SECRETS = ["hush-Passw0rd", "838-114", "4111 1111 1111 1111"];
const SECRET_FIELDS = `<form><label>Word <input type="password" value="${SECRETS[0]}"></label>
	<input aria-label="Shown" autocomplete="current-password" value="${SECRETS[0]}"><textarea name="password">${SECRETS[0]}</textarea>
	<input aria-label="Dots" style="-webkit-text-security:disc" value="${SECRETS[0]}">
	<div contenteditable aria-label="Made" style="-webkit-text-security:disc">${SECRETS[0]}</div>
	<input aria-label="Code" autocomplete="one-time-code" value="${SECRETS[1]}"><input name="otp" value="${SECRETS[1]}">
	<div role="textbox" contenteditable autocomplete="one-time-code">${SECRETS[1]}</div>
	<input aria-label="Card" autocomplete="cc-number" value="${SECRETS[2]}"><input name="any" value="${SECRETS[2]}">
	<input autocomplete="cc-csc" value="${SECRETS[1]}"></form><p>Public words</p>`;

export const markupCases = group("markup", {
	"markdown keeps headings, lists, quotes and rules": async ({ must, open }) => {
		await open(
			"<h1>One</h1><ul><li>a</li><li>b<ol><li>c</li></ol></li></ul><blockquote>said</blockquote><hr><p>end</p>",
		);
		expect((await must("read_as_markdown")).text).toBe("# One\n\n- a\n- b\n  1. c\n\n> said\n\n---\n\nend");
	},
	"markdown keeps tables": async ({ must, open }) => {
		await open("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table>");
		expect((await must("read_as_markdown")).text).toBe("| A | B |\n| --- | --- |\n| 1 | 2\\|3 |");
	},
	"markdown keeps code and its language": async ({ must, open }) => {
		await open(
			'<pre><code class="language-js">if (a) {\n\tb();\n}\n</code></pre><p>and <code>c()</code></p>',
		);
		expect((await must("read_as_markdown")).text).toBe("```js\nif (a) {\n\tb();\n}\n```\n\nand `c()`");
	},
	"markdown keeps links and pictures": async ({ must, open, site }) => {
		await open('<p>See <a href="/a">here</a> and <a href="#x">below</a><img src="/p.png" alt="Pic"></p>');
		expect((await must("read_as_markdown")).text).toBe(
			`See [here](${site.origin}/a) and [below](#x)![Pic](${site.origin}/p.png)`,
		);
	},
	"markdown of one element": async ({ must, open }) => {
		await open("<main><h1>In</h1></main><p>Out</p>");
		expect((await must("read_as_markdown", { selector: "main" })).text).toBe("# In");
		const ref = refOf((await must("find", { role: "main" })).text, "main");
		expect((await must("read_as_markdown", { ref })).text).toBe("# In");
	},
	"markdown sees into shadow roots": async ({ must, open }) => {
		await open(
			`<div id="host">slotted</div><script>
				host.attachShadow({ mode: "open" }).innerHTML = "<h2>Shade</h2><slot></slot>";
			</script>`,
		);
		expect((await must("read_as_markdown")).text).toBe("## Shade\n\nslotted");
	},
	"markdown leaves hidden text out": async ({ must, open }) => {
		await open('<p>a</p><p hidden>b</p><p style="opacity:0">c</p><details><summary>d</summary>e</details>');
		expect((await must("read_as_markdown")).text).toBe("a\n\nd");
	},
	"page text does not become markup": async ({ must, open }) => {
		await open("<p># no</p><p>&gt; no</p><p>```</p>");
		expect((await must("read_as_markdown")).text).toBe("\\# no\n\n\\> no\n\n\\`\\`\\`");
	},
	"an article without what is around it": async ({ must, open }) => {
		await open(
			`<header>${MENU}</header><main><nav>${MENU}</nav><article><h1>Cats</h1>${PROSE}<aside>${MENU}</aside>${PROSE}</article></main><footer>${MENU}Imprint</footer>`,
		);
		const { text } = await must("read_as_markdown", { article: true });
		expect(text).toMatch(/^# Cats\n\nCats sleep/);
		expect(text).not.toMatch(/Sport|Imprint/);
		expect((await must("read_as_markdown")).text).toMatch(/Sport[\s\S]*Imprint/);
	},
	"an article where nothing is marked": async ({ must, open }) => {
		await open(
			`<div>${MENU}</div><div><div class="side">${MENU}</div><div><h1>Cats</h1><div>${PROSE}${PROSE}</div></div></div><div>${MENU}Imprint</div>`,
		);
		const { text } = await must("read_as_markdown", { article: true });
		expect(text).toMatch(/^# Cats\n\nCats sleep/);
		expect(text).not.toMatch(/Sport|Imprint/);
	},
	"no article is said to be none": async ({ must, open }) => {
		await open("<p>short</p>");
		expect((await must("read_as_markdown", { article: true })).text).toBe(
			"(no article found: this is the whole page)\nshort",
		);
	},
	"an empty page has no markdown": async ({ must, open }) => {
		await open("");
		expect((await must("read_as_markdown")).text).toBe("");
	},
	"markdown comes in parts that make the whole": async (context) => {
		await context.open(
			Array.from({ length: 300 }, (_, at) => `<h2>Part ${at}</h2><p>Some <b>words</b></p>`).join(""),
		);
		const whole = (await context.must("read_as_markdown", { budget: 1_000_000 })).text;
		const parts = await inParts(context, "read_as_markdown", 1_500);
		expect(parts.length).toBeGreaterThan(3);
		expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(1_500);
		expect(squeeze(parts.join(""))).toBe(squeeze(whole));
	},
	"text comes in parts that make the whole": async (context) => {
		await context.open(Array.from({ length: 400 }, (_, at) => `<p>Paragraph ${at}</p>`).join(""));
		const whole = (await context.must("get_text", { budget: 1_000_000 })).text;
		const parts = await inParts(context, "get_text", 1_000);
		expect(parts.length).toBeGreaterThan(3);
		expect(squeeze(parts.join(""))).toBe(squeeze(whole));
	},
	"html comes in parts that make the whole": async (context) => {
		await context.open(Array.from({ length: 200 }, (_, at) => `<p id="p${at}">Paragraph</p>`).join(""));
		const whole = (await context.must("get_html", { budget: 1_000_000 })).text;
		const parts = await inParts(context, "get_html", 1_000);
		expect(parts.length).toBeGreaterThan(3);
		expect(squeeze(parts.join(""))).toBe(squeeze(whole));
	},
	"a megabyte is read in parts in time": async ({ must, open }) => {
		await open(`<h1>Big</h1>${"<p>word word word word word word word word</p>".repeat(22_000)}`);
		for (const tool of ["read_as_markdown", "get_html", "get_text"]) {
			const { text } = await must(tool, { cursor: 500_000 });
			expect(text.length, tool).toBeLessThanOrEqual(16_100);
			expect(text, tool).toMatch(/go on with cursor 51\d{4}\)$/);
		}
	},
	"html of the page and of one element": async ({ must, open }) => {
		await open('<p id="a" onclick="f()" style="color:red">A &amp; <b>B</b></p><script>secret()</script>');
		expect((await must("get_html", { selector: "#a" })).text).toBe('<p id="a">A &amp; <b>B</b></p>');
		expect((await must("get_html")).text).not.toContain("secret()");
		expect((await must("get_html", { scripts: true })).text).toContain("secret()");
	},
	"reads of a ref that is gone answer stale_ref": async ({ must, call, open, value }) => {
		await open("<main><p>x</p></main>");
		const ref = refOf((await must("find", { role: "main" })).text, "main");
		await value("document.querySelector('main').remove()");
		for (const tool of [
			"read_as_markdown",
			"get_html",
			"extract_links",
			"list_images",
			"outline",
			"read_tables",
			"form_values",
			"element_info",
		]) {
			expect((await call(tool, { ref })).code, tool).toBe("stale_ref");
			expect((await call(tool, { ref, selector: "p" })).code, tool).toBe("bad_args");
		}
	},
	"secrets are in no read": async ({ must, open }) => {
		await open(SECRET_FIELDS);
		const reads: [string, object][] = [
			["snapshot", {}],
			["snapshot", { interactive: true }],
			["get_text", {}],
			["get_html", {}],
			["get_html", { selector: "form", scripts: true }],
			["read_as_markdown", {}],
			["read_as_markdown", { article: true }],
			["find", { selector: "body *", limit: 100 }],
			["find", { role: "textbox" }],
			["find", { text: "o" }],
			["form_values", {}],
			["extract_links", {}],
			["list_images", {}],
			["outline", {}],
			["read_tables", {}],
			["page_metadata", {}],
			["count_elements", { selectors: ["input"] }],
			["element_info", { selector: "[type=password]" }],
			["element_info", { selector: "[name=any]" }],
			["element_info", { selector: "[aria-label=Made]" }],
		];
		for (const [tool, args] of reads) {
			const { text } = await must(tool, { ...args });
			for (const secret of SECRETS) expect(text, `${tool} ${JSON.stringify(args)}`).not.toContain(secret);
		}
		expect((await must("get_text")).text).toContain("Public words");
	},
	"secrets that were typed are in no read": async ({ must, open }) => {
		await open('<input type="password" aria-label="Word"><input autocomplete="cc-number" aria-label="Card">');
		await must("type", { selector: "[type=password]", text: SECRETS[0] });
		await must("type", { selector: "[autocomplete]", text: SECRETS[2] });
		for (const tool of ["snapshot", "get_text", "get_html", "read_as_markdown", "form_values"]) {
			const { text } = await must(tool);
			for (const secret of SECRETS) expect(text, tool).not.toContain(secret);
		}
	},
});
