// Coming to rest, the readable text, and what the page says about itself.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

describe("settle", () => {
	it("waits for the quiet, not for the cap, and counts what changed", async () => {
		await page().open('<label>Name <input id="a"></label><p id="p">0</p>');
		await page().call("watch", {});
		await page().evaluate(`document.querySelector("#a").focus(); let n = 0;
			const timer = setInterval(() => { document.querySelector("#p").textContent = ++n; if (n === 5) clearInterval(timer) }, 20)`);
		const start = performance.now();
		const seen = await page().call("settle", { quiet: 60, cap: 5_000 });
		const took = performance.now() - start;
		expect(seen.changes).toBeGreaterThanOrEqual(5);
		expect(took).toBeGreaterThan(100);
		expect(took).toBeLessThan(1_500);
		expect(seen).toMatchObject({ url: "about:blank", title: "Test page", focus: 'textbox "Name"' });
		expect(await page().evaluate("n")).toBe(5);
	});

	it("gives up at the cap on a page that never rests", async () => {
		await page().open("<p></p>");
		await page().evaluate('setInterval(() => document.querySelector("p").append("x"), 5)');
		await page().call("watch", {});
		const start = performance.now();
		const { changes } = await page().call("settle", { quiet: 100, cap: 200 });
		expect(performance.now() - start).toBeLessThan(800);
		expect(changes).toBeGreaterThan(5);
	});

	it("counts input events, attributes, and changes in shadow roots old and new", async () => {
		await page().open('<input id="a" type="checkbox"><div id="h"></div>');
		await page().evaluate(
			'globalThis.root = document.querySelector("#h").attachShadow({mode: "open"}); root.innerHTML = "<p>x</p>"',
		);
		const changesAfter = async (script: string) => {
			await page().call("watch", {});
			await page().evaluate(script);
			return (await page().call("settle", { quiet: 20, cap: 500 })).changes;
		};
		expect(await changesAfter("0")).toBe(0);
		expect(await changesAfter('document.querySelector("#a").click()')).toBe(2);
		expect(await changesAfter('document.body.title = "t"')).toBe(1);
		expect(await changesAfter('root.querySelector("p").textContent = "y"')).toBe(1);
		const late = `const el = document.createElement("div"); el.attachShadow({mode: "open"}); document.body.append(el);
			setTimeout(() => el.shadowRoot.append("z"), 10)`;
		expect(await changesAfter(late)).toBe(2);
	});

	it("tells how it was at last, though it looks a moment before", async () => {
		await page().open('<p id="p">0</p>');
		await page().evaluate(
			'let n = 0; globalThis.turn = () => { document.querySelector("#p").textContent = "turn " + ++n }',
		);
		for (let round = 0; round < 5; round += 1) {
			await page().evaluate('n = 0; document.querySelector("#p").textContent = "none yet"');
			await page().call("watch", {});
			await page().evaluate("globalThis.timer = setInterval(turn, 1)");
			// It never rests, so something changes after the look. The last change that was counted is the one that is told.
			const { lines, changes } = await page().call("settle", { quiet: 500, cap: 60 });
			await page().evaluate("clearInterval(timer)");
			expect(lines).toContain(`+ text "turn ${changes}"`);
		}
	});

	it("tells what came of this action, whatever has happened since the one before", async () => {
		const html = `<style>#fading { transition: opacity 60ms } .gone { opacity: 0 } #far { display: none } #far:target { display: block } #late:indeterminate + p { display: none } #menu { display: none } #opener:focus + #menu { display: block }</style>
			<p id="p">0</p><div id="host"></div><div popover id="pop">Popover</div><div popover="manual" id="open">Open</div><p id="fading">Fading</p>
			<button id="opener">Opener</button><p id="menu">Menu</p><input aria-label="Field"><p id="far">Far</p><input id="late" type="checkbox" aria-label="Late"><p>Sure</p>
			<select multiple aria-label="Many"><option>One<option>Two</select><late-part></late-part><div id="plain"></div>
			<div id="scroller" style="height:30px;overflow:auto"><p>Top</p><p style="margin-top:900px">Bottom</p></div>`;
		const between = [
			'document.querySelector("#p").textContent = "1"',
			'document.querySelector("#host").shadowRoot.append("more")',
			'document.querySelector("#pop").showPopover()',
			'document.querySelector("#open").hidePopover(); document.querySelector("#pop").showPopover()',
			'document.querySelector("#opener").focus()',
			'const field = document.querySelector("input"); field.value = "typed"; field.dispatchEvent(new Event("input", { bubbles: true }))',
			'document.querySelector("#scroller").scrollTop = 900',
			'document.querySelector("#fading").className = "gone"; await ended',
			'location.hash = "far"',
			'document.querySelector("#late").checked = true',
			'document.querySelector("#late").indeterminate = true',
			'document.querySelector("#host").shadowRoot.querySelector("input").value = "typed"',
			'document.querySelector("select").options[1].selected = true',
			'customElements.define("late-part", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "Part" } })',
			'document.querySelector("#plain").attachShadow({ mode: "open" }).innerHTML = "Plain"',
			'const style = document.createElement("style"); document.head.append(style); style.sheet.insertRule("#fading { display: none }")',
		];
		// What scrolls, opens and fades tells of it with the pictures that follow.
		const drawn = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
		const ended =
			'const ended = new Promise((done) => document.querySelector("#fading").addEventListener("transitionend", done))';
		for (const script of between) {
			await page().open(html);
			await page().evaluate(
				'document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = "<p>In</p><input>"; document.querySelector("select").options[0].selected = true; document.querySelector("#open").showPopover()',
			);
			await page().call("watch", {});
			await page().evaluate('document.querySelector("#p").title = "x"');
			await page().call("settle", { quiet: 5, cap: 500 });
			await page().evaluate(`(async () => { ${ended}; ${script}; ${drawn} })()`);
			await page().call("watch", {});
			expect(await page().call("settle", { quiet: 5, cap: 500 }), script).toMatchObject({
				changes: 0,
				lines: [],
			});
			await page().call("watch", {});
			await page().evaluate('document.querySelector("#p").textContent = "then"');
			const { lines } = await page().call("settle", { quiet: 5, cap: 500 });
			expect(lines.join("\n"), script).toContain("then");
		}
	});

	it("listens to nothing any more once the page has changed after an action", async () => {
		await page().open("<p></p>");
		await page().besideKit(`globalThis.listening = new Set();
			const { observe, disconnect } = MutationObserver.prototype;
			MutationObserver.prototype.observe = function (...args) { listening.add(this); observe.apply(this, args) };
			MutationObserver.prototype.disconnect = function () { listening.delete(this); disconnect.call(this) };`);
		await page().call("watch", {});
		await page().call("settle", { quiet: 5, cap: 500 });
		expect(await page().besideKit("listening.size")).toBe(1);
		await page().evaluate(`const late = document.createElement("div"); late.attachShadow({ mode: "open" });
			document.body.append(late); late.shadowRoot.append("z")`);
		expect(await page().besideKit("listening.size")).toBe(0);
	});

	it("works without a watch, as in a document that is new, and a later watch ends an earlier wait", async () => {
		await page().open("<p></p>");
		expect(await page().call("settle", { quiet: 10, cap: 100 })).toMatchObject({ changes: 0, focus: "" });
		const start = performance.now();
		const waiting = page().call("settle", { quiet: 5_000, cap: 5_000 });
		await page().call("watch", {});
		await waiting;
		expect(performance.now() - start).toBeLessThan(2_000);
	});

	it("does not need frames", async () => {
		await page().open("<p></p>");
		await page().evaluate("globalThis.requestAnimationFrame = () => 0");
		expect(await page().call("settle", { quiet: 10, cap: 100 })).toMatchObject({ changes: 0 });
	});
});

