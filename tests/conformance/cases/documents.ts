// Documents that are not the usual HTML page: every read answers, with what a person would see.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";
import { linesOf, script } from "../lines.ts";

/** Loads a document of any kind, with headers of its own. */
async function openAs(
	{ site, path, must }: CaseContext,
	type: string,
	body: string | Buffer,
	headers: Record<string, string> = {},
): Promise<void> {
	const url = site.handle(path(), (_request, response) => {
		response.writeHead(200, { "content-type": type, ...headers });
		response.end(body);
	});
	await must("navigate", { url });
}

const READS: [tool: string, args: Record<string, unknown>, nothing: string][] = [
	["snapshot", {}, "(empty page)"],
	["get_text", {}, ""],
	["read_as_markdown", {}, ""],
	["read_as_markdown", { article: true }, ""],
	["find", { text: "a" }, "(nothing found)"],
	["extract_links", {}, "(no links)"],
	["list_images", {}, "(no images)"],
	["outline", {}, "(no headings or landmarks)"],
	["read_tables", {}, "(no tables)"],
	["form_values", {}, "(no fields)"],
	["count_elements", { selectors: ["p"] }, "0 (0 visible): p"],
	["page_metadata", {}, "url: "],
	["get_html", {}, ""],
];

/** Nothing is there, and every read says so in its own words. */
async function allEmpty({ must, call }: CaseContext): Promise<void> {
	for (const [tool, args, nothing] of READS) expect((await must(tool, args)).text, tool).toContain(nothing);
	expect((await call("element_info", { selector: "p" })).code).toBe("not_found");
}

