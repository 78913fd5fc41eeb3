// Roles, names and states after ARIA and HTML-AAM, one piece of HTML and one expected line at a time.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

/** HTML, and the first line of its snapshot without the ref. */
type Case = [html: string, line: string];

async function firstLine(html: string): Promise<string> {
	await page().open(html);
	return ((await page().snapshot()).split("\n")[0] ?? "").replace(/ \[e\d+\]/, "");
}

describe("roles", () => {
	it.each<Case>([
		["<h3>Title</h3>", '- heading "Title" level=3'],
		['<div role="heading" aria-level="4">Title</div>', '- heading "Title" level=4'],
		['<a href="#x">Go</a>', '- link "Go"'],
		["<a>Not a link</a>", '- text "Not a link"'],
		["<button>Save</button>", '- button "Save"'],
		['<input type="submit">', '- button "Submit"'],
		['<input type="button" value="Press">', '- button "Press"'],
		['<input type="image" alt="Search" src="">', '- button "Search"'],
		['<input type="file" aria-label="Photo">', '- button "Photo" type=file'],
		['<input aria-label="A">', '- textbox "A"'],
		['<input type="search" aria-label="A">', '- searchbox "A"'],
		['<input type="number" aria-label="A" value="3">', '- spinbutton "A" = "3"'],
		['<input type="range" aria-label="A" value="7">', '- slider "A" = "7"'],
		['<input type="date" aria-label="A" value="2026-01-31">', '- textbox "A" type=date = "2026-01-31"'],
		['<input aria-label="A" list="l"><datalist id="l"><option>x</datalist>', '- combobox "A"'],
		['<textarea aria-label="A">text</textarea>', '- textbox "A" = "text"'],
		['<div contenteditable aria-label="A">rich <b>text</b></div>', '- textbox "A" = "rich text"'],
		['<select aria-label="A"><option>One<option selected>Two</select>', '- combobox "A" = "Two"'],
		['<select multiple aria-label="A"><option selected>One<option>Two</select>', '- listbox "A" = "One"'],
		['<input type="checkbox" role="switch" aria-label="A">', '- switch "A" unchecked'],
		['<img alt="A cat" src="">', '- img "A cat"'],
		['<svg width="20" height="20"><title>Logo</title></svg>', '- img "Logo"'],
		["<nav>Menu</nav>", "- navigation"],
		["<main>Text</main>", "- main"],
		["<header>Text</header>", "- banner"],
		["<article><footer>Text</footer></article>", "- article"],
		["<section>Plain</section>", '- text "Plain"'],
		['<section aria-label="News">Plain</section>', '- region "News"'],
		['<form aria-label="Login"><button>Go</button></form>', '- form "Login"'],
		['<dialog open aria-label="Sure?">Text</dialog>', '- dialog "Sure?"'],
		["<progress max=100 value=30></progress>", '- progressbar = "30"'],
		['<div role="alert">Saved</div>', '- alert "Saved"'],
		['<div role="bogus button">Both</div>', '- button "Both"'],
		['<button role="presentation">Still</button>', '- button "Still"'],
		["<details open><summary>More</summary>x</details>", '- button "More" expanded'],
		["<details><summary>More</summary>x</details>", '- button "More" collapsed'],
	])("%s → %s", async (html, line) => {
		expect(await firstLine(html)).toBe(line);
	});

	it("reads tables by rows, header cells and cells, and not as a table when it only lays out", async () => {
		await page().open(
			"<table><caption>Prices</caption><tr><th>Item<th>Cost<tr><th>Tea<td>2<tr><td>Cup<td></table>",
		);
		expect(await page().snapshot()).toBe(
			[
				'- table "Prices" [e1]',
				'  - row [e2]: columnheader "Item" [e3] | columnheader "Cost" [e4]',
				'  - row [e5]: rowheader "Tea" [e6] | 2',
				'  - row [e7]: Cup | ""',
			].join("\n"),
		);
		await page().open('<table role="presentation"><tr><td>Left<td>Right</table>');
		expect(await page().snapshot()).toBe('- text "Left"\n- text "Right"');
	});
});

