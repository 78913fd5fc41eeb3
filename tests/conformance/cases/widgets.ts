// Widgets of all kinds, used as a person would: what they do by themselves happens, once.

import { refOf } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const note = '<p id="note">nothing</p>';
const say = (word: string) => `note.textContent = '${word}'`;
const noted = async ({ must }: CaseContext) => (await must("get_text", { selector: "#note" })).text;
const tabsOf = async ({ must }: CaseContext) =>
	(await must("tabs_list")).text.match(/^t\d+/gm)?.map(String) ?? [];

/** Opens another tab by a click, and answers its handle; it is closed again. */
async function opens(context: CaseContext, args: Record<string, unknown>): Promise<string> {
	const before = await tabsOf(context);
	const { text } = await context.must("click", args);
	const opened = (await tabsOf(context)).filter((tab) => !before.includes(tab));
	expect(opened, text).toHaveLength(1);
	expect(text).toMatch(/opened|new tab/);
	await context.must("tab_close", { tabId: opened[0] });
	return text;
}

/** 3,000 rows of which the page draws those in view, with the same twelve elements for all of them. */
const recycled = `<div id="port" style="height:240px;overflow:auto"><div style="height:60000px;position:relative" id="all"></div></div>
	<script>picked = [];
	const rows = Array.from({ length: 12 }, () => all.appendChild(document.createElement("button")));
	for (const row of rows) { row.style.cssText = "position:absolute;height:20px"; row.onclick = () => picked.push(row.textContent); }
	const draw = () => { const from = Math.floor(port.scrollTop / 20);
		rows.forEach((row, at) => { row.textContent = "Row " + (from + at); row.style.top = (from + at) * 20 + "px"; }); };
	port.onscroll = draw; draw();</script>`;

