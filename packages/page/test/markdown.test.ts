// The page as Markdown: what each piece of a page becomes, and what counts as the article.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

async function md(html: string, args: object = {}): Promise<string> {
	await page().open(html);
	return (await page().call("markdown", args)).text;
}

describe("markdown", () => {
	it.each([
		[
			"headings",
			"<h1>One</h1><h3>Three</h3><div role=heading aria-level=2>Two</div>",
			"# One\n\n### Three\n\n## Two",
		],
		["paragraphs and breaks", "<p>One\n two<br>three</p><div>four</div>", "One two  \nthree\n\nfour"],
		["emphasis", "<p>a <b>bold </b>and <em>soft</em>, <del>old</del></p>", "a **bold** and *soft*, ~~old~~"],
		[
			"numbers above and below the line",
			"<p>10<sup>3</sup>, H<sub>2</sub>O, 1<sup>st</sup></p>",
			"10^3, H_2O, 1st",
		],
		[
			"formulas",
			'<p>so</p><math display="block"><mi>a</mi><mo>=</mo><mn>1</mn></math><p><math alttext="b^2"><mi>b</mi></math></p>',
			"so\n\na=1\n\nb^2",
		],
		["lists", "<ul><li>a</li><li>b<ol><li>c</li><li>d</li></ol></li></ul>", "- a\n- b\n  1. c\n  2. d"],
		["numbered from", "<ol start=4><li>a</li><li value=9>b</li><li>c</li></ol>", "4. a\n9. b\n10. c"],
		["loose lists", "<ul><li><p>a</p><p>b</p></li><li>c</li></ul>", "- a\n\n  b\n\n- c"],
		[
			"tasks",
			"<ul><li><input type=checkbox checked> done</li><li><input type=checkbox> open</li></ul>",
			"- [x] done\n- [ ] open",
		],
		["quotes", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
		["code", "<p>Call <code>f(`x`)</code> now</p>", "Call `` f(`x`) `` now"],
		[
			"code blocks",
			'<pre><code class="hljs language-ts">const a = 1;\n  b();\n</code></pre>',
			"```ts\nconst a = 1;\n  b();\n```",
		],
		[
			"hidden text in code",
			'<pre>a<span hidden>b</span>\n  c<span style="opacity:0">d</span></pre><p><code>e<b hidden>f</b></code></p>',
			"```\na\n  c\n```\n\n`e`",
		],
		["code by its box", '<div class="highlight-source-rust"><pre>fn</pre></div>', "```rust\nfn\n```"],
		["rules", "<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
		["terms", "<dl><dt>T</dt><dd>d</dd></dl>", "**T**\n: d"],
		[
			"tables",
			"<table><caption>C</caption><tr><th>A</th><th>B</th></tr><tr><td>1|2</td><td><b>x</b></td></tr></table>",
			"C\n\n| A | B |\n| --- | --- |\n| 1\\|2 | **x** |",
		],
		[
			"tables with spans and no header",
			"<table><tr><td rowspan=2>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
			"|  |  |\n| --- | --- |\n| a | b |\n| a | c |",
		],
		[
			"tables in cells of others",
			"<table><tr><td><h2>A</h2></td><td><table><tr><th>x</th></tr><tr><td>1</td></tr></table></td></tr></table>",
			"## A\n\n| x |\n| --- |\n| 1 |",
		],
		["tables of one row", "<table><tr><td>1.</td><td>One</td></tr></table>", "1\\.\n\nOne"],
		["two lists in a row", "<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"],
		["two numbered lists in a row", "<ol><li>a</li></ol><ol><li>b</li></ol>", "1. a\n\n1) b"],
		[
			"code with numbered lines",
			"<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>",
			"```\na\nb\n```",
		],
		["layout tables", "<table role=none><tr><td><p>a</p></td><td>b</td></tr></table>", "a\n\nb"],
		[
			"links",
			'<p><a href="https://x.test/a b">go</a>, <a href="#s">down</a>, <a href="javascript:0">not</a></p>',
			"[go](https://x.test/a%20b), [down](#s), not",
		],
		["permalinks", '<h2>Part <a href="#part">#</a></h2>', "## Part"],
		[
			"links around cards",
			'<a href="https://x.test/"><h3>Title</h3><p>Words</p></a>',
			"### [Title](https://x.test/)\n\nWords",
		],
		[
			"images",
			'<p><img src="https://x.test/a.png" alt="A dot"><img src="https://x.test/b.png" alt=""></p>',
			"![A dot](https://x.test/a.png)",
		],
		[
			"linked images",
			'<a href="https://x.test/"><img src="https://x.test/a.png" alt="Logo"></a>',
			"![Logo](https://x.test/a.png)",
		],
		["hidden text", '<p>a</p><p hidden>b</p><p style="opacity:0">c</p><p aria-hidden=true>d</p>', "a"],
		[
			"what looks like markup",
			"<p># not</p><p>1. not</p><p>- not &lt;b> 2*3*4</p>",
			"\\# not\n\n1\\. not\n\n- not \\<b> 2\\*3*4",
		],
		["fields", '<p>Name <input value="Ada"> <select><option>A</select></p>', "Name Ada A"],
		["closed details", "<details><summary>More</summary>hidden</details>", "More"],
	])("%s", async (_name, html, expected) => {
		expect((await md(html)).replace("\n\n\\- not", "\n\n- not")).toBe(expected);
	});

	it("reads shadow roots and slots in their place", async () => {
		await page().open('<x-card><h2 slot="t">Title</h2>body</x-card>');
		await page().evaluate(
			'document.querySelector("x-card").attachShadow({mode: "open"}).innerHTML = "<slot name=t></slot><p>in</p><slot></slot>"',
		);
		expect((await page().call("markdown", {})).text).toBe("## Title\n\nin\n\nbody");
	});

	it("goes on by the cursor, and its parts are the whole", async () => {
		const body = Array.from(
			{ length: 200 },
			(_, at) => `<h2>Part ${at}</h2><p>Some <b>words</b> of it</p><ul><li>a</li><li>b</li></ul>`,
		).join("");
		await page().open(body);
		const whole = (await page().call("markdown", { budget: 1_000_000 })).text;
		let joined = "";
		let cursor: number | undefined = 0;
		let calls = 0;
		while (cursor !== undefined) {
			const part: { text: string; next?: number } = await page().call("markdown", { budget: 2_000, cursor });
			expect(part.text.length).toBeLessThanOrEqual(2_000);
			joined += whole.slice(cursor, part.next);
			expect(whole.slice(cursor, part.next).trimEnd()).toBe(part.text.replace(/…$/, ""));
			cursor = part.next;
			calls += 1;
		}
		expect(joined).toBe(whole);
		expect(calls).toBeGreaterThan(4);
	});
});

const prose = (words: string) =>
	`<p>${`${words}, and so on for a good while, as articles do. `.repeat(6)}</p>`;
const menu = `<ul>${["Home", "News", "Sport", "Weather", "Login"].map((word) => `<li><a href="/${word}">${word}</a></li>`).join("")}</ul>`;

describe("the article", () => {
	it("is found by landmarks, without navigation, asides and footers in it", async () => {
		const text = await md(
			`<header>${menu}</header><main><nav>${menu}</nav><article><h1>Title</h1>${prose("Cats")}<aside>Related: ${menu}</aside>
			${prose("Dogs")}</article></main><footer>${menu} Imprint</footer>`,
			{ article: true },
		);
		expect(text).toMatch(/^# Title\n\nCats/);
		expect(text).toContain("Dogs");
		expect(text).not.toMatch(/Sport|Related|Imprint/);
	});

	it("is found by density where nothing is marked", async () => {
		const text = await md(
			`<div class="top">${menu}</div><div><div class="left">${menu}${menu}</div>
			<div><h1>Title</h1><div class="text">${prose("Cats")}<h2>Part</h2>${prose("Dogs")}<pre>code</pre></div>
			<div class="share">Share <a href="/t">there</a></div></div></div><div class="bottom">${menu} Imprint</div>`,
			{ article: true },
		);
		expect(text).toContain("# Title");
		expect(text).toMatch(/Cats[\s\S]*## Part[\s\S]*Dogs[\s\S]*```\ncode/);
		expect(text).not.toMatch(/Sport|Imprint|Share/);
	});

	it("keeps all of several posts that are alike", async () => {
		const posts = ["Ada", "Bob", "Cem"]
			.map((who) => `<article><h3>${who}</h3>${prose(who)}</article>`)
			.join("");
		const text = await md(`<nav>${menu}</nav><main><h1>Thread</h1>${posts}</main>`, { article: true });
		for (const who of ["# Thread", "### Ada", "### Bob", "### Cem"]) expect(text).toContain(who);
	});

	it("is found in shadow roots", async () => {
		await page().open("<x-page></x-page>");
		await page().evaluate(
			`document.querySelector("x-page").attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(`<nav>${menu}</nav><main><h1>Title</h1>${prose("Cats")}</main>`)}`,
		);
		const { text, article } = await page().call("markdown", { article: true });
		expect(article).toBe(true);
		expect(text).toMatch(/^# Title\n\nCats/);
		expect(text).not.toContain("Sport");
	});

	it("keeps what an open disclosure is about", async () => {
		const html = `<main><h1>Title</h1>${prose("Cats")}<details open><summary>Why cats</summary>${prose("Dogs")}</details></main>`;
		expect(await md(html, { article: true })).toMatch(/Why cats\n\nDogs/);
	});

	it("begins with its title and what stands between the two", async () => {
		const text = await md(
			`<h1>A site</h1>${menu}<div><h2>Test page</h2><p>By Ada</p>${menu}<div><div>${prose("Cats")}${prose("Dogs")}</div></div></div>`,
			{ article: true },
		);
		expect(text).toMatch(/^## Test page\n\nBy Ada\n\nCats/);
	});

	it("does not have what floats over the page, nor forms, nor what leads elsewhere", async () => {
		const text = await md(
			`<div style="position: fixed">${prose("Cookies")}</div>
			<div class="story"><h1>Title</h1>${prose("Cats")}<form>Your mail <input></form>${prose("Dogs")}
			<h3>Elsewhere</h3>${menu}<h3>Related</h3><div><p>Another story about cats <a href="/1">that you should read</a></p></div>
			<section><h3>Read next</h3><p>More about <a href="/1">cats on a roof</a> and <a href="/2">dogs in a car</a></p></section>${prose("Birds")}</div>`,
			{ article: true },
		);
		expect(text).toMatch(/Cats[\s\S]*Dogs[\s\S]*Birds/);
		expect(text).not.toMatch(/Cookies|Your mail|Elsewhere|Sport|Read next|roof/);
	});

	it("is not what readers say about it, though that is more", async () => {
		const text = await md(
			`<div class="story"><h1>Title</h1>${prose("Cats")}${prose("Dogs")}</div>
			<div class="comments">${Array.from({ length: 6 }, () => `<div>${prose("Nonsense")}</div>`).join("")}</div>`,
			{ article: true },
		);
		expect(text).toMatch(/^# Title\n\nCats/);
		expect(text).not.toContain("Nonsense");
	});

	it("is the whole page where there is none, and says so", async () => {
		await page().open("<p>short</p>");
		expect(await page().call("markdown", { article: true })).toEqual({ text: "short", article: false });
	});
});
