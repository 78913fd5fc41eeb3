// Scrolling, waiting, and several steps in one call.

import { expect } from "vitest";
import { group } from "../case.ts";

const tall = '<div style="height: 5000px"></div>';

export const movingAboutCases = group("moving about", {
	"to the end of the page and back": async ({ must, open, value }) => {
		await open(`<h1>Top</h1>${tall}<p>End</p>`);
		expect((await must("scroll", { to: "bottom" })).text).toMatch(
			/^scrolled; now at 0, [1-9]\d+ of 0, [1-9]\d+ pixels$/,
		);
		expect(await value("scrollY > 4000")).toBe(true);
		expect((await must("scroll", { to: "bottom" })).text).toContain("did not move");
		await must("scroll", { to: "top" });
		expect(await value("scrollY")).toBe(0);
	},
	"by pixels": async ({ must, open, value }) => {
		await open(tall);
		await must("scroll", { y: 700 });
		await must("scroll", { y: -200 });
		expect(await value("scrollY")).toBe(500);
	},
	"an element into view": async ({ must, open, value }) => {
		await open(`${tall}<button>Down here</button>`);
		await must("scroll", { selector: "button" });
		expect(await value("document.querySelector('button').getBoundingClientRect().top < innerHeight")).toBe(
			true,
		);
	},
	"a scroller in the page": async ({ must, open, value }) => {
		await open(`<div id="s" style="height: 100px; overflow: auto"><p id="in">in</p>${tall}</div>`);
		await must("scroll", { selector: "#in", y: 300 });
		expect(await value("[s.scrollTop, scrollY]")).toEqual([300, 0]);
	},
	"nothing to scroll by": async ({ call, open }) => {
		await open("<p>x</p>");
		expect((await call("scroll", {})).code).toBe("bad_args");
	},
	"a text that comes": async ({ must, open }) => {
		await open(`<script>setTimeout(() => document.body.append("here now"), 200)</script>`);
		expect((await must("wait_for", { text: "here now" })).text).toMatch(/^so it is, after \d+ ms\n/);
	},
	"a text that goes": async ({ must, open }) => {
		await open(`<p id="p">Loading</p><script>setTimeout(() => p.remove(), 200)</script>`);
		await must("wait_for", { gone: "Loading" });
		expect((await must("snapshot")).text).not.toContain("Loading");
	},
	"an element that can be used": async ({ must, open, value }) => {
		await open(
			`<button id="b" disabled>Go</button><script>setTimeout(() => b.disabled = false, 200)</script>`,
		);
		await must("wait_for", { selector: "#b", state: "enabled" });
		expect(await value("b.disabled")).toBe(false);
	},
	"an element that hides": async ({ must, open }) => {
		await open(`<p id="p">x</p><script>setTimeout(() => p.style.display = "none", 200)</script>`);
		await must("wait_for", { selector: "#p", state: "hidden" });
	},
	"the next page": async ({ must, open, serve }) => {
		const next = serve("<p>arrived</p>");
		await open(`<script>setTimeout(() => { location.href = "${next}" }, 200)</script>`);
		expect((await must("wait_for", { text: "arrived", url: next })).text).toContain(next);
	},
	"what does not come": async ({ call, open }) => {
		await open("<p>x</p>");
		const { code, text } = await call("wait_for", { text: "never", timeout: 300 });
		expect(code).toBe("timeout");
		expect(text).toContain("It did not come about within 300 ms: text.");
	},
	"what is dragged onto what takes nothing, or moves away, is told as that": async ({ must, open }) => {
		for (const over of ["", "event.preventDefault(); this.style.marginLeft = '500px'"]) {
			await open(`<div id="a" draggable="true" role="group" style="width:60px;height:60px" ondragstart="event.dataTransfer.setData('text', 'x')">card</div>
				<div id="b" role="group" style="width:100px;height:60px" ondragover="${over}">Done</div>`);
			const { text } = await must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
			expect(text).toContain("nothing there took what was dragged");
		}
	},
	"what is dragged is led to where its target is by then": async ({ must, open, value }) => {
		await open(`<div id="top"></div><div id="a" draggable="true" role="group" style="width:60px;height:60px" ondragstart="event.dataTransfer.setData('text', 'card'); setTimeout(() => { document.querySelector('#top').style.height = '150px' })">card</div>
			<div id="b" role="group" style="width:100px;height:60px" ondragover="event.preventDefault()" ondrop="event.preventDefault(); got = event.dataTransfer.getData('text')">Done</div>`);
		const { text } = await must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect(text).not.toContain("nothing there took");
		expect(await value("got")).toBe("card");
	},
	"what could be dragged and does not begin to be": async ({ must, open }) => {
		await open(`<div id="a" draggable="true" role="group" style="width:60px;height:60px;-webkit-user-drag:none">card</div>
			<div id="b" role="group" style="width:100px;height:60px" ondragover="event.preventDefault()">Done</div>`);
		const { text } = await must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect(text).toContain("no drag began");
	},
	"a picture that the page moves itself": async ({ must, open, value }) => {
		await open(`<img id="a" alt="Home" style="position:absolute;left:0;top:0;width:40px;height:40px;-webkit-user-drag:none">
			<div id="b" role="group" style="position:absolute;left:200px;top:100px;width:40px;height:40px">Work</div><script>
			let held = false;
			a.onpointerdown = () => { held = true }; onpointerup = () => { held = false };
			onpointermove = (event) => { if (held) a.style.left = event.clientX - 20 + "px" };</script>`);
		const { text } = await must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect(text).not.toContain("no drag began");
		expect(await value("a.style.left")).toBe("200px");
	},
	"a thing by drag and drop": async ({ must, open, value }) => {
		await open(`<div id="a" draggable="true" aria-label="Card" role="group" style="width: 60px; height: 60px">card</div>
			<div id="b" role="region" aria-label="Done" style="position: absolute; left: 300px; top: 200px; width: 120px; height: 120px">here</div>
			<script>log = []; a.ondragstart = (e) => { e.dataTransfer.setData("text", "the card"); log.push("start") };
			b.ondragover = (e) => e.preventDefault(); b.ondrop = (e) => { log.push(e.dataTransfer.getData("text")); b.append(a) };
			a.ondragend = () => log.push("end")</script>`);
		const { text } = await must("drag", { from: { name: "Card" }, onto: { name: "Done" } });
		expect(text).toMatch(/^dragged group "Card" \[e\d+\]\nthe page changed/);
		expect(text).toMatch(/^onto region "Done" \[e\d+\]$/m);
		expect(await value("log")).toEqual(["start", "the card", "end"]);
	},
	"a thing by the mouse": async ({ must, open, value }) => {
		await open(`<div id="a" style="position: absolute; left: 20px; top: 20px; width: 50px; height: 50px; background: red"></div>
			<div id="b" style="position: absolute; left: 300px; top: 200px; width: 50px; height: 50px; background: blue"></div>
			<script>moves = 0; a.onpointerdown = (e) => { a.setPointerCapture(e.pointerId); a.onpointermove = (m) => { moves++; a.style.left = m.clientX - 25 + "px"; a.style.top = m.clientY - 25 + "px" }; a.onpointerup = () => { a.onpointermove = null } }</script>`);
		await must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect(await value("[a.offsetLeft, a.offsetTop]")).toEqual([300, 200]);
		expect(await value("moves")).toBeGreaterThan(3);
	},
	"two things too far apart": async ({ call, open }) => {
		await open('<button id="a">A</button><div style="height: 9000px"></div><button id="b">B</button>');
		const { code, text } = await call("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect(code).toBe("not_actionable");
		expect(text).toContain("cannot both be in view");
	},
	"steps in one call": async ({ must, open, value }) => {
		await open(
			'<input aria-label="Name"><button onclick="document.title = document.querySelector(`input`).value">Set</button>',
		);
		const { text } = await must("batch", {
			steps: [
				{ tool: "type", args: { label: "Name", text: "Ada" } },
				{ tool: "click", args: { name: "Set" } },
				{ tool: "get_text" },
			],
		});
		expect(text).toMatch(/^1\. type\ntyped into textbox "Name"/);
		expect(text).toMatch(/^2\. click\nclicked button "Set"/m);
		expect(text).toMatch(/^3\. get_text$/m);
		expect(await value("document.title")).toBe("Ada");
	},
	"a step with wrong arguments: none is done": async ({ call, open, value }) => {
		await open('<button onclick="document.title = `done`">Go</button>');
		const { code, text } = await call("batch", {
			steps: [
				{ tool: "click", args: { name: "Go" } },
				{ tool: "click", args: { nonsense: 1 } },
			],
		});
		expect(code).toBe("bad_args");
		expect(text).toContain("Step 2: ");
		const apart = [
			{ tool: "click", args: { ref: "e1", name: "Go" } },
			{ tool: "type", args: { text: "x" } },
			{ tool: "fill_form", args: { fields: [{ value: "x" }] } },
			{ tool: "get_text", args: { ref: "e1", selector: "p" } },
			{ tool: "screenshot", args: { quality: 7 } },
			...["scroll", "find", "wait_for"].map((tool) => ({ tool, args: {} })),
		];
		for (const step of apart) {
			const steps = [{ tool: "click", args: { name: "Go" } }, step];
			expect((await call("batch", { steps })).text, step.tool).toContain("Step 2: ");
		}
		expect(await value("document.title")).not.toBe("done");
		for (const tool of ["nope", "batch"]) {
			expect((await call("batch", { steps: [{ tool }] })).text).toContain(`there is no tool "${tool}"`);
		}
	},
	"a step that fails: those before are done, those after are not": async ({ call, open, value }) => {
		await open(
			"<script>seen = []</script><button onclick='seen.push(1)'>One</button><button onclick='seen.push(3)'>Three</button>",
		);
		const { code, text } = await call("batch", {
			steps: [
				{ tool: "click", args: { name: "One" } },
				{ tool: "click", args: { name: "Two" } },
				{ tool: "click", args: { name: "Three" } },
			],
		});
		expect(code).toBe("not_found");
		expect(text).toContain("Step 2 of 3: ");
		expect(text).toContain("Step 1 was done; those after it were not tried.");
		expect(text).toMatch(/^1\. click\nclicked button "One" \[e\d+\]$/m);
		expect(await value("seen")).toEqual([1]);
	},
	"a step that goes to another tab: those after it are done there": async (context) => {
		const { must, open, serve, current } = context;
		await open("<h1>First</h1>");
		const first = await current();
		const { text } = await must("batch", {
			steps: [
				{ tool: "tab_new", args: { url: serve("<h1>Second</h1>") } },
				{ tool: "get_text" },
				{ tool: "tab_close" },
				{ tool: "tab_select", args: { tabId: first } },
				{ tool: "get_text" },
			],
		});
		expect(text).toMatch(/2\. get_text\n[^1-9]*Second/);
		expect(text).not.toContain(`closed ${first}\n`);
		expect(text).toMatch(/5\. get_text\n[^1-9]*First/);
	},
});