export const widgetCases = group("widgets", {
	"under a sticky header": async ({ open, must, value }) => {
		await open(
			`<header style="position:sticky;top:0;height:120px;background:#eee;z-index:1">Header</header>
			<div style="height:900px"></div><button onclick="count++">Press</button><div style="height:3000px"></div><script>count = 0</script>`,
		);
		await must("scroll", { y: 850 });
		await must("click", { selector: "button" });
		expect(await value("count")).toBe(1);
	},
	"under a sticky footer": async ({ open, must, value }) => {
		await open(
			`<div style="height:2000px"></div><button onclick="count++">Press</button>
			<footer style="position:sticky;bottom:0;height:150px;background:#eee">Footer</footer><script>count = 0</script>`,
		);
		await must("click", { selector: "button" });
		expect(await value("count")).toBe(1);
	},
	"between a header and a footer that leave little room": async ({ open, must, value }) => {
		await open(
			`<header style="position:fixed;inset:0 0 auto;height:40vh;background:#eee">Header</header>
			<div style="height:2500px"></div><button onclick="count++">Press</button><div style="height:2500px"></div>
			<footer style="position:fixed;inset:auto 0 0;height:40vh;background:#eee">Footer</footer><script>count = 0</script>`,
		);
		await must("click", { selector: "button" });
		expect(await value("count")).toBe(1);
	},
	"a row of a virtualised list": async ({ open, must, value }) => {
		await open(recycled);
		await must("click", { ref: refOf((await must("snapshot")).text, '"Row 3"') });
		expect(await value("picked")).toEqual(["Row 3"]);
		await value("port.scrollTop = 4000");
		await must("wait_for", { text: "Row 205" });
		await must("click", { role: "button", name: "Row 205" });
		expect(await value("picked")).toEqual(["Row 3", "Row 205"]);
	},
	"in a closed shadow root": async ({ open, must, value }) => {
		await open(
			`<script>count = 0; customElements.define("x-press", class extends HTMLElement { constructor() { super();
				const root = this.attachShadow({ mode: "closed" });
				root.innerHTML = "<div style='padding:20px'><button>Deep</button></div>";
				root.querySelector("button").onclick = () => count++; } });</script><x-press></x-press>`,
		);
		await must("click", { ref: refOf((await must("snapshot")).text, "Deep") });
		expect(await value("count")).toBe(1);
	},
	"in a closed shadow root of a closed shadow root": async ({ open, must, value }) => {
		await open(
			`<script>count = 0;
			customElements.define("x-inner", class extends HTMLElement { constructor() { super();
				const root = this.attachShadow({ mode: "closed" }); root.innerHTML = "<button>Deeper</button>";
				root.firstChild.onclick = () => count++; } });
			customElements.define("x-outer", class extends HTMLElement { constructor() { super();
				this.attachShadow({ mode: "closed" }).innerHTML = "<x-inner></x-inner>"; } });</script><x-outer></x-outer>`,
		);
		await must("click", { ref: refOf((await must("snapshot")).text, "Deeper") });
		expect(await value("count")).toBe(1);
	},
	"a middle click opens a tab": async (context) => {
		await context.open(`<a href="${context.serve("<p>There</p>")}">Go</a>`);
		await opens(context, { selector: "a", button: "middle" });
		expect((await context.must("get_text")).text).toContain("Go");
	},
	"a click with Control opens a tab": async (context) => {
		await context.open(`<a href="${context.serve("<p>There</p>")}">Go</a>`);
		await opens(context, { selector: "a", modifiers: ["Control"] });
	},
	"a link for a tab of its own": async (context) => {
		const there = context.serve("<p>There</p>");
		await context.open(`<a target="_blank" href="${there}">Go</a>`);
		expect(await opens(context, { selector: "a" })).toContain(there);
	},
	"a page that opens a tab from the background": async (context) => {
		const there = context.serve("<p>There</p>");
		const back = await context.newTab(
			context.serve(`<button onclick="window.open('${there}')">Open</button>`),
		);
		await context.newTab(context.serve("<p>front</p>"));
		await opens(context, { selector: "button", tabId: back });
	},
	"what hears modifiers": async ({ open, must, value }) => {
		await open(
			"<button onclick='seen.push([event.altKey, event.ctrlKey, event.metaKey, event.shiftKey])'>Press</button><script>seen = []</script>",
		);
		await must("click", { selector: "button", modifiers: ["Shift", "Alt"] });
		await must("click", { selector: "button" });
		expect(await value("seen")).toEqual([
			[true, false, false, true],
			[false, false, false, false],
		]);
	},
	"a double click selects a word, a third the line": async ({ open, must, value }) => {
		await open('<p id="p" style="display:inline-block">wonderful</p><p>other</p>');
		await must("click", { selector: "#p", clickCount: 2 });
		expect(await value("String(getSelection()).trim()")).toBe("wonderful");
		await value("getSelection().empty()");
		await must("click", { selector: "#p", clickCount: 3 });
		expect(await value("String(getSelection()).trim()")).toBe("wonderful");
	},
	"the right button opens the page's own menu": async (context) => {
		const { open, must } = context;
		await open(
			`${note}<div id="at" style="padding:30px">Area</div><ul id="menu" role="menu" hidden><li role="menuitem" onclick="${say("copied")}">Copy</li></ul>
			<script>at.oncontextmenu = (event) => { event.preventDefault(); menu.hidden = false; };</script>`,
		);
		const { text } = await must("click", { selector: "#at", button: "right" });
		expect(text).toContain("Copy");
		await must("click", { role: "menuitem", name: "Copy" });
		expect(await noted(context)).toBe("copied");
	},
	"a label around a box and one beside it": async ({ open, must, value }) => {
		await open(
			'<label id="around"><input type="checkbox" id="a"> Around</label><input type="checkbox" id="b"><label id="beside" for="b">Beside</label>',
		);
		await must("click", { selector: "#around" });
		await must("click", { selector: "#beside" });
		expect(await value("[a.checked, b.checked]")).toEqual([true, true]);
	},
	"areas of an image map are seen and found where their picture is": async ({ call, must, open, value }) => {
		const picture = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='50'/>";
		const map = `<map name="m"><area coords="0,0,50,50" alt="West" href="#west"><area coords="50,0,100,50" alt="East" href="#east"></map>`;
		await open(`<img usemap="#m" alt="Map" src="${picture}">${map}`);
		expect((await must("snapshot")).text).toMatch(/link "West" \[e\d+\]\n- link "East"/);
		await must("click", { role: "link", name: "East" });
		expect(await value("location.hash")).toBe("#east");
		await open(`<img hidden usemap="#m" alt="Map" src="${picture}">${map}`);
		expect((await must("snapshot")).text).not.toContain("West");
		expect((await call("click", { role: "link", name: "East" })).code).toBe("not_actionable");
	},
	"an area of an image map": async (context) => {
		const { open, must } = context;
		await open(
			`${note}<img usemap="#m" width="200" height="100" alt="Map" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
			<map name="m"><area shape="rect" coords="0,0,100,100" alt="West" href="#west" onclick="${say("west")}">
			<area shape="rect" coords="100,0,200,100" alt="East" href="#east" onclick="${say("east")}"></map>`,
		);
		await must("click", { selector: "area[alt=East]" });
		expect(await noted(context)).toBe("east");
		await must("click", { selector: "area[alt=West]" });
		expect(await noted(context)).toBe("west");
	},
	"a link in a drawing": async ({ open, must, serve }) => {
		const there = serve("<p>There</p>");
		await open(
			`<svg width="200" height="100"><a href="${there}"><circle cx="50" cy="50" r="40" fill="red"/><text x="30" y="55">Go</text></a></svg>`,
		);
		expect((await must("click", { selector: "svg a" })).text).toContain(`navigated to ${there}`);
	},
	"a box that is drawn by its label": async ({ open, must, value }) => {
		await open(
			`<style>input { position: absolute; opacity: 0; width: 1px; height: 1px; clip-path: inset(50%) }
			span { display: inline-block; width: 30px; height: 16px; background: #ccc }</style>
			<label><input type="checkbox" id="box"><span></span> Custom</label>`,
		);
		await must("check", { selector: "#box", checked: true });
		expect(await value("box.checked")).toBe(true);
		await must("click", { label: "Custom" });
		expect(await value("box.checked")).toBe(false);
	},
	"a switch": async ({ open, must, value }) => {
		await open(
			`<div id="s" role="switch" aria-checked="false" aria-label="Night" tabindex="0" style="width:40px;height:20px;background:#ccc"
			onclick="this.ariaChecked = this.ariaChecked !== 'true'"></div>`,
		);
		expect((await must("click", { role: "switch", name: "Night" })).text).toContain("the page changed");
		expect(await value("s.ariaChecked")).toBe("true");
		await must("check", { selector: "#s", checked: true });
		expect(await value("s.ariaChecked")).toBe("true");
	},
	"a range by its keys": async ({ open, must, value }) => {
		await open('<label>Volume <input type="range" id="r" min="0" max="10" value="5"></label>');
		await must("click", { selector: "#r" });
		const start = Number(await value("r.value"));
		await must("press", { key: "ArrowRight", times: 2 });
		expect(Number(await value("r.value"))).toBe(start + 2);
		await must("press", { key: "Home" });
		expect(await value("r.value")).toBe("0");
	},
	"a slider of the page's own making, by its keys": async ({ open, must, value }) => {
		await open(
			`<div id="s" role="slider" tabindex="0" aria-label="Heat" aria-valuemin="0" aria-valuemax="10" aria-valuenow="3" style="width:100px;height:20px;background:#ccc"></div>
			<script>s.onkeydown = ({ key }) => { s.ariaValueNow = Number(s.ariaValueNow) + (key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0); };</script>`,
		);
		await must("click", { selector: "#s" });
		await must("press", { key: "ArrowUp", times: 3 });
		await must("press", { key: "ArrowDown" });
		expect(await value("s.ariaValueNow")).toBe("5");
	},
	"what opens by a summary, in a summary": async ({ open, must, value }) => {
		await open(
			'<details id="o"><summary>Outer</summary><details id="i"><summary>Inner</summary><p>Within</p></details></details>',
		);
		await must("click", { ref: refOf((await must("snapshot")).text, "Outer") });
		const { text } = await must("click", { ref: refOf((await must("snapshot")).text, "Inner") });
		expect(await value("[o.open, i.open]")).toEqual([true, true]);
		expect(text).toContain("Within");
	},
	"a popover button": async (context) => {
		const { open, must } = context;
		await open(
			`${note}<button popovertarget="pop">Menu</button><div popover id="pop"><button onclick="${say("saved")}">Save</button></div>`,
		);
		expect((await must("click", { role: "button", name: "Menu" })).text).toContain("Save");
		await must("click", { role: "button", name: "Save" });
		expect(await noted(context)).toBe("saved");
		await must("press", { key: "Escape" });
		expect((await must("snapshot")).text).not.toContain("Save");
	},
	"the buttons of a dialog": async ({ open, must, value }) => {
		await open(
			`<button onclick="d.showModal()">Delete</button><dialog id="d" aria-label="Sure?"><form method="dialog"><button value="no">No</button><button value="yes">Yes</button></form></dialog>`,
		);
		expect((await must("click", { role: "button", name: "Delete" })).text).toContain("Sure?");
		await must("click", { role: "button", name: "Yes" });
		expect(await value("[d.open, d.returnValue]")).toEqual([false, "yes"]);
	},
	"a place to write sets the focus": async ({ open, must, value }) => {
		await open('<div id="e" contenteditable style="min-height:40px" aria-label="Text"><p>One</p></div>');
		await must("click", { selector: "#e" });
		expect(await value("document.activeElement.id")).toBe("e");
		await must("press", { key: "End" });
		await must("press", { key: "!" });
		expect(await value("e.textContent")).toBe("One!");
	},
	"a tab panel and a tree by click": async ({ open, must, value }) => {
		await open(
			`<div role="tablist"><button role="tab" aria-selected="true">One</button><button role="tab" aria-selected="false" onclick="this.ariaSelected='true'; panel.textContent='Second'">Two</button></div><div role="tabpanel" id="panel">First</div>
			<ul role="tree"><li role="treeitem" id="t" aria-expanded="false" onclick="this.ariaExpanded='true'">Root</li></ul>`,
		);
		expect((await must("click", { role: "tab", name: "Two" })).text).toContain("Second");
		await must("click", { role: "treeitem", name: "Root" });
		expect(await value("t.ariaExpanded")).toBe("true");
	},
	"a button that re-renders itself on every press": async ({ open, must, value }) => {
		await open(
			`<div id="at"></div><script>count = 0;
			const draw = () => { at.innerHTML = "<button>Add " + count + "</button>"; at.firstChild.onclick = () => { count++; draw(); }; };
			draw();</script>`,
		);
		for (let round = 0; round < 5; round += 1) await must("click", { role: "button", name: `Add ${round}` });
		expect(await value("count")).toBe(5);
	},
	"a press that moves things at once is one click": async ({ open, must, value }) => {
		await open(
			`<script>count = 0</script><button id="b" style="width:100px;height:40px" onmousedown="this.style.color='red'" onclick="count++">Press</button>`,
		);
		await must("click", { selector: "#b" });
		expect(await value("count")).toBe(1);
	},
});
