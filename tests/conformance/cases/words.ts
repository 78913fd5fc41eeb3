// Words as a person reads them: lines and blanks where they are drawn, and nothing that only guides the browser.

import { expect } from "vitest";
import { group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

export const wordCases = group("words", {
	"blocks on lines of their own, words in a line together": async ({ must, open }) => {
		await open("<div>one<div>two <b>bold</b>,<i>slanted</i></div>three</div><p>a<br>b</p><p>c</p>");
		expect((await must("get_text")).text).toContain("one\ntwo bold,slanted\nthree\n\na\nb\n\nc");
	},
	"lines that a style keeps": async ({ must, open }) => {
		await open(
			'<pre>  keep   this\n\ttab</pre><div style="white-space:pre-line">one   word\n two</div><div style="white-space:pre-wrap">a  b</div><div>c  \n d</div>',
		);
		const { text } = await must("get_text");
		for (const part of ["  keep   this\n\ttab", "one word\ntwo", "a  b", "c d"]) expect(text).toContain(part);
	},
	"soft hyphens and blanks without width do not hide a word": async (context) => {
		await context.open(
			"<p>Donau&shy;dampf&shy;schiff</p><button>zero&#8203;width</button><p>no<wbr>break</p>",
		);
		for (const [text, role] of [
			["donaudampfschiff", "paragraph"],
			["zerowidth", "button"],
			["nobreak", "paragraph"],
		] as const) {
			const [line] = await linesOf(context, "find", { text });
			expect(line, text).toMatch(new RegExp(`^- ${role} `));
		}
		expect(await linesOf(context, "find", { role: "button", name: "zerowidth", exact: true })).toHaveLength(
			1,
		);
	},
	"what joins characters stays": async (context) => {
		await context.open("<p>می\u200cخواهم \u{1f469}\u200d\u{1f4bb} é</p>");
		expect((await context.must("get_text")).text).toContain("می\u200cخواهم \u{1f469}\u200d\u{1f4bb}");
	},
	"small letters above words are in their line": async (context) => {
		await context.open(
			"<p>漢<ruby>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>です, x<sup>2</sup> H<sub>2</sub>O</p>",
		);
		expect(await linesOf(context)).toEqual(['- text "漢字じです, x2 H2O"']);
		expect((await context.must("get_text")).text).toContain("漢字じです, x2 H2O");
	},
	"lists, numbered lists and definitions": async (context) => {
		await context.open(
			"<ol start='3'><li>three<ul><li>in</li></ul></li><li>four</li></ol><dl><dt>Term</dt><dd>Meaning</dd></dl>",
		);
		expect(await linesOf(context)).toEqual([
			"- list",
			"  - listitem",
			'    - text "three"',
			"    - list",
			'      - listitem "in"',
			'  - listitem "four"',
			'- text "Term"',
			'- text "Meaning"',
		]);
		expect((await context.must("read_as_markdown")).text).toContain("3. three\n   - in\n4. four");
	},
	"landmarks of a page, and what is none": async (context) => {
		await context.open(
			"<header>Site</header><article><header>Not one</header></article><section>plain</section><section aria-label='S'>named</section><form><input aria-label='I'></form><form aria-label='F'><input aria-label='J'></form><search><input aria-label='Q'></search><footer>End</footer>",
		);
		expect(await linesOf(context, "outline")).toEqual([
			"- banner",
			'- region "S"',
			'- form "F"',
			"- search",
			"- contentinfo",
		]);
	},
	"messages that come and go": async (context) => {
		await context.open(
			'<div role="status" id="s"></div><div role="alert" id="a"></div><div role="log" id="l"></div>',
		);
		expect((await context.must("snapshot")).text).toContain("(empty page)");
		await context.value(
			"s.textContent = 'Saved', a.textContent = 'No room', l.innerHTML = '<p>one</p><p>two</p>'",
		);
		expect(await linesOf(context)).toEqual(['- status "Saved"', '- alert "No room"', '- log "one two"']);
	},
	"a shadow root that is written in the markup": async (context) => {
		await context.open(
			'<div><template shadowrootmode="open"><h2>Declared</h2><slot></slot></template><p>light</p></div><template><p>never</p></template>',
		);
		expect(await linesOf(context)).toEqual(['- heading "Declared" level=2', '- text "light"']);
	},
	"what the browser draws only when it is scrolled to is there": async (context) => {
		await context.open(
			'<p>near</p><div style="height:4000px"></div><div style="content-visibility:auto;contain-intrinsic-size:100px"><p>far</p><button>Down</button></div><img loading="lazy" src="/lazy.png" alt="Lazy" width="50" height="50">',
		);
		expect(await linesOf(context)).toEqual([
			'- text "near"',
			'- text "far"',
			'- button "Down"',
			'- img "Lazy"',
		]);
		expect((await context.must("find", { text: "down" })).text).toContain('- button "Down"');
	},
	"links of every scheme, and those that lead nowhere": async (context) => {
		const { site } = context;
		await context.open(
			'<a href="mailto:a@b.example">Mail</a> <a href="tel:+41">Call</a> <a href="/f.pdf" download>Get</a> <a href=" /spaced ">Spaced</a> <a href="?q=1#f">Query</a> <a href="http://[bad">Bad</a> <a href="JavaScript:void(0)">Script</a> <a name="here">Anchor</a>',
		);
		const lines = await linesOf(context, "extract_links");
		expect(lines.slice(0, 4)).toEqual([
			'- "Mail" mailto:a@b.example',
			'- "Call" tel:+41',
			`- "Get" ${site.origin}/f.pdf`,
			`- "Spaced" ${site.origin}/spaced`,
		]);
		expect(lines[4]).toMatch(/^- "Query" http\S+\?q=1#f$/);
		expect(lines[5]).toBe('- "Bad" http://[bad');
		expect(lines).toHaveLength(6);
	},
	"controls in controls are both there": async (context) => {
		await context.open(
			'<a href="#b"><button>Inner</button></a><div style="cursor:pointer"><b>Card</b><button>Like</button></div><div tabindex="0">Stop</div>',
		);
		expect(await linesOf(context)).toEqual([
			'- link "Inner"',
			'  - button "Inner"',
			"- generic clickable",
			'  - text "Card"',
			'  - button "Like"',
			'- generic "Stop" clickable',
		]);
	},
	"a title and a text that change are those of now": async (context) => {
		await context.open(`<h1>First</h1>${script("document.title = 'First title'")}`);
		expect((await context.must("snapshot")).text).toContain('title: "First title"');
		await context.value(
			"document.title = 'Second title', document.querySelector('h1').firstChild.data = 'Second'",
		);
		expect((await context.must("snapshot")).text).toContain('title: "Second title"');
		expect(await linesOf(context)).toEqual(['- heading "Second" level=1']);
	},
});
