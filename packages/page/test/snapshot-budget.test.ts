// That the size and the cost of a snapshot follow its budget: folding, stopping in time, narrowing.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const rows = (count: number) =>
	Array.from(
		{ length: count },
		(_, row) => `<tr>${[1, 2, 3, 4].map((cell) => `<td>r${row}c${cell}</td>`).join("")}</tr>`,
	);

const lastRow = (text: string) => Number(/.*\br(\d+)c1 /s.exec(text)?.[1]);

describe("budget", () => {
	it("folds long runs after what is on the screen, and unfolds them by the fold's ref", async () => {
		await page().open(`<table>${rows(1000).join("\n")}</table>`);
		const first = await page().call("snapshot", {});
		const shown = first.text.split("\n").filter((line) => line.startsWith("  - row")).length;
		const seen = await page().evaluate(
			`[...document.querySelectorAll("tr")].filter((row) => row.getBoundingClientRect().top < innerHeight).length`,
		);
		expect(shown).toBe(Math.max(20, Number(seen)));
		expect(first.text).toMatch(new RegExp(`\n {2}… ${1000 - shown} more rows \\[e\\d+\\]$`));
		expect(first).toMatchObject({ omitted: 1000 - shown, nodes: 1 + shown * 5 });
		const ref = await page().refOf("more rows");
		const rest = await page().call("snapshot", { ref, budget: 400_000 });
		expect(rest.text).not.toContain(`: r${shown - 1}c1 |`);
		expect(rest.text).toMatch(new RegExp(`^- row \\[e\\d+\\]: r${shown}c1 `));
		expect(rest.text).toContain("| r999c4");
		expect(rest).toMatchObject({ omitted: 0 });
		expect(rest).not.toHaveProperty("next");
	});

	it("goes on through a fold by the cursor, without a gap and without saying anything twice", async () => {
		await page().open(`<table>${rows(400).join("\n")}</table>`);
		const start = await page().snapshot();
		const ref = await page().refOf("more rows");
		let read = start;
		let cursor: number | undefined = 0;
		for (let answers = 0; cursor !== undefined; answers += 1) {
			expect(answers).toBeLessThan(30);
			const next: { text: string; next?: number; more?: string } = await page().call("snapshot", {
				ref,
				cursor,
				budget: 2_000,
			});
			expect(next.text.length).toBeLessThanOrEqual(2_000);
			if (next.next !== undefined) expect(next.more).toBe(`${399 - lastRow(next.text)} more rows`);
			read += `\n${next.text}`;
			cursor = next.next;
		}
		const numbers = [...read.matchAll(/: r(\d+)c1 /g)].map(([, row]) => Number(row));
		expect(numbers).toEqual(Array.from({ length: 400 }, (_, row) => row));
	});

	it("a fold's ref is no row's, stays while the list does, and other reads take it for the list", async () => {
		await page().open(`<ul>${Array.from({ length: 90 }, (_, at) => `<li>i${at}</li>`).join("")}</ul>`);
		const text = await page().snapshot();
		const ref = await page().refOf("more list items");
		expect(text.split(`[${ref}]`).length).toBe(2);
		expect(await page().snapshot()).toBe(text);
		expect((await page().call("inspect", { target: { ref } })).tag).toBe("ul");
		await page().evaluate(`document.querySelector("ul").replaceChildren()`);
		expect(await page().failure("snapshot", { ref })).toMatchObject({ code: "stale_ref" });
	});

	it("shows the rows on the screen of a list that is scrolled, and folds what lies before and behind", async () => {
		await page().open(`<table>${rows(1000).join("")}</table>`);
		await page().evaluate(`document.querySelectorAll("tr")[500].scrollIntoView({ block: "start" })`);
		const lines = (await page().snapshot()).split("\n");
		expect(lines[1]).toContain(": r0c1 |");
		const before = lines.findIndex((line) => /^ {2}… \d+ more rows \[e\d+\]$/.test(line));
		expect(before).toBe(4);
		expect(lines[before + 1]).toMatch(/: r(499|500)c1 /);
		expect(lines.some((line) => line.includes(": r515c1 |"))).toBe(true);
		expect(lines.at(-1)).toMatch(/^ {2}… 4\d\d more rows \[e\d+\]$/);
	});

	it.each([
		["without anything between", ""],
		["with blanks between", "\n"],
		["with what is not drawn between", "<script></script>"],
	])("counts what it folds, and opens no more than that: rows %s", async (_, between) => {
		await page().open(`<table><tbody>${rows(1_000).join(between)}</tbody></table>`);
		await page().evaluate(`document.querySelectorAll("tr")[500].scrollIntoView({ block: "start" })`);
		const text = await page().snapshot();
		const shown = [...text.matchAll(/: r(\d+)c1 /g)].map(([, row]) => Number(row));
		const folds = [...text.matchAll(/… (\d+) more rows \[(e\d+)\]/g)];
		expect(folds).toHaveLength(2);
		const read = [...shown];
		for (const [, count, ref = ""] of folds) {
			const inside = await page().call("snapshot", { ref, budget: 400_000 });
			const hidden = [...inside.text.matchAll(/: r(\d+)c1 /g)].map(([, row]) => Number(row));
			expect(hidden).toHaveLength(Number(count));
			read.push(...hidden);
		}
		expect(read.sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, row) => row));
	});

	it.each([
		["list items", `<ul>${"<li>x</li>".repeat(200)}</ul>`, /… 1\d\d more list items \[e\d+\]/],
		[
			"options after a few",
			`<select>${"<option>x</option>".repeat(200)}</select>`,
			/… 192 more options \[e\d+\]/,
		],
		["blocks", `<div>${'<div class="r">x</div>\n'.repeat(200)}</div>`, /… 1\d\d more like these \[e\d+\]/],
		[
			"cards, marked ones among them",
			`<div>${'<div class="card big"><h3>x</h3><a href="#">x</a></div><div class="card">x</div>'.repeat(60)}</div>`,
			/… \d+ more like these \[e\d+\]/,
		],
		["buttons", "<button>x</button>".repeat(2_000), /… 1\d\d\d more buttons \[e\d+\]/],
	])("folds %s", async (_, html, expected) => {
		await page().open(html);
		const text = await page().snapshot();
		expect(text).toMatch(expected);
		const shown = text.split("\n").filter((line) => /- \w+ "x"/.test(line)).length;
		expect(shown).toBeGreaterThanOrEqual(8);
		expect(shown).toBeLessThanOrEqual(130);
	});

	it("folds nothing at 20, and never one or two", async () => {
		for (const count of [20, 22]) {
			await page().open(`<div style="height:5000px"></div><ul>${"<li>x</li>".repeat(count)}</ul>`);
			expect((await page().snapshot()).match(/listitem "x"/g)?.length).toBe(count);
		}
		await page().open(`<div style="height:5000px"></div><ul>${"<li>x</li>".repeat(23)}</ul>`);
		expect(await page().snapshot()).toContain("… 3 more list items [");
	});

	it("keeps what follows a run of thousands apart from it", async () => {
		await page().open(`${'<div class="a">x</div>'.repeat(4_000)}<div class="foot">The end</div>`);
		const text = await page().snapshot();
		expect(text).toMatch(/… \d+ more like these \[e\d+\]\n- text "The end"$/);
	});

	it("unfolds everything on request", async () => {
		await page().open(
			`<table>${rows(1000).join("")}</table><select>${"<option>x</option>".repeat(50)}</select>`,
		);
		const { text, omitted } = await page().call("snapshot", { unfold: true });
		expect(text.match(/- row/g)?.length).toBe(1000);
		expect(text.match(/- option/g)?.length).toBe(50);
		expect(text).not.toContain("…");
		expect(omitted).toBe(0);
	});

	it("does not take the words of a sentence for a list, nor hidden rows for shown ones", async () => {
		await page().open(`<p>${"<span>w </span>".repeat(40)}</p>`);
		expect(await page().snapshot()).toBe(`- text "${"w ".repeat(40).trim()}"`);
		await page().open(`<ul>${"<li hidden>x</li>".repeat(30)}${"<li>y</li>".repeat(10)}</ul>`);
		expect((await page().snapshot()).match(/"y"/g)?.length).toBe(10);
	});

	it.each([1_000, 5_000])("stays within %d characters and says what is missing", async (budget) => {
		await page().open(
			Array.from({ length: 3_000 }, (_, at) => `<p>Text ${at} <a href="#">link ${at}</a></p>`).join(""),
		);
		const { text, omitted, nodes, more } = await page().call("snapshot", { budget });
		expect(text.length).toBeLessThanOrEqual(budget);
		expect(more).toBe(`about ${omitted} more`);
		expect(nodes + omitted).toBeGreaterThan(5_500);
		expect(nodes + omitted).toBeLessThan(6_500);
	});

	it("reads a table of 5,000 rows fast, within the budget", async () => {
		await page().open(`<table>${rows(5_000).join("\n")}</table>`);
		let length = 0;
		const cost = await page().cost(async () => {
			length = (await page().snapshot()).length;
		});
		expect(length).toBeLessThanOrEqual(16_000);
		expect(cost).toBeLessThan(100);
	});

	it("stops looking where much markup says nothing", async () => {
		await page().open("<b></b><u></u>".repeat(40_000));
		const all = await page().cost(() => page().snapshot({ budget: 1_000_000 }));
		const some = await page().cost(() => page().snapshot({ budget: 1_000 }));
		expect(some).toBeLessThan(all / 4);
	});

	it("limits depth and says where more is inside", async () => {
		await page().open("<main><ul><li>a <button>b</button></li></ul></main><nav><p>t</p></nav>");
		expect(await page().snapshot({ depth: 1 })).toBe("- main [e1] …\n- navigation [e2] …");
		expect(await page().snapshot({ depth: 2 })).toBe(
			'- main [e1]\n  - list [e3] …\n- navigation [e2]\n  - text "t"',
		);
	});
});

