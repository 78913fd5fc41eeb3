// What a person can see: hidden text of every kind is in no read, and what only looks suspicious is in all.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

type Run = (context: CaseContext) => Promise<void>;

const READS = ["get_text", "snapshot", "read_as_markdown"] as const;

const hidden =
	(html: string, reason: RegExp): Run =>
	async ({ must, open }) => {
		await open(`<p>before</p>${html}<p>after</p>`);
		for (const tool of READS) expect((await must(tool)).text, tool).not.toContain("secret");
		expect((await must("find", { text: "secret" })).text).toBe("(nothing found)");
		expect((await must("element_info", { selector: "#x" })).text).toMatch(reason);
	};

const seen =
	(html: string): Run =>
	async ({ must, open }) => {
		await open(`<div>${html}</div>`);
		for (const tool of READS) expect((await must(tool)).text, tool).toContain("plain to see");
		expect((await must("find", { text: "plain to see" })).text).toMatch(/\[e\d+\]/);
	};

const CLIPPED = /visible: no \(clipped away\)/;
const AWAY = /visible: no \(off-screen, cannot be scrolled to\)/;
const SAME = /visible: no \(same colour as its background\)/;
const SR_ONLY = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)";

export const visibilityCases = group("visibility", {
	"hidden: visibility": hidden('<p id="x" style="visibility:hidden">secret</p>', /visible: no \(hidden\)/),
	"hidden: hardly any opacity": hidden(
		'<p id="x" style="opacity:.02">secret</p>',
		/visible: no \(hidden \(opac/,
	),
	"hidden: a closed accordion": hidden(
		'<div style="height:0;overflow:hidden"><p id="x">secret</p></div>',
		CLIPPED,
	),
	"hidden: for screen readers only": hidden(`<span id="x" style="${SR_ONLY}">secret</span>`, CLIPPED),
	"hidden: a clip-path that leaves nothing": hidden(
		'<p id="x" style="clip-path:inset(50%)">secret</p>',
		CLIPPED,
	),
	"hidden: past the edge of a clip": hidden(
		'<div style="height:20px;overflow:hidden"><p style="margin:0;height:40px">start</p><p id="x">secret</p></div>',
		CLIPPED,
	),
	"hidden: left of the page": hidden('<p id="x" style="position:absolute;left:-9999px">secret</p>', AWAY),
	"hidden: above the page": hidden('<p id="x" style="position:absolute;top:-9999px">secret</p>', AWAY),
	"hidden: a negative indent": hidden('<p id="x" style="text-indent:-9999px">secret</p>', AWAY),
	"hidden: moved away": hidden('<p id="x" style="transform:translate(-9999px)">secret</p>', AWAY),
	"hidden: scaled to nothing": hidden('<p id="x" style="transform:scale(0)">secret</p>', /visible: no/),
	"hidden: letters of no size": hidden(
		'<p id="x" style="font-size:1px">secret</p>',
		/visible: no \(too small/,
	),
	"hidden: white on white": hidden('<p id="x" style="color:#fff">secret</p>', SAME),
	"hidden: nearly the colour of a box around": hidden(
		'<div style="background:#333"><p id="x" style="color:#353535">secret</p></div>',
		SAME,
	),
	"hidden: transparent letters": hidden(
		'<p id="x" style="color:transparent">secret</p>',
		/visible: no \(transparent text\)/,
	),
	"hidden: under a lid": hidden(
		'<div style="position:relative"><p id="x">secret</p><i class="lid" style="position:absolute;inset:0;background:#eee"></i></div>',
		/visible: no \(covered by <i\.lid>\)/,
	),
	"hidden: under a sheet over the page": hidden(
		'<p id="x">secret</p><div class="wall" style="position:fixed;inset:0;background:#fff">Log in</div>',
		/visible: no \(covered by <div\.wall>\)/,
	),
	"hidden: content-visibility": hidden(
		'<div style="content-visibility:hidden"><p id="x">secret</p></div>',
		/visible: no \(hidden \(content-visibility\)\)/,
	),
	"hidden: a closed <details>": hidden(
		'<details><summary>More</summary><p id="x">secret</p></details>',
		/visible: no \(hidden in a closed <details>\)/,
	),
	"hidden: a popover that is not open": hidden('<div popover id="x">secret</div>', /visible: no \(hidden\)/),
	"seen: white on a dark box": seen(
		'<div style="background:#123"><p style="color:#fff">plain to see</p></div>',
	),
	"seen: white over a picture": seen(
		'<div style="position:relative"><img src="/dot.png" width="300" height="80" alt=""><p style="position:absolute;top:0;left:9px;color:#fff">plain to see</p></div>',
	),
	"seen: letters cut out of a gradient": seen(
		'<p style="background:linear-gradient(red,blue);background-clip:text;color:transparent">plain to see</p>',
	),
	"seen: what can be scrolled to": seen(
		'<div style="height:50px;overflow:auto"><p style="height:900px">top</p><p>plain to see</p></div>',
	),
	"seen: a scroller from right to left": seen(
		'<div dir="rtl" style="width:100px;height:60px;overflow:auto;position:relative"><p style="position:absolute;right:900px">plain to see</p></div>',
	),
	"seen: brought back by a transform": seen(
		'<p style="position:absolute;left:-500px;transform:translateX(600px)">plain to see</p>',
	),
	"seen: inside of a clip": seen('<div style="height:80px;overflow:hidden"><p>plain to see</p></div>'),
	"seen: under a glass": seen(
		'<p>plain to see</p><div style="position:fixed;inset:0;background:rgba(0,0,0,.5)"></div>',
	),
	"seen: over a sheet": seen(
		'<div style="position:fixed;inset:0;background:#fff"></div><p style="position:fixed;z-index:1;top:40px">plain to see</p>',
	),
	"text that comes into sight is read": async ({ must, open, value }) => {
		await open('<p style="position:absolute;left:-9999px">late words</p>');
		expect((await must("get_text")).text).toBe("");
		await value("document.querySelector('p').style.left = '10px'");
		expect((await must("get_text")).text).toBe("late words");
	},
	"a control keeps the name that only screen readers get": async ({ must, open }) => {
		await open(`<button>×<span style="${SR_ONLY}">Close</span></button>`);
		expect((await must("snapshot")).text).toMatch(/button "×\s*Close"/);
		expect((await must("get_text")).text).toBe("×");
	},
	"a box out of sight is checked by its label": async ({ must, open, value }) => {
		await open(`<label><input type="checkbox" style="${SR_ONLY}"> News</label>`);
		await must("click", { ref: refOf((await must("snapshot")).text, 'checkbox "News"') });
		expect(await value("document.querySelector('input').checked")).toBe(true);
	},
	"traps for robots are not offered": async ({ must, open }) => {
		await open(
			'<div style="position:absolute;left:-9999px"><label>Website <input></label></div><button>Go</button>',
		);
		const { text } = await must("snapshot");
		expect(text).not.toContain("Website");
		expect(text).toContain('button "Go"');
	},
});
