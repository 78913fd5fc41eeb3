// Where a thing is drawn is not where it stands in the document: slots, shadow roots, boxless wrappers, portals.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";
import { linesOf, script, shadowHost } from "../lines.ts";

export const treeCases = group("trees", {
	"a named slot shows what was put into it": async (context) => {
		await context.open(
			shadowHost('<h2><slot name="title">Untitled</slot></h2>', '<b slot="title">Given</b>'),
		);
		expect(await linesOf(context)).toEqual(['- heading "Given" level=2']);
		expect((await context.must("get_text")).text).not.toContain("Untitled");
	},
	"an empty slot shows its fallback": async (context) => {
		await context.open(shadowHost('<h2><slot name="title">Untitled</slot></h2>'));
		expect(await linesOf(context)).toEqual(['- heading "Untitled" level=2']);
	},
	"the default slot takes the rest, in order": async (context) => {
		await context.open(
			shadowHost(
				'<slot name="first"></slot><hr><slot></slot>',
				'<button>A</button><button slot="first">B</button><button>C</button>',
			),
		);
		expect(await linesOf(context)).toEqual(['- button "B"', '- button "A"', '- button "C"']);
	},
	"what no slot takes is not drawn and not read": async (context) => {
		await context.open(shadowHost("<p>Own</p>", "<button>Unslotted</button>"));
		expect(await linesOf(context)).toEqual(['- text "Own"']);
		expect((await context.must("find", { role: "button" })).text).toContain("(nothing found)");
		expect((await context.must("find", { selector: "button" })).text).toContain("hidden");
	},
	"an element that moves to another slot keeps its ref": async (context) => {
		const { must, open, value } = context;
		await open(
			shadowHost(
				'<main><slot name="a"></slot></main><aside><slot name="b"></slot></aside>',
				'<button slot="a">Go</button>',
			),
		);
		const before = refOf((await must("snapshot")).text, "Go");
		expect((await must("find", { text: "Go" })).text).toContain("in main");
		await value("document.querySelector('button').slot = 'b'");
		expect(refOf((await must("snapshot")).text, "Go")).toBe(before);
		expect((await must("find", { text: "Go" })).text).toContain("in complementary");
	},
	"a slot that hands on to another slot": async (context) => {
		await context.open(
			`<x-outer><button>Deep</button></x-outer>${script(`
				const make = (name, inner) => customElements.define(name, class extends HTMLElement {
					constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = inner; }
				});
				make("x-outer", "<section aria-label=Outer><x-inner><slot></slot></x-inner></section>");
				make("x-inner", "<nav aria-label=Inner><slot></slot></nav>");`)}`,
		);
		expect(await linesOf(context)).toEqual([
			'- region "Outer"',
			'  - navigation "Inner"',
			'    - button "Deep"',
		]);
		expect((await context.must("find", { text: "deep" })).text).toContain(
			'in region "Outer" > navigation "Inner"',
		);
	},
	"shadow roots in shadow roots, a hundred deep": async (context) => {
		await context.open(
			`<div id="host"></div>${script(`
				let at = host;
				for (let depth = 0; depth < 100; depth++) {
					const root = at.attachShadow({ mode: "open" });
					root.innerHTML = "<div></div>";
					at = root.firstChild;
				}
				at.innerHTML = "<button>Bottom</button><a href=/deep>Way out</a>";`)}`,
		);
		expect(await linesOf(context)).toEqual(['- button "Bottom"', '- link "Way out"']);
		expect(await linesOf(context, "extract_links")).toEqual([`- "Way out" ${context.site.origin}/deep`]);
		expect((await context.must("get_text", { selector: "button" })).text).toContain("Bottom");
	},
	"a label in a shadow root names the field beside it only": async (context) => {
		await context.open(
			`<label for="f">Light</label><input id="f">${shadowHost('<label for="f">Shade</label><input id="f">')}`,
		);
		expect(await linesOf(context)).toEqual(['- textbox "Light"', '- textbox "Shade"']);
	},
	"a shadow root added later is read": async (context) => {
		await context.open('<div id="host">Plain</div>');
		expect(await linesOf(context)).toEqual(['- text "Plain"']);
		await context.value("host.attachShadow({ mode: 'open' }).innerHTML = '<button>Grown</button>'; 1");
		expect(await linesOf(context)).toEqual(['- button "Grown"']);
	},
	"markdown, tables and fields see through slots": async (context) => {
		await context.open(
			shadowHost(
				"<h2>Shade</h2><slot></slot>",
				"<table><tr><th>A</th></tr><tr><td>1</td></tr></table><label>Name <input value=Ada></label>",
			),
		);
		expect(await linesOf(context, "read_tables")).toEqual(["| A | (header)", "| 1 |"]);
		expect(await linesOf(context, "form_values")).toEqual(['- "Name" text = "Ada"']);
		const { text } = await context.must("read_as_markdown");
		expect(text).toContain("## Shade\n\n| A |\n| --- |\n| 1 |");
	},
	"an element without a box keeps role, name and place": async (context) => {
		await context.open(
			'<ul style="display:contents"><li style="display:contents">One</li><li>Two</li></ul><button style="display:contents">Wrap</button><a href="#x" style="display:contents">Link</a>',
		);
		expect(await linesOf(context)).toEqual([
			"- list",
			'  - listitem "One"',
			'  - listitem "Two"',
			'- button "Wrap"',
			'- link "Link"',
		]);
		expect((await context.must("element_info", { selector: "button" })).text).toContain("visible: yes");
		expect((await context.must("extract_links")).text).toContain('"Link"');
	},
	"a table without boxes is a table": async (context) => {
		const contents = 'style="display:contents"';
		await context.open(
			`<table ${contents}><tr ${contents}><th ${contents}>H</th></tr><tr ${contents}><td ${contents}>C</td></tr></table>`,
		);
		expect(await linesOf(context, "read_tables")).toEqual(["| H | (header)", "| C |"]);
		expect(await linesOf(context)).toContainEqual(expect.stringMatching(/^ {2}- row: columnheader "H"/));
	},
	"contents of a hidden element without a box stay hidden": async (context) => {
		await context.open(
			'<div style="visibility:hidden"><p style="display:contents">no</p></div><div hidden><p style="display:contents">never</p></div><p>yes</p>',
		);
		expect(await linesOf(context)).toEqual(['- text "yes"']);
	},
	"a portal at the body's end is read where it stands, and owned by its control": async (context) => {
		await context.open(
			`<main><button aria-expanded="true" aria-controls="menu" aria-haspopup="listbox">Choose</button></main>
			<div id="root"></div>${script(`
				const portal = document.createElement("div");
				portal.innerHTML = '<ul role="listbox" id="menu" aria-label="Choices"><li role="option" aria-selected="true">Red</li><li role="option">Blue</li></ul>';
				document.body.append(portal);`)}`,
		);
		expect(await linesOf(context)).toEqual([
			"- main",
			'  - button "Choose" expanded',
			'- listbox "Choices"',
			'  - option "Red" selected',
			'  - option "Blue"',
		]);
		expect((await context.must("find", { role: "option", name: "blue" })).text).toContain(
			'in listbox "Choices"',
		);
	},
	"options that are owned from afar are options": async (context) => {
		await context.open(
			'<div role="listbox" aria-label="Pets" aria-owns="o1 o2" tabindex="0"><span>pick</span></div><div role="option" id="o1">Cat</div><div role="option" id="o2" aria-selected="true">Dog</div><div role="option" id="o3">Stray</div>',
		);
		const lines = await linesOf(context);
		expect(lines).toContain('- option "Cat"');
		expect(lines).toContain('- option "Dog" selected');
		expect(lines.join("\n")).not.toContain('option "Stray"');
	},
	"what is put beside the body is read": async (context) => {
		await context.open(
			`<p>Inside</p>${script(`
				const beside = document.createElement("div");
				beside.innerHTML = "<h2>Cookies</h2><button>Accept</button>";
				document.documentElement.append(beside);`)}`,
		);
		expect(await linesOf(context)).toEqual([
			'- text "Inside"',
			'- heading "Cookies" level=2',
			'- button "Accept"',
		]);
		expect((await context.must("get_text")).text).toMatch(/Inside\s+Cookies\s+Accept/);
		expect((await context.must("find", { text: "accept" })).text).toContain('- button "Accept"');
		expect((await context.must("read_as_markdown")).text).toContain("## Cookies");
	},
	"a virtual list: rows that are used again have their new text": async (context) => {
		const { must, open, value } = context;
		await open(
			`<div id="list" role="list" aria-label="Mail" style="height:90px;overflow:auto"><div style="height:30000px;position:relative"></div></div>${script(`
				const rows = [0, 1, 2].map(() => {
					const row = document.createElement("div");
					row.setAttribute("role", "listitem");
					row.style.cssText = "position:absolute;height:30px";
					list.firstChild.append(row);
					return row;
				});
				globalThis.draw = (first) => rows.forEach((row, at) => {
					row.textContent = "Mail " + (first + at);
					row.style.top = (first + at) * 30 + "px";
				});
				draw(0);`)}`,
		);
		expect((await linesOf(context)).slice(1)).toEqual([0, 1, 2].map((at) => `  - listitem "Mail ${at}"`));
		const ref = refOf((await must("snapshot")).text, "Mail 1");
		await value("list.scrollTop = 15000; draw(500); 1");
		expect((await linesOf(context)).slice(1)).toEqual(
			[500, 501, 502].map((at) => `  - listitem "Mail ${at}"`),
		);
		// The element is the same and says what it holds now: the old text is nowhere.
		expect((await must("get_text", { ref })).text).toContain("Mail 501");
		expect((await must("find", { text: "Mail 1", exact: true })).text).toContain("(nothing found)");
	},
	"a virtual list: rows that are made anew leave stale refs behind": async (context) => {
		const { must, call, open, value } = context;
		await open(
			`<ul id="list"></ul>${script(`
				globalThis.draw = (first) => list.innerHTML = [0, 1, 2]
					.map((at) => "<li><button>Row " + (first + at) + "</button></li>").join("");
				draw(0);`)}`,
		);
		const ref = refOf((await must("snapshot")).text, "Row 1");
		await value("draw(100); 1");
		for (const tool of ["get_text", "element_info", "click"])
			expect((await call(tool, { ref })).code, tool).toBe("stale_ref");
		expect(refOf((await must("snapshot")).text, "Row 101")).not.toBe(ref);
	},
});