describe("a text that is cut", () => {
	it("says how much is left out, and is read by its ref", async () => {
		const long = (word: string) => `${word} ${"0123456789".repeat(60)}`;
		await page().open(
			`<main><p>${long("One")}</p><table><tr><td>${long("Two")}</td><td>x</td></tr></table><ul><li>${long("Three")}</li></ul></main>`,
		);
		const text = await page().snapshot({ unfold: true });
		const refs = [...text.matchAll(/(text|cell|listitem) "(\w+) [^"]*…" \[(e\d+)\] \+(\d+) characters/g)];
		expect(refs.map(([, role, word]) => `${role} ${word}`)).toEqual([
			"text One",
			"cell Two",
			"listitem Three",
		]);
		for (const [, role, word = "", ref = "", left] of refs) {
			expect((await page().call("getText", { target: { ref } })).text).toBe(long(word));
			expect(Number(left)).toBe(long(word).length - (role === "text" ? 400 : 120));
		}
		expect(text).toMatch(/characters \| x$/m);
	});
});

describe("interactive", () => {
	it("tells the rows apart that controls stand in", async () => {
		await page().open(`<table><tr><th>Name</th><th>Role</th><th></th></tr>
			<tr><td>Ada</td><td>Engineer</td><td><a href="#">Edit</a> <button>Delete</button></td></tr>
			<tr><td><input type="checkbox" aria-label="Pick"></td><td>Bob</td><td><button>Delete</button></td></tr>
			<tr><td><a href="#">Carol</a></td><td>Chief</td><td><button>Delete</button></td></tr>
			<tr><td>Dan</td><td><select aria-label="Role"><option>a</option><option>b</option></select></td></tr>
			<tr><td><button>Up</button><button>Down</button></td><td><button>Drop</button></td><td>Frank</td></tr>
			<tr><td>Eve</td><td>no controls</td></tr></table>`);
		expect((await page().snapshot({ interactive: true })).replace(/ \[e\d+\]/g, "")).toBe(
			[
				'- row "Ada": link "Edit" | button "Delete"',
				'- row "Bob": checkbox "Pick" unchecked | button "Delete"',
				'- row: link "Carol" | button "Delete"',
				'- row "Dan"',
				'  - combobox "Role" = "a"',
				'    - option "a" selected',
				'    - option "b"',
				'- row "Frank": button "Up" | button "Down" | button "Drop"',
			].join("\n"),
		);
	});

	it("does not take a page for empty whose controls lie deeper than was asked for", async () => {
		await page().open(
			"<main><form aria-label=f><fieldset><legend>Pay</legend><button>Go</button></fieldset></form></main>",
		);
		expect(await page().snapshot({ interactive: true, depth: 1 })).toBe("- main [e1] …");
		expect(await page().snapshot({ interactive: true, depth: 2 })).toContain('form "f"');
	});

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
				'- row "x": cell "Sort" clickable',
			].join("\n"),
		);
	});
});
