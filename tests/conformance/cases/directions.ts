// Right to left: text comes in the order in which it is read, not in the order in which it is drawn.

import { expect } from "vitest";
import { group } from "../case.ts";
import { linesOf } from "../lines.ts";

const HELLO = "مرحبا بالعالم";

export const directionCases = group("directions", {
	"Arabic: headings, text, buttons and lists": async (context) => {
		await context.open(
			`<div dir="rtl" lang="ar"><h1>${HELLO}</h1><p>هذا نص عربي مع <b>English</b> وأرقام 123.</p><button>إرسال</button><ul><li>واحد</li><li>اثنان</li></ul></div>`,
		);
		expect(await linesOf(context)).toEqual([
			`- heading "${HELLO}" level=1`,
			'- text "هذا نص عربي مع English وأرقام 123."',
			'- button "إرسال"',
			"- list",
			'  - listitem "واحد"',
			'  - listitem "اثنان"',
		]);
	},
	"Hebrew with isolated and overridden parts": async (context) => {
		await context.open('<p dir="rtl">שלום <bdi>user_1</bdi> עולם</p><p><bdo dir="rtl">abc</bdo></p>');
		const { text } = await context.must("get_text");
		expect(text).toContain("שלום user_1 עולם");
		expect(text).toContain("abc");
	},
	"found by its own words": async (context) => {
		await context.open(`<main dir="rtl"><h1>${HELLO}</h1><button>إرسال</button></main>`);
		expect(await linesOf(context, "find", { text: "إرسال" })).toEqual([
			`- button "إرسال" in main > heading "${HELLO}"`,
		]);
	},
	"a table from right to left: the first column is the first": async (context) => {
		await context.open('<table dir="rtl"><tr><th>أ</th><th>ب</th></tr><tr><td>١</td><td>٢</td></tr></table>');
		expect(await linesOf(context, "read_tables")).toEqual(["| أ | ب | (header)", "| ١ | ٢ |"]);
	},
	"fields and their values": async (context) => {
		await context.open('<label dir="rtl">שם <input dir="auto" value="עדה Ada"></label>');
		expect(await linesOf(context)).toEqual(['- textbox "שם" = "עדה Ada"']);
	},
	"what is drawn at the far left of a page from right to left is in view": async (context) => {
		await context.open(
			'<a href="#start">بداية</a><div style="width:3000px">x</div>',
			"<script>document.documentElement.dir = 'rtl'</script>",
		);
		expect(await linesOf(context, "extract_links", { inView: true })).toHaveLength(1);
		expect((await context.must("page_metadata")).text).toContain("dir: rtl");
	},
	"order by flex and grid is the document's": async (context) => {
		await context.open(
			'<div style="display:flex;flex-direction:row-reverse"><button>One</button><button>Two</button></div><div style="display:grid"><b style="order:2">Three</b><b style="order:1">Four</b></div>',
		);
		expect((await linesOf(context)).slice(0, 2)).toEqual(['- button "One"', '- button "Two"']);
		expect((await context.must("get_text")).text).toMatch(/Three\s+Four/);
	},
});
