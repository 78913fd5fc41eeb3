// Closed shadow roots, which no script of the page can look into, and which a person sees all the same.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

/** Defines a custom element whose root is closed, with this markup in it. */
const closed = (name: string, markup: string) => `<script>
	customElements.define(${JSON.stringify(name)}, class extends HTMLElement {
		constructor() {
			super();
			this.attachShadow({ mode: "closed" }).innerHTML = ${JSON.stringify(markup)};
		}
	});
</script>`;

export const shadowCases = group("shadow", {
	"a closed root is read in its place": async ({ open, must }) => {
		await open(
			`${closed("x-card", "<button>Closed inside</button>")}<h1>Before</h1><x-card></x-card><p>After</p>`,
		);
		const { text } = await must("snapshot");
		expect(text).toMatch(/- button "Closed inside" \[e\d+\]/);
		expect(text.indexOf("Before")).toBeLessThan(text.indexOf("Closed inside"));
		expect(text.indexOf("Closed inside")).toBeLessThan(text.indexOf("After"));
	},
	"its text, links and headings are in the other reads": async ({ open, must }) => {
		await open(
			`${closed("x-part", '<h2>Closed heading</h2><a href="/x">Closed link</a><label>Closed field <input value="v"></label>')}<x-part></x-part>`,
		);
		const reads: Record<string, string> = {
			get_text: "Closed heading",
			read_as_markdown: "## Closed heading",
			extract_links: "Closed link",
			outline: "Closed heading",
			form_values: "Closed field",
		};
		for (const [tool, words] of Object.entries(reads)) expect((await must(tool)).text, tool).toContain(words);
	},
	"its markup says that it is closed": async ({ open, must }) => {
		await open(`${closed("x-mark", "<b>In</b>")}<x-mark></x-mark>`);
		await must("snapshot");
		expect((await must("get_html", { selector: "x-mark" })).text).toBe(
			'<x-mark><template shadowrootmode="closed"><b>In</b></template></x-mark>',
		);
	},
	"find by text, role and selector": async ({ open, must }) => {
		await open(`${closed("x-find", '<button class="deep">Deep one</button>')}<x-find></x-find>`);
		expect((await must("find", { text: "Deep one" })).text).toContain('button "Deep one"');
		expect((await must("find", { role: "button" })).text).toContain('button "Deep one"');
		expect((await must("find", { selector: ".deep" })).text).toContain('button "Deep one"');
	},
	"what is slotted into a closed root": async ({ open, must }) => {
		await open(`${closed("x-slot", "<p>Around</p><slot></slot>")}<x-slot><button>Slotted</button></x-slot>`);
		const { text } = await must("snapshot");
		expect(text).toContain("Around");
		expect(text.match(/button "Slotted"/g)).toHaveLength(1);
	},
	"a child without a slot is not there": async ({ open, must }) => {
		await open(`${closed("x-hide", "<p>Only this</p>")}<x-hide><button>Unslotted</button></x-hide>`);
		expect((await must("snapshot")).text).not.toContain("Unslotted");
		expect((await must("get_text")).text).toBe("Only this");
	},
	"closed roots in closed roots": async ({ open, must }) => {
		await open(
			`${closed("x-inner", "<button>Innermost</button>")}${closed("x-middle", "<x-inner></x-inner>")}${closed("x-outer", "<x-middle></x-middle>")}<x-outer></x-outer>`,
		);
		expect((await must("snapshot")).text).toContain('button "Innermost"');
	},
	"a ref of a closed root is read and clicked": async ({ open, must, value }) => {
		await open(
			`${closed("x-press", "<button onclick=\"document.title = 'Pressed'\">Press me</button>")}<x-press></x-press>`,
		);
		const ref = refOf((await must("snapshot")).text, "Press me");
		expect((await must("get_text", { ref })).text).toBe("Press me");
		await must("click", { ref });
		expect(await value("document.title")).toBe("Pressed");
	},
	"a selector reaches into a closed root for a click": async ({ open, must, value }) => {
		await open(
			`${closed("x-sel", "<button id=inner onclick=\"document.title = 'Done'\">Go</button>")}<x-sel></x-sel>`,
		);
		await must("click", { selector: "#inner" });
		expect(await value("document.title")).toBe("Done");
	},
	"a field in a closed root is filled": async ({ open, must }) => {
		await open(`${closed("x-field", "<label>Name <input></label>")}<x-field></x-field>`);
		await must("type", { selector: "x-field input, input", text: "Ada" });
		expect((await must("form_values")).text).toContain('"Ada"');
	},
	"the page is left unmarked": async ({ open, must, value }) => {
		await open(`${closed("x-mark", "<p>Here</p>")}<x-mark></x-mark>`);
		const before = await value("document.documentElement.outerHTML");
		await must("snapshot");
		expect(await value("document.documentElement.outerHTML")).toBe(before);
		expect(await value("document.querySelector('x-mark').shadowRoot")).toBe(null);
	},
	"one that is defined later": async ({ open, must, value }) => {
		await open("<x-late></x-late><p>There</p>");
		expect((await must("snapshot")).text).toContain("There");
		await value(`customElements.define("x-late", class extends HTMLElement {
			constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<button>Late</button>"; } }); 1`);
		expect((await must("snapshot")).text).toContain('button "Late"');
	},
	"a hundred closed roots": async ({ open, must }) => {
		const cards = Array.from({ length: 100 }, (_, at) => `<x-many></x-many><p>Mark ${at}</p>`).join("");
		await open(`${closed("x-many", "<button>One of many</button>")}${cards}`);
		const started = performance.now();
		const { text } = await must("snapshot");
		expect(performance.now() - started).toBeLessThan(3_000);
		expect(text.match(/button "One of many"/g)?.length).toBeGreaterThanOrEqual(32);
	},
});
