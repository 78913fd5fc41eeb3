// SVG, canvas and media: what they are called, and nothing that nobody sees of them.

import { expect } from "vitest";
import { group } from "../case.ts";
import { linesOf } from "../lines.ts";

const CIRCLE = '<circle r="20" cx="25" cy="25"/>';

export const drawingCases = group("drawings", {
	"a drawing is named by its title or its label": async (context) => {
		await context.open(
			`<svg width="50" height="50"><title>Logo</title><desc>A bird</desc>${CIRCLE}</svg><svg role="img" aria-label="Chart" width="50" height="50"><title>Not this</title>${CIRCLE}</svg>`,
		);
		expect(await linesOf(context)).toEqual(['- img "Logo"', '- img "Chart"']);
		expect(await linesOf(context, "list_images")).toEqual(['- "Logo" 50×50', '- "Chart" 50×50']);
		expect((await context.must("get_text")).text).not.toMatch(/Logo|bird/);
	},
	"a drawing that nobody named is paint": async (context) => {
		await context.open(`<p>Words</p><svg width="50" height="50">${CIRCLE}</svg>`);
		expect(await linesOf(context)).toEqual(['- text "Words"']);
		expect((await context.must("list_images")).text).toContain("(no images)");
	},
	"text in a drawing is text of the page": async (context) => {
		await context.open(
			'<svg width="300" height="50"><text x="0" y="20">Axis <tspan>label</tspan></text><text x="0" y="40" visibility="hidden">no</text></svg>',
		);
		expect(await linesOf(context)).toEqual(['- text "Axis label"']);
		expect((await context.must("find", { text: "axis label" })).text).toContain("Axis label");
		expect((await context.must("get_text")).text).toContain("Axis label");
	},
	"links in a drawing, written the old and the new way": async (context) => {
		const { site } = context;
		await context.open(
			'<svg width="300" height="80"><a href="/new"><text y="20">New</text></a><a xlink:href="/old"><text y="50">Old</text></a><a><text y="70">None</text></a></svg>',
		);
		expect(await linesOf(context)).toEqual(['- link "New"', '- link "Old"', '- text "None"']);
		expect(await linesOf(context, "extract_links")).toEqual([
			`- "New" ${site.origin}/new`,
			`- "Old" ${site.origin}/old`,
		]);
	},
	"a button with nothing but a titled drawing has its name": async (context) => {
		await context.open(
			`<button><svg width="20" height="20"><title>Close</title>${CIRCLE}</svg></button><button><svg width="20" height="20" aria-hidden="true"><title>no</title></svg></button>`,
		);
		expect(await linesOf(context)).toEqual(['- button "Close"', "- button"]);
	},
	"symbols are read nowhere but where they are used": async (context) => {
		await context.open(
			'<svg width="0" height="0" style="position:absolute"><symbol id="i"><title>Icon</title><text>glyph</text></symbol><defs><text id="t">stored</text></defs></svg><a href="#x"><svg width="20" height="20"><use href="#i"/></svg> Home</a>',
		);
		expect(await linesOf(context)).toEqual(['- link "Home"']);
		expect((await context.must("get_text")).text).not.toMatch(/glyph|stored|Icon/);
	},
	"HTML in a drawing is HTML": async (context) => {
		await context.open(
			'<svg width="200" height="60"><foreignObject width="200" height="60"><button>Foreign</button><input aria-label="Field" value="v"></foreignObject></svg>',
		);
		expect(await linesOf(context)).toEqual(['- button "Foreign"', '- textbox "Field" = "v"']);
	},
	"a control made of shapes": async (context) => {
		await context.open(
			`<svg width="100" height="60"><g role="button" tabindex="0" aria-label="Berlin" onclick="this.setAttribute('aria-pressed', 'true')">${CIRCLE}</g></svg>`,
		);
		expect(await linesOf(context)).toEqual(['- button "Berlin"']);
		await context.must("click", { selector: "g" });
		expect((await linesOf(context))[0]).toContain('- button "Berlin" pressed');
	},
	"a canvas is called one, with its label; what lies under it is not page text": async (context) => {
		await context.open(
			'<canvas width="100" height="50" aria-label="Graph"></canvas><canvas width="100" height="50">Old browser <button>Inside</button></canvas><canvas role="img" aria-label="Map" width="50" height="50"></canvas>',
		);
		expect(await linesOf(context)).toEqual(['- canvas "Graph"', "- canvas", '- img "Map"']);
		expect((await context.must("get_text")).text).not.toContain("Old browser");
	},
	"film and sound are named, their fallback is not read": async (context) => {
		await context.open(
			'<video controls width="200" height="100" aria-label="Film"><p>no film here</p></video><audio controls title="Song">no sound here</audio><audio title="Silent"></audio>',
		);
		expect(await linesOf(context)).toEqual(['- video "Film"', '- audio "Song"']);
		expect((await context.must("get_text")).text).not.toContain("here");
	},
	"pictures: taken from srcset, without alt, as a field, by role": async (context) => {
		const { site } = context;
		const dot = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
		await context.open(
			`<img srcset="/one.png 1x" src="/two.png" alt="Set" width="40" height="40"><img src="${dot}" width="40" height="40"><input type="image" alt="Send" src="/send.png" width="40" height="40"><div role="img" aria-label="Stars" style="width:40px;height:40px"></div><img alt="" src="${dot}" width="40" height="40">`,
		);
		const lines = await linesOf(context, "list_images");
		expect(lines[0]).toMatch(new RegExp(`^- "Set" .* ${site.origin}/one\\.png$`));
		expect(lines.slice(1).map((line) => /"([^"]*)"/.exec(line)?.[1])).toEqual(["", "Send", "Stars", ""]);
		expect(await linesOf(context)).toEqual(['- img "Set"', "- img", '- button "Send"', '- img "Stars"']);
	},
});
