// That a snapshot which cannot hold the page holds what matters: what is on the screen, then landmarks, headings and
// what can be operated, then the rest; and that the rest can be had.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const paragraphs = (count: number, word: string) =>
	Array.from(
		{ length: count },
		(_, at) => `<p>${word} ${at}: ${"some words that take room ".repeat(6)}</p>`,
	).join("");
const links = (count: number) =>
	Array.from({ length: count }, (_, at) => `<p><a href="#${at}">Link number ${at}</a></p>`).join("");

/** The texts of the paragraphs that are on the screen. */
const onScreen = `[...document.querySelectorAll("p")]
	.filter((p) => { const { top, bottom } = p.getBoundingClientRect(); return bottom > 0 && top < innerHeight; })
	.map((p) => p.textContent.split(":")[0])`;

describe("a page larger than the budget", () => {
	it.each([
		["at the top", 0],
		["in the middle", 0.5],
		["at the end", 1],
	])("what is on the screen is there: %s", async (_, share) => {
		await page().open(`<nav>${links(300)}</nav><main><h1>Long</h1>${paragraphs(900, "Text")}</main>`);
		await page().evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`);
		const seen = (await page().evaluate(onScreen)) as string[];
		const { text } = await page().call("snapshot", {});
		expect(seen.length).toBeGreaterThan(5);
		for (const words of seen) expect(text).toContain(`"${words}`);
		expect(text.length).toBeLessThanOrEqual(16_000);
	});

	it("what is on the screen is there in the midst of one of many that are higher than the screen", async () => {
		const article = (at: number) => `<article>${paragraphs(200, `Text ${at} in`)}</article>`;
		await page().open(Array.from({ length: 31 }, (_, at) => article(at)).join(""));
		await page().evaluate("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)");
		const seen = (await page().evaluate(onScreen)) as string[];
		const { text } = await page().call("snapshot", { budget: 6_000 });
		expect(seen.length).toBeGreaterThan(5);
		for (const words of seen) expect(text).toContain(`"${words}`);
	});

	it.each([
		["begins above the screen", "scrollTo(0, 300_020)", "Text 14 in 199"],
		["ends below it", "scrollTo(0, 300_080 - innerHeight)", "Text 15 in 1"],
	])("a text that %s is there, whatever was said before", async (_, scroll, away) => {
		const article = (at: number) => `<article>${paragraphs(200, `Text ${at} in`)}</article>`;
		await page().open(
			`<style>body, p { margin: 0 } p { height: 100px; line-height: 100px; white-space: nowrap }</style>${Array.from({ length: 31 }, (_, at) => article(at)).join("")}`,
		);
		await page().evaluate(scroll);
		const { text } = await page().call("snapshot", { budget: 6_000 });
		expect(text).toContain('"Text 15 in 0:');
		expect(text).not.toContain(`"${away}:`);
	});

	it.each([4_000, 16_000])(
		"links and headings far away go before text far away (%d characters)",
		async (budget) => {
			await page().open(
				`<main>${paragraphs(200, "Text")}<h2>Far heading</h2><button>Far button</button>${paragraphs(200, "More")}</main><footer><a href="#">Imprint</a></footer>`,
			);
			const { text } = await page().call("snapshot", { budget });
			expect(text).toContain('heading "Far heading"');
			expect(text).toContain('button "Far button"');
			expect(text).toContain('link "Imprint"');
			expect(text.length).toBeLessThanOrEqual(budget);
			if (budget === 16_000) expect(text).toContain('"Text 60');
			expect(text).not.toContain('"More 199');
		},
	);

	it("many links before the content do not push out what is on the screen", async () => {
		await page().open(`
			<nav style="position:absolute;top:9000px">${links(2_000)}</nav>
			<main><h1>Here</h1><p>What the person reads</p><button>Press</button></main><footer>The end</footer>`);
		const { text } = await page().call("snapshot", { budget: 4_000 });
		for (const words of ['heading "Here"', "What the person reads", 'button "Press"', "The end"])
			expect(text).toContain(words);
		expect(text.length).toBeLessThanOrEqual(4_000);
	});

	it("names the landmarks that follow more than it looks at", async () => {
		await page().open(
			`<div><main>${paragraphs(9_000, "Text")}</main></div><div><aside aria-label="Aside">a</aside><footer>f</footer></div>`,
		);
		const { text } = await page().call("snapshot", {});
		expect(text).toMatch(/- complementary "Aside" \[e\d+\]/);
		expect(text).toMatch(/- contentinfo \[e\d+\]/);
	});

	it("keeps lines under the lines that they stand in", async () => {
		await page().open(
			`<main>${paragraphs(300, "Text")}<ul aria-label="Far list"><li>One <a href="#">Far link</a></li></ul></main>`,
		);
		const lines = (await page().snapshot()).split("\n");
		const at = lines.findIndex((line) => line.includes("Far link"));
		const above = lines.slice(0, at).findLast((line) => /^ *- (list|main)/.test(line)) as string;
		expect(above).toContain("Far list");
		expect((lines[at] as string).search(/\S/)).toBeGreaterThan(above.search(/\S/));
	});
});

