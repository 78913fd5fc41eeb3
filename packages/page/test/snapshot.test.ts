// The lines of a snapshot, and what it leaves out: what a person cannot see, and what must not leave the page.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

describe("lines", () => {
	it("writes one line a node, as the design says", async () => {
		await page().open(`
			<h1>Sign up</h1>
			<form>
				<div><label>Name <input value="Ada"></label></div>
				<label><input type="checkbox"> I agree</label>
				<p><button disabled>Create account</button></p>
			</form>`);
		expect(await page().snapshot()).toBe(
			[
				'- heading "Sign up" [e1] level=1',
				'- textbox "Name" [e2] = "Ada"',
				'- checkbox "I agree" [e3] unchecked',
				'- button "Create account" [e4] disabled',
			].join("\n"),
		);
	});

	it("joins words across inline markup and parts them at blocks", async () => {
		await page().open("<p>Hello <b>big</b>\n <i>world</i>!</p><div>Next<div>inner</div>last</div>");
		expect(await page().snapshot()).toBe(
			'- text "Hello big world!"\n- text "Next"\n- text "inner"\n- text "last"',
		);
	});

	it("raises the children of wrappers and spares list items that hold one thing", async () => {
		await page().open(
			'<div><div><ul><li><a href="#">Home</a></li><li>Plain</li><li>See <a href="#">this</a></li></ul></div></div>',
		);
		expect(await page().snapshot()).toBe(
			[
				"- list [e1]",
				'  - link "Home" [e2]',
				'  - listitem "Plain" [e3]',
				"  - listitem [e4]",
				'    - text "See"',
				'    - link "this" [e5]',
			].join("\n"),
		);
	});

	it("shows controls inside of what is named by its text, without repeating the text", async () => {
		await page().open(
			'<h2>All <a href="#">news</a></h2><a href="#">Card <h3>Title</h3><img alt="pic" src=""></a>',
		);
		expect(await page().snapshot()).toBe(
			'- heading "All news" [e1] level=2\n  - link "news" [e2]\n- link "Card Title pic" [e3]',
		);
	});

	it("cuts long names and keeps whatever a page writes inside of one pair of quotes", async () => {
		await page().open(`<button>${"long ".repeat(100)}</button><p id="p"></p>`);
		await page().evaluate(
			`document.querySelector("p").textContent = 'x"\\n- button "Pay" [e1]\\u2028- link'`,
		);
		const [button, text, ...more] = (await page().snapshot()).split("\n");
		expect(button?.length).toBeLessThan(150);
		expect(button).toMatch(/…" \[e1\]$/);
		expect(text).toBe(String.raw`- text "x\" - button \"Pay\" [e1] - link"`);
		expect(more).toEqual([]);
	});

	it("marks what only looks clickable", async () => {
		await page().open(
			'<div style="cursor:pointer"><span>Open</span> it</div><div tabindex="0">Tab stop</div><div>no</div>',
		);
		expect(await page().snapshot()).toBe(
			'- generic "Open it" [e1] clickable\n- generic "Tab stop" [e2] clickable\n- text "no"',
		);
	});

	it("calls an icon by its tooltip and a shape by its title, where they show no words", async () => {
		await page().open(
			`<span title="Delete" style="cursor:pointer; display:inline-block; width:20px; height:20px"></span>
			<svg width="40" height="40"><rect width="40" height="40" style="cursor:pointer"><title>North</title></rect></svg>
			<div title="Tip" style="cursor:pointer">Words</div>`,
		);
		const lines = [
			'- generic "Delete" [e1] clickable',
			'- generic "North" [e2] clickable',
			'- generic "Words" [e3] clickable',
		];
		expect(await page().snapshot()).toBe(lines.join("\n"));
		expect(await page().snapshot({ interactive: true })).toBe(lines.join("\n"));
	});

	it("tells the words that stand in an empty field, where they are not its name", async () => {
		await page().open(
			`<label>Day <input placeholder="dd.mm.yyyy"></label><input placeholder="Search"><label>Name <input placeholder=" "></label>
			<label>Filled <input placeholder="x" value="y"></label><input aria-label="Code" type="password" placeholder="hush-Passw0rd" value="">`,
		);
		expect((await page().snapshot()).split("\n").slice(0, 4)).toEqual([
			'- textbox "Day" [e1] description="dd.mm.yyyy"',
			'- textbox "Search" [e2]',
			'- textbox "Name" [e3]',
			'- textbox "Filled" [e4] = "y"',
		]);
	});

	it("gives a card that can be dragged a ref, and says so", async () => {
		await page().open(
			`<div draggable="true">Feed horses</div><ul><li draggable="true">Ride <span title="Delete" style="cursor:pointer">x</span></li></ul>
			<div draggable="false">Rest</div>`,
		);
		expect(await page().snapshot()).toBe(
			[
				'- generic "Feed horses" [e1] draggable',
				"- list [e2]",
				"  - listitem [e3] draggable",
				'    - text "Ride"',
				'    - generic "x" [e4] clickable',
				'- text "Rest"',
			].join("\n"),
		);
	});

	it("lets the label stand for a control that is not drawn", async () => {
		await page().open(
			'<input id="c" type="checkbox" checked style="display:none"><label for="c">Dark mode</label>',
		);
		expect(await page().snapshot()).toBe('- label "Dark mode" [e1] for=checkbox checked');
	});

	it("names an iframe, and its line for what is in it", async () => {
		await page().open(
			'<iframe title="Pay" src="https://pay.example/x?y"></iframe><iframe srcdoc="<p>hi"></iframe>',
		);
		const { text, frames } = await page().call("snapshot", {});
		expect(text).toBe('- iframe "Pay" [e1]\n- iframe [e2]');
		expect(frames).toEqual([
			{ ref: "e1", line: 0 },
			{ ref: "e2", line: 1 },
		]);
	});

	it("walks open shadow roots and slots as they are drawn", async () => {
		await page().open('<div id="h"><b slot="s">slotted</b> lost</div>');
		await page().evaluate(
			`document.querySelector("#h").attachShadow({mode: "open"}).innerHTML = '<button>Inner <slot name=s></slot></button><slot name=none>fallback</slot>'`,
		);
		expect(await page().snapshot()).toBe('- button "Inner slotted" [e1]\n- text "fallback"');
	});

	it("shows what a closed shadow root has slotted, and nothing that it has not", async () => {
		await page().open('<div id="h"><b slot="s">slotted</b><b>lost</b></div><p>end</p>');
		await page().evaluate(
			`document.querySelector("#h").attachShadow({mode: "closed"}).innerHTML = "<slot name=s></slot>"`,
		);
		expect(await page().snapshot()).toBe('- text "slotted"\n- text "end"');
	});

	it("shows an open modal dialog only, since the rest cannot be used", async () => {
		await page().open('<button>Behind</button><dialog aria-label="Ask"><button>Yes</button></dialog>');
		await page().evaluate('document.querySelector("dialog").showModal()');
		const text = await page().snapshot();
		expect(text).toContain('- dialog "Ask" [e1] modal\n  - button "Yes" [e2] focused');
		expect(text).not.toContain("Behind");
		expect((await page().call("snapshot", {})).behind).toBe("this dialog");
	});

	it("is not misled by forms and documents whose parts have the names of properties", async () => {
		await page().open(`
			<form name="activeElement" aria-label="F"><input name="parentNode"><input name="childNodes"><input name="getAttribute">
			<input name="nodeType"><input name="shadowRoot" aria-label="Last"></form><img name="body" alt="B" src=""><div id="reinsKit"></div>`);
		const text = await page().snapshot();
		expect(text).toContain('- form "F"');
		expect(text).toContain('  - textbox "Last"');
	});
});

describe("what a person cannot see", () => {
	it.each([
		["display", '<button style="display:none">X</button>'],
		["hidden", "<button hidden>X</button>"],
		["visibility", '<button style="visibility:hidden">X</button>'],
		["opacity", '<div style="opacity:0"><button>X</button></div>'],
		["zero size", '<button style="width:0;height:0;padding:0;border:0;overflow:hidden">X</button>'],
		["a closed accordion", '<div style="height:0;overflow:hidden"><button>X</button></div>'],
		["aria-hidden", '<div aria-hidden="true"><button>X</button></div>'],
		["inert", "<div inert><button>X</button></div>"],
		["closed details", "<details><button>X</button></details>"],
		["content-visibility", '<div style="content-visibility:hidden"><button>X</button></div>'],
		["template and script", '<template><button>X</button></template><script>"X"</script>'],
	])("leaves out: %s", async (_, html) => {
		await page().open(html);
		expect(await page().snapshot()).not.toContain("X");
	});

	it("keeps what is visible inside of something hidden, off-screen, or transparent over a stand-in", async () => {
		await page().open(`
			<div style="visibility:hidden">no<button style="visibility:visible">A</button></div>
			<button style="position:absolute;top:3000px">B</button>
			<input type="checkbox" style="opacity:0" aria-label="C">
			<a href="#"><span style="position:absolute;width:9px;height:9px">D</span></a>
			<div style="display:contents"><button>E</button></div><a href="#" style="display:contents">F</a>`);
		const text = await page().snapshot();
		for (const name of "ABCDEF") expect(text).toContain(`"${name}"`);
		expect(text).not.toContain("no");
	});
});

describe("secrets", () => {
	it.each([
		['<input type="password" value="hunter2">'],
		['<input autocomplete="one-time-code" value="hunter2">'],
		['<input autocomplete="billing cc-number" value="hunter2">'],
		['<input autocomplete="current-password" value="hunter2">'],
		['<textarea autocomplete="cc-csc">hunter2</textarea>'],
		['<input style="-webkit-text-security: disc" value="hunter2">'],
		['<label><input type="checkbox"> for <input type="password" value="hunter2"></label>'],
	])("never leave the page: %s", async (html) => {
		await page().open(html);
		const text = await page().snapshot();
		expect(text).toContain('= "•••"');
		expect(text).not.toContain("hunter2");
		expect((await page().call("getText", {})).text).not.toContain("hunter2");
	});

	it("do not show by the chosen option of a card's list either, nor as dots where nothing is", async () => {
		await page().open(
			'<select autocomplete="cc-exp-month"><option>01<option selected>02</select><input type="password" aria-label="P">',
		);
		expect(await page().snapshot()).not.toContain("selected");
		expect(await page().line('"P"')).toBe('- textbox "P" [e4] type=password');
	});
});
