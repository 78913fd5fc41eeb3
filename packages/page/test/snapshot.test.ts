// The snapshot as a whole: its lines, what it leaves out, and that its cost and size follow the budget.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const rows = (count: number) =>
	Array.from(
		{ length: count },
		(_, row) => `<tr>${[1, 2, 3, 4].map((cell) => `<td>r${row}c${cell}</td>`).join("")}</tr>`,
	);

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

	it("lets the label stand for a control that is not drawn", async () => {
		await page().open(
			'<input id="c" type="checkbox" checked style="display:none"><label for="c">Dark mode</label>',
		);
		expect(await page().snapshot()).toBe('- label "Dark mode" [e1] for=checkbox checked');
	});

	it("names an iframe and its origin", async () => {
		await page().open(
			'<iframe title="Pay" src="https://pay.example/x?y"></iframe><iframe srcdoc="<p>hi"></iframe>',
		);
		expect(await page().snapshot()).toBe(
			'- iframe "Pay" [e1] origin=https://pay.example\n- iframe [e2] origin=null',
		);
	});

	it("walks open shadow roots and slots as they are drawn", async () => {
		await page().open('<div id="h"><b slot="s">slotted</b> lost</div>');
		await page().evaluate(
			`document.querySelector("#h").attachShadow({mode: "open"}).innerHTML = '<button>Inner <slot name=s></slot></button><slot name=none>fallback</slot>'`,
		);
		expect(await page().snapshot()).toBe('- button "Inner slotted" [e1]\n- text "fallback"');
	});

	it("shows an open modal dialog only, since the rest cannot be used", async () => {
		await page().open('<button>Behind</button><dialog aria-label="Ask"><button>Yes</button></dialog>');
		await page().evaluate('document.querySelector("dialog").showModal()');
		const text = await page().snapshot();
		expect(text).toContain('- dialog "Ask" [e1] modal\n  - button "Yes" [e2] focused');
		expect(text).not.toContain("Behind");
		expect(text).toMatch(/… the page behind this dialog/);
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
			<div style="display:contents"><button>E</button></div>`);
		const text = await page().snapshot();
		for (const name of "ABCDE") expect(text).toContain(`"${name}"`);
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

describe("budget", () => {
	it("folds long runs and unfolds them by the container's ref", async () => {
		await page().open(`<table>${rows(1000).join("\n")}</table>`);
		const first = await page().call("snapshot", {});
		expect(first.text).toMatch(/\n {2}… 980 more rows \[e\d+\]$/);
		expect(first.omitted).toBe(980);
		expect(first.nodes).toBe(1 + 20 * 5);
		const ref = await page().refOf("980 more rows");
		const all = await page().call("snapshot", { ref, budget: 400_000 });
		expect(all.text).toContain('"r999c4"');
		expect(all).toMatchObject({ omitted: 0 });
	});

	it.each([
		["list items", `<ul>${"<li>x</li>".repeat(25)}</ul>`, "… 5 more list items"],
		["options", `<select>${"<option>x</option>".repeat(21)}</select>`, "… 1 more option ["],
		["blocks", `<div>${'<div class="r">x</div>\n'.repeat(30)}</div>`, "… 10 more like these"],
		["nothing at 20", `<ul>${"<li>x</li>".repeat(20)}</ul>`, "listitem"],
	])("folds %s", async (_, html, expected) => {
		await page().open(html);
		const text = await page().snapshot();
		expect(text).toContain(expected);
		expect(text.split("\n").filter((line) => line.includes('"x"')).length).toBe(20);
	});

	it("does not take the words of a sentence for a list, nor hidden rows for shown ones", async () => {
		await page().open(`<p>${"<span>w </span>".repeat(40)}</p>`);
		expect(await page().snapshot()).toBe(`- text "${"w ".repeat(40).trim()}"`);
		await page().open(`<ul>${"<li hidden>x</li>".repeat(30)}${"<li>y</li>".repeat(10)}</ul>`);
		expect((await page().snapshot()).match(/"y"/g)?.length).toBe(10);
	});

	it.each([200, 1_000, 5_000])("stays within %d characters and says what is missing", async (budget) => {
		await page().open(
			Array.from({ length: 3_000 }, (_, at) => `<p>Text ${at} <a href="#">link ${at}</a></p>`).join(""),
		);
		const { text, omitted, nodes } = await page().call("snapshot", { budget });
		expect(text.length).toBeLessThanOrEqual(budget);
		expect(text).toMatch(/\n… about \d+ more: /);
		expect(nodes + omitted).toBeGreaterThan(5_500);
		expect(nodes + omitted).toBeLessThan(6_500);
	});

	it("reads a table of 5,000 rows fast, and much markup that says nothing too", async () => {
		await page().open(`<table>${rows(5_000).join("\n")}</table>`);
		await page().call("snapshot", {});
		const start = performance.now();
		const { text } = await page().call("snapshot", {});
		expect(performance.now() - start).toBeLessThan(150);
		expect(text.length).toBeLessThanOrEqual(16_000);
		await page().open(`${"<div><i></i>".repeat(400)}${"<b></b><u></u>".repeat(40_000)}`);
		await page().call("snapshot", {});
		const again = performance.now();
		await page().call("snapshot", {});
		expect(performance.now() - again).toBeLessThan(600);
	});

	it("limits depth and says where more is inside", async () => {
		await page().open("<main><ul><li>a <button>b</button></li></ul></main><nav><p>t</p></nav>");
		expect(await page().snapshot({ depth: 1 })).toBe("- main [e1] …\n- navigation [e2] …");
		expect(await page().snapshot({ depth: 2 })).toBe(
			'- main [e1]\n  - list [e3] …\n- navigation [e2]\n  - text "t"',
		);
	});
});

describe("interactive", () => {
	it("keeps what can be operated, and the headings and landmarks that lead to it", async () => {
		await page().open(`
			<main><h1>Shop</h1><p>Welcome</p><h2>Empty</h2><p>nothing here</p><h2>Offers</h2><ul><li>Tea <button>Buy</button></li></ul></main>
			<aside><h2>Idle</h2>Only text</aside><table><tr><td>x</td><td style="cursor:pointer">Sort</td></tr></table>`);
		expect((await page().snapshot({ interactive: true })).replace(/ \[e\d+\]/g, "")).toBe(
			[
				"- main",
				'  - heading "Shop" level=1',
				'  - heading "Offers" level=2',
				'  - button "Buy"',
				'- cell "Sort" clickable',
			].join("\n"),
		);
	});
});