describe("getText", () => {
	it("reads blocks as lines, cells as columns and fields by what they show", async () => {
		await page().open(`<h1>Title</h1><p>One <b>two</b>
			three<br>four</p><ul><li>a</li><li>b</li></ul><table><tr><td>1</td><td>2</td></tr></table>
			<pre>x\n  y</pre>Name<input value="Ada"><select><option>A<option selected>B</select><script>no</script><p hidden>no</p>`);
		expect((await page().call("getText", {})).text).toBe(
			"Title\n\nOne two three\nfour\n\na\nb\n1\t2\n\nx\n  y\n\nName Ada B",
		);
	});

	it("reads one element, shadow roots included", async () => {
		await page().open('<p>out</p><div id="h"><i>slotted</i></div>');
		await page().evaluate(
			'document.querySelector("#h").attachShadow({mode: "open"}).innerHTML = "<p>in</p><slot></slot>"',
		);
		expect(await page().call("getText", { target: { selector: "#h" } })).toEqual({
			text: "in\n\nslotted",
			omitted: 0,
		});
	});

	it("stays within its budget and says how much is missing", async () => {
		await page().open(`<p>${"word ".repeat(100)}</p>`.repeat(20));
		const { text, omitted } = await page().call("getText", { budget: 1_000 });
		expect(text.length).toBeLessThanOrEqual(1_000);
		expect(text.endsWith("…")).toBe(true);
		expect(omitted).toBeGreaterThan(8_900);
		expect(omitted).toBeLessThan(9_100);
	});
});

