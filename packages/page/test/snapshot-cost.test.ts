// That a snapshot costs what it says and not what the page holds.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

/** Small and large alternate. */
const ROUNDS = process.env["REINS_FULL"] ? 5 : 1;
const LOOKS = 7;
/** As promised: a page of 100,000 elements against one of 5,000. The short run takes a smaller one, by the same rule. */
const LARGE = process.env["REINS_FULL"] ? 100_000 : 40_000;
const MOST_TIMES = 2;
/** Below this a figure is about the browser's own calls, and twice nothing is nothing. */
const NOTICEABLE = 4;

const times = (count: number, make: (at: number) => string) =>
	Array.from({ length: count }, (_, at) => make(at)).join("");

function nested(levels: number): string {
	if (levels === 0) return '<a href="#">leaf</a>';
	return `<ul>${times(6, (at) => `<li>item ${at} ${nested(levels - 1)}</li>`)}</ul>`;
}
/** Elements in one of the nested lists. */
const NESTED = 6 + 36 + 216 + 216 + 1 + 6 + 36 + 1;

/** Pages of about so many elements. */
const pages: Record<string, (elements: number) => string> = {
	"rows of a table": (elements) =>
		`<table>${times(elements / 5, (at) => `<tr><td>${at}</td><td>Name ${at}</td><td><a href="#">Open</a></td></tr>`)}</table>`,
	"lists in lists": (elements) => times(elements / NESTED, () => `<section>${nested(3)}</section>`),
	cards: (elements) =>
		`<main>${times(elements / 6, (at) => `<div class="card c${at % 3}"><h3>Card ${at}</h3><p>About it</p><a href="#">More</a><span>${at} €</span><button>Buy</button></div>`)}</main>`,
	"plain divs and spans": (elements) =>
		times(
			elements / 4,
			(at) =>
				`<div class="${at % 7 === 0 ? "x" : "y"}"><div><span>word ${at}</span> <span>more</span></div></div>`,
		),
	"headings and paragraphs": (elements) =>
		times(elements / 3, (at) => `<h2>Part ${at}</h2><p>Words about it, and <a href="#">a link</a></p>`),
};

const median = (values: number[]) =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** At the top of a page and in its middle. Layout and paint of a new page are the browser's own business. */
async function costsOf(html: string): Promise<number[]> {
	await page().open(html);
	// So is what the making of the page left to be collected.
	await page().send("HeapProfiler.collectGarbage");
	const costs: number[] = [];
	for (const place of ["0", "document.documentElement.scrollHeight / 2"]) {
		await page().evaluate(
			`scrollTo(0, ${place}); new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`,
		);
		const looks: number[] = [];
		for (let look = 0; look < LOOKS; look += 1) looks.push(await page().cost(() => page().snapshot()));
		costs.push(median(looks));
	}
	return costs;
}

/** The short run has the two that differ most: one run of like members, and lists in lists. */
const SHORT = 2;
const kinds = Object.keys(pages).slice(0, process.env["REINS_FULL"] ? undefined : SHORT);

describe("cost", () => {
	it.each(kinds)("follows the budget and not the page: %s", async (name) => {
		const make = pages[name] as (elements: number) => string;
		const small: number[][] = [];
		const large: number[][] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			small.push(await costsOf(make(5_000)));
			large.push(await costsOf(make(LARGE)));
		}
		for (const [at, place] of ["at the top", "in the middle"].entries()) {
			const [one, other] = [small, large].map((rounds) => median(rounds.map((costs) => costs[at] as number)));
			process.stdout.write(`${name}, ${place}: ${one?.toFixed(1)} ms, ${other?.toFixed(1)} ms\n`);
			expect(other).toBeLessThanOrEqual(MOST_TIMES * Math.max(one as number, NOTICEABLE));
		}
	});
});