describe("names", () => {
	it.each<Case>([
		['<label for="i">Name</label><input id="i">', '- textbox "Name"'],
		["<label>Name <input></label>", '- textbox "Name"'],
		["<label>First<input id=a></label><label for=a>of all</label>", '- textbox "First of all"'],
		['<label for="i">Seen</label><input id="i" aria-label="Said">', '- text "Seen"'],
		['<input aria-label="Said" title="Tip" placeholder="Hint">', '- textbox "Said" description="Tip"'],
		['<input title="Tip" placeholder="Hint">', '- textbox "Tip" description="Hint"'],
		['<input placeholder="Hint">', '- textbox "Hint"'],
		['<button aria-labelledby="b a">x</button><b id="a">two</b><b id="b">one</b>', '- button "one two"'],
		[
			'<button aria-labelledby="a">x</button><span id="a" hidden>Secret <i>name</i></span>',
			'- button "Secret name"',
		],
		[
			'<button id="d" aria-label="Delete" aria-labelledby="d f">x</button><b id="f">file</b>',
			'- button "Delete file"',
		],
		["<button><span>Two</span> <b>words</b></button>", '- button "Two words"'],
		["<button><div>Block</div><div>Block</div></button>", '- button "Block Block"'],
		['<button><img alt="Bin" src=""> Delete</button>', '- button "Bin Delete"'],
		["<button>Ok<span hidden>no</span><span aria-hidden=true>×</span></button>", '- button "Ok"'],
		['<button title="Tip"></button>', '- button "Tip"'],
		["<fieldset><legend>Size</legend><button>S</button></fieldset>", '- group "Size"'],
		[
			'<figure><img alt="x" src="" width=50 height=50><figcaption>Fig. 1</figcaption></figure>',
			'- figure "Fig. 1"',
		],
		[
			'<input type="checkbox" id="c"><label for="c">Every <input value="2" size=2> days</label>',
			'- checkbox "Every 2 days" unchecked',
		],
		["<math><mi>x</mi><mo>=</mo><mn>2</mn></math>", '- math "x = 2"'],
		["<button style='text-transform:uppercase'>Save</button>", '- button "SAVE"'],
		["<style>b::after{content:' now'}</style><button><b>Save</b></button>", '- button "Save now"'],
		["<button>\uE001 Icon   font</button>", '- button "Icon font"'],
		['<button>Say "hi" \\ now</button>', String.raw`- button "Say \"hi\" \\ now"`],
		['<div role="textbox" tabindex="0" aria-label="A">v</div>', '- textbox "A" = "v"'],
	])("%s → %s", async (html, line) => {
		expect(await firstLine(html)).toBe(line);
	});

	it.each(["treeitem", "listitem", "option"])(
		"takes no longer for many %ss in each other, in nothing",
		async (role) => {
			const depth = 200;
			await page().open(
				`${`<ul role="${role}"><li>`.repeat(depth)}<button>Deep</button>${"</li></ul>".repeat(depth)}`,
			);
			const cost = await page().cost(() => page().snapshot());
			expect(cost).toBeLessThan(500);
		},
	);

	it("leaves the sub-items of a tree item out of its name", async () => {
		await page().open(
			'<ul role="tree"><li role="treeitem" aria-expanded="true">Fruit<ul role="group"><li role="treeitem">Apple</ul></ul>',
		);
		expect(await page().snapshot()).toBe(
			'- tree [e1]\n  - treeitem "Fruit" [e2] expanded\n    - treeitem "Apple" [e3]',
		);
	});
});

describe("descriptions", () => {
	it.each<Case>([
		[
			'<input aria-label="Name" aria-describedby="d"><p id="d">As in your <b>passport</b></p>',
			'- textbox "Name" description="As in your passport"',
		],
		[
			'<button aria-description="Cannot be undone">Delete</button>',
			'- button "Delete" description="Cannot be undone"',
		],
		['<button title="Delete the file">Delete</button>', '- button "Delete" description="Delete the file"'],
		['<button title="Delete">Delete</button>', '- button "Delete"'],
		['<button title="Delete"></button>', '- button "Delete"'],
		[
			'<button title="A &quot;b&quot;\nc">Delete</button>',
			String.raw`- button "Delete" description="A \"b\" c"`,
		],
		['<a href="#" title="Tip">Link</a>', '- link "Link"'],
	])("%s → %s", async (html, line) => {
		expect(await firstLine(html)).toBe(line);
	});

	it("never tells what a secret field holds", async () => {
		await page().open(
			'<input aria-label="A" aria-describedby="d"><p id="d">Is <input type="password" value="canary"></p>',
		);
		expect(await page().snapshot()).not.toContain("canary");
	});
});

describe("states", () => {
	it.each<Case>([
		['<input type="checkbox" checked aria-label="A">', '- checkbox "A" checked'],
		['<input type="radio" aria-label="A">', '- radio "A" unchecked'],
		['<div role="checkbox" aria-checked="mixed">A</div>', '- checkbox "A" mixed'],
		['<div role="switch">A</div>', '- switch "A" unchecked'],
		['<button aria-pressed="true">A</button>', '- button "A" pressed'],
		['<button aria-pressed="false">A</button>', '- button "A" unpressed'],
		['<button aria-expanded="false">A</button>', '- button "A" collapsed'],
		['<div role="tab" aria-selected="true">A</div>', '- tab "A" selected'],
		["<button disabled>A</button>", '- button "A" disabled'],
		['<div aria-disabled="true"><button>A</button></div>', '- button "A" disabled'],
		['<input required aria-label="A">', '- textbox "A" required'],
		['<input aria-invalid="true" aria-label="A">', '- textbox "A" invalid'],
		['<input readonly aria-label="A" value="v">', '- textbox "A" readonly = "v"'],
		['<a href="#" aria-current="page">A</a>', '- link "A" current=page'],
		['<input autofocus aria-label="A">', '- textbox "A"'],
	])("%s → %s", async (html, line) => {
		expect((await firstLine(html)).replace(" focused", "")).toBe(line);
	});

	it("knows fields disabled by their fieldset, but not those in its legend", async () => {
		await page().open(
			'<fieldset disabled><legend>L <input aria-label="A"></legend><input aria-label="B"></fieldset>',
		);
		expect(await page().line('"A"')).not.toContain("disabled");
		expect(await page().line('"B"')).toContain("disabled");
	});

	it("shows indeterminate boxes, the focus, and invalidity only after the person was told", async () => {
		await page().open('<input type="checkbox" aria-label="A"><input id="b" required aria-label="B">');
		await page().evaluate(
			"document.querySelector('input').indeterminate = true; document.querySelector('#b').focus()",
		);
		expect(await page().line('"A"')).toContain(" mixed");
		expect(await page().line('"B"')).toMatch(/required focused$/);
	});
});