describe("pageInfo", () => {
	it("gives address, title, progress and sizes", async () => {
		await page().open('<body style="margin:0"><div style="height:3000px;width:10px"></div>');
		const info = await page().call("pageInfo", {});
		expect(info).toMatchObject({ url: "about:blank", title: "Test page", readyState: "complete", scale: 1 });
		expect(info.page.height).toBe(3_000);
		expect(info.viewport.width).toBeGreaterThan(300);
	});
});

describe("getText and getHtml in parts", () => {
	it("go on by the cursor until nothing is left", async () => {
		await page().open(Array.from({ length: 300 }, (_, at) => `<p>Paragraph <i>${at}</i></p>`).join(""));
		for (const fn of ["getText", "getHtml"] as const) {
			const whole = (await page().call(fn, { budget: 1_000_000 })).text;
			let cursor: number | undefined = 0;
			let joined = "";
			while (cursor !== undefined) {
				const part: { text: string; next?: number } = await page().call(fn, { budget: 700, cursor });
				expect(part.text.length).toBeLessThanOrEqual(700);
				joined += whole.slice(cursor, part.next);
				cursor = part.next;
			}
			expect(joined).toBe(whole);
		}
		expect((await page().call("getText", { cursor: 99_999 })).text).toBe("");
	});
});

describe("getHtml", () => {
	it("gives markup without scripts, styles, handlers and comments, unless asked", async () => {
		await page().open(
			'<!-- c --><p id="a" class="x" onclick="f()" style="color:red">A &amp; <b>B</b><br></p><script>s()</script><style>p{}</style>',
		);
		expect((await page().call("getHtml", { target: { selector: "#a" } })).text).toBe(
			'<p id="a" class="x">A &amp; <b>B</b><br></p>',
		);
		expect((await page().call("getHtml", {})).text).not.toMatch(/s\(\)|p\{\}|<!--/);
		expect((await page().call("getHtml", { scripts: true })).text).toMatch(/onclick="f\(\)".*s\(\).*p\{\}/s);
	});

	it("writes open shadow roots as templates and cuts pictures short", async () => {
		await page().open(`<div id="h">light</div><img src="data:image/png;base64,${"A".repeat(5_000)}">`);
		await page().evaluate(
			'document.querySelector("#h").attachShadow({mode: "open"}).innerHTML = "<i>in</i>"',
		);
		const { text } = await page().call("getHtml", { target: { selector: "body" } });
		expect(text).toContain('<div id="h"><template shadowrootmode="open"><i>in</i></template>light</div>');
		expect(text.length).toBeLessThan(700);
	});
});
