// That the size and the cost of a snapshot follow its budget: folding, stopping in time, narrowing.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const rows = (count: number) =>
	Array.from(
		{ length: count },
		(_, row) => `<tr>${[1, 2, 3, 4].map((cell) => `<td>r${row}c${cell}</td>`).join("")}</tr>`,
	);

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
		expect(text.split("\n").filter((line) => /- \w+ "x"/.test(line)).length).toBe(20);
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
		const { text, omitted, nodes } = await page().call("snapshot", { budget });
		expect(text.length).toBeLessThanOrEqual(budget);
		expect(text).toMatch(/\n… about \d+ more: /);
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