export const documentCases = group("documents", {
	XHTML: async (context) => {
		await openAs(
			context,
			"application/xhtml+xml",
			'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><h1>Strict</h1><p>Words<![CDATA[ <data> ]]><br/>next</p><form><input title="F" value="v"/></form><BUTTON>no button</BUTTON></body></html>',
		);
		expect(await linesOf(context)).toEqual([
			'- heading "Strict" level=1',
			'- text "Words <data> next"',
			'- textbox "F" = "v"',
			'- text "no button"',
		]);
		expect((await context.must("read_as_markdown")).text).toContain("# Strict");
		expect(await linesOf(context, "form_values")).toEqual(['- "F" text = "v"']);
	},
	"a drawing as a document": async (context) => {
		const { must, site } = context;
		await openAs(
			context,
			"image/svg+xml",
			'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200"><title>Drawing</title><text y="30">Some text</text><a xlink:href="/q"><text y="60">Link</text></a><g role="button" tabindex="0"><text y="90">Push</text></g></svg>',
		);
		expect(await linesOf(context)).toEqual(['- text "Some text"', '- link "Link"', '- button "Push"']);
		expect((await must("snapshot")).text).toContain('title: "Drawing"');
		expect((await must("find", { text: "push" })).text).toContain('- button "Push"');
		expect((await must("find", { text: "some text" })).text).toContain("Some text");
		expect(await linesOf(context, "extract_links")).toEqual([`- "Link" ${site.origin}/q`]);
		expect((await must("element_info", { selector: "g" })).text).toContain("visible: yes");
	},
	"plain text keeps its lines and is no markup": async (context) => {
		await openAs(context, "text/plain; charset=utf-8", "One\n\n  two <b>not bold</b>\n# three");
		expect((await context.must("get_text")).text).toContain("One\n\n  two <b>not bold</b>\n# three");
		expect((await context.must("read_as_markdown")).text).toContain("```\nOne\n\n  two <b>not bold</b>");
		expect((await context.must("outline")).text).toContain("(no headings or landmarks)");
	},
	JSON: async (context) => {
		const data = '{"a": [1, {"b": "x < y"}]}';
		await openAs(context, "application/json", data);
		expect((await context.must("get_text")).text).toContain(data);
		expect((await context.must("find", { text: "x < y" })).text).not.toContain("(nothing found)");
	},
	"XML in the browser's own view": async (context) => {
		await openAs(
			context,
			"application/xml",
			'<?xml version="1.0"?><feed><entry id="1"><name>One</name></entry></feed>',
		);
		expect((await context.must("get_text")).text).toContain('<entry id="1">');
		expect((await context.must("find", { text: "One" })).text).toContain('"One"');
	},
	"a picture as a document": async (context) => {
		const png =
			"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
		await openAs(context, "image/png", Buffer.from(png, "base64"));
		expect(await linesOf(context, "list_images")).toHaveLength(1);
		expect((await context.must("get_text")).text).not.toMatch(/\w/);
	},
	"nothing at all": async (context) => {
		await openAs(context, "text/html", "");
		await allEmpty(context);
	},
	"without a body": async (context) => {
		await openAs(context, "text/html", `<!doctype html><p>gone</p>${script("document.body.remove()")}`);
		await allEmpty(context);
	},
	"without a root": async (context) => {
		await openAs(context, "text/html", `<p>gone</p>${script("document.documentElement.remove()")}`);
		await allEmpty(context);
	},
	"frames in a frameset are named": async (context) => {
		const { site, path } = context;
		const inner = site.page(path("inner"), "<p>Inner</p>");
		await openAs(
			context,
			"text/html",
			`<frameset cols="50%,50%"><frame src="${inner}" title="Left"><frame src="${inner}" title="Right"></frameset>`,
		);
		const lines = (await linesOf(context)).join("\n");
		expect(lines).toContain('"Left"');
		expect(lines).toContain('"Right"');
		expect((await context.must("count_elements", { selectors: ["frame"] })).text).toContain("2 (2 visible)");
	},
	"written by a script, and by a script that was written": async (context) => {
		await openAs(
			context,
			"text/html",
			script(
				`document.write("<h1>Written</h1><scr" + "ipt>document.write('<button>Nested</button>')</scr" + "ipt><p>After</p>")`,
			),
		);
		expect(await linesOf(context)).toEqual([
			'- heading "Written" level=1',
			'- button "Nested"',
			'- text "After"',
		]);
	},
	"addresses follow the base": async (context) => {
		const { open, site, must } = context;
		await open(
			'<a href="x">X</a><a href="/y?z#w">Y</a><a href="#f">F</a><a href="//other.example/p">P</a><img src="pic.png" alt="Pic" width="50" height="50">',
			'<base href="/deep/er/">',
		);
		expect(await linesOf(context, "extract_links")).toEqual([
			`- "X" ${site.origin}/deep/er/x`,
			`- "Y" ${site.origin}/y?z#w`,
			`- "F" ${site.origin}/deep/er/#f`,
			'- "P" http://other.example/p',
		]);
		expect((await must("list_images")).text).toContain(`${site.origin}/deep/er/pic.png`);
		expect((await must("read_as_markdown")).text).toContain(`[X](${site.origin}/deep/er/x)`);
	},
	"a page that allows nothing and is locked in": async (context) => {
		await openAs(context, "text/html", "<h1>Locked</h1><button>Go</button><a href='/x'>Out</a>", {
			"content-security-policy": "default-src 'none'; sandbox",
		});
		expect(await linesOf(context)).toEqual(['- heading "Locked" level=1', '- button "Go"', '- link "Out"']);
		expect((await context.must("read_as_markdown")).text).toContain("# Locked");
		expect((await context.must("find", { text: "go" })).text).toContain('- button "Go"');
		expect((await context.must("screenshot")).image?.data.length).toBeGreaterThan(100);
	},
	"a page that takes trusted types only": async (context) => {
		await openAs(context, "text/html", "<h1>Trusted</h1><p>Words</p>", {
			"content-security-policy":
				"default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox allow-scripts",
		});
		expect(await linesOf(context)).toEqual(['- heading "Trusted" level=1', '- text "Words"']);
		expect((await context.must("get_html")).text).toContain("<h1>Trusted</h1>");
	},
	"another character set": async (context) => {
		await openAs(
			context,
			"text/html; charset=windows-1252",
			Buffer.from("<title>Caf\xe9</title><p>cr\xe8me \x80 5</p>", "latin1"),
		);
		expect((await context.must("get_text")).text).toContain("crème € 5");
		expect((await context.must("page_metadata")).text).toMatch(/title: Café[\s\S]*charset: windows-1252/);
	},
	"quirks, unclosed tags and tags that nobody knows": async (context) => {
		await openAs(
			context,
			"text/html",
			"<p>One<p>Two<ul><li>a<li>b</ul><x-unknown>Odd</x-unknown><font color=red>Old</font><center>Mid</center>",
		);
		expect(await linesOf(context)).toEqual([
			'- text "One"',
			'- text "Two"',
			"- list",
			'  - listitem "a"',
			'  - listitem "b"',
			'- text "OddOld"',
			'- text "Mid"',
		]);
	},
	"a page that is still loading is read as far as it is there": async (context) => {
		const { site, path, must } = context;
		let finish = () => {};
		const url = site.handle(path(), (_request, response) => {
			response.writeHead(200, { "content-type": "text/html" });
			response.write(`<title>Slow</title><h1>Early</h1>${" ".repeat(2_000)}`);
			finish = () => response.end("<p>Late</p>");
		});
		await must("navigate", { url, waitUntil: "commit" });
		expect((await must("find", { role: "heading" })).text).toContain('"Early"');
		finish();
		expect((await must("navigate", { url: `${url}#end` })).text).toContain("Slow");
		await until("the rest has come", async () => /Early\s+Late/.test((await must("get_text")).text));
	},
});