describe("cursor", () => {
	it("goes on where the page was cut, until every line was given", async () => {
		await page().open(`<main><h1>Long</h1>${paragraphs(120, "Text")}</main><footer>The end</footer>`);
		const whole = await page().call("snapshot", { unfold: true });
		const texts = new Set<string>();
		let cursor: number | undefined;
		let answers = 0;
		do {
			const answer: { text: string; next?: number } = await page().call("snapshot", {
				budget: 3_000,
				...(cursor !== undefined && { cursor }),
			});
			expect(answer.text.length).toBeLessThanOrEqual(3_000);
			for (const line of answer.text.split("\n")) texts.add(line);
			expect(answer.next ?? Number.POSITIVE_INFINITY).toBeGreaterThan(cursor ?? 0);
			cursor = answer.next;
			answers += 1;
		} while (cursor !== undefined && answers < 60);
		for (const line of whole.text.split("\n")) expect(texts).toContain(line);
	});

	it("says what the lines stand in that it goes on with", async () => {
		await page().open(`<main aria-label="Place">${paragraphs(120, "Text")}</main>`);
		const first = await page().call("snapshot", { budget: 2_000 });
		const { text } = await page().call("snapshot", { budget: 2_000, cursor: first.next as number });
		expect(text).toMatch(/^- main "Place" \[e1\]\n {2}- text "Text \d+/);
	});

	it("is refused where it is none", async () => {
		await page().open("<p>x</p>");
		for (const cursor of [-1, 1.5, "x"]) {
			expect(await page().failure("snapshot", { cursor: cursor as number })).toMatchObject({
				code: "bad_args",
			});
		}
		expect(await page().snapshot({ cursor: 50 })).toBe("");
	});
});

describe("rows", () => {
	it("keep their columns where a cell is as wide as several, and break where a cell holds more than a line does", async () => {
		await page().open(`<table><tr><th colspan="2">Who</th><th><button>Sum</button></th></tr>
			<tr><td>Ada</td><td>Engineer</td><td>←</td></tr><tr><td colspan="2">All</td><td>3</td></tr>
			<tr><td><ul><li>a</li><li>b</li></ul></td><td>x</td><td></td></tr></table>`);
		expect((await page().snapshot()).replace(/e\d+/g, "e")).toBe(
			[
				"- table [e]",
				'  - row [e]: columnheader "Who" [e] | ← | columnheader [e], button "Sum" [e]',
				'  - row [e]: Ada | Engineer | "←"',
				"  - row [e]: All | ← | 3",
				"  - row [e]",
				"    - cell [e]",
				"      - list [e]",
				'        - listitem "a" [e]',
				'        - listitem "b" [e]',
				'    - cell "x" [e]',
				"    - cell [e]",
			].join("\n"),
		);
	});

	it("stand on one line where each cell holds one thing, every cell in its place", async () => {
		await page().open(`<table>
			<tr><th>No</th><th>Name</th><th></th></tr>
			<tr><td>1</td><td>Ada | "A"</td><td><a href="#">Open</a></td></tr>
			<tr><td></td><td><input type="checkbox" aria-label="Pick"></td><td style="cursor:pointer">Sort</td></tr>
			<tr><td>x <a href="#">two</a></td><td>y</td><td></td></tr></table>`);
		expect((await page().snapshot()).replace(/e\d+/g, "e")).toBe(
			[
				"- table [e]",
				'  - row [e]: columnheader "No" [e] | columnheader "Name" [e] | columnheader [e]',
				String.raw`  - row [e]: 1 | "Ada | \"A\"" | link "Open" [e]`,
				'  - row [e]: "" | checkbox "Pick" [e] unchecked | cell "Sort" [e] clickable',
				'  - row [e]: text "x", link "two" [e] | y | ""',
			].join("\n"),
		);
	});
});
