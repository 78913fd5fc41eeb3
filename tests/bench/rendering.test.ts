// What becomes of the figures: the lines on the terminal, the page, and the picture.

import { describe, expect, it } from "vitest";
import { chart } from "../../bench/chart.mjs";
import { docsPage } from "../../bench/docs-page.mjs";
import { describeLine } from "../../bench/report.mjs";
import { sampleReport } from "./sample-report.ts";

const [peers] = sampleReport.comparisons;
const [actions, cli] = peers?.lines ?? [];
if (!peers || !actions || !cli) throw new Error("the sample has two lines");

describe("the terminal", () => {
	it("shows median and spread, the promise and whether it holds", () => {
		const text = describeLine(actions, 5);
		expect(text).toMatch(/^ {2}click +20\.0 ms \(19\.0–22\.0\) +400 ms +5,000 ms$/m);
		expect(text).toContain("click: ≤ 0.1 × best peer (<peer> & co) — measured 0.050 ×: holds");
		expect(text).toContain("type into a field: ≤ 0.3 × best peer (<peer> & co) — measured 2.00 ×: MISSES");
	});

	it("says what is not there yet", () => {
		expect(describeLine(cli, 5)).toContain("one command: not there yet: no such command");
	});

	it("says when a peer failed, and why", () => {
		expect(describeLine(cli, 5)).toContain("a-cli 7 failed in round 3: out of time");
	});

	it("says of the other link what it costs more", () => {
		const text = describeLine(
			{
				...actions,
				verdicts: [
					{
						...{ measure: "click", other: "extension", against: "managed", limit: 2, plus: 10 },
						...{ measured: 0.8, more: -4, holds: true },
					},
				],
			},
			5,
		);
		expect(text).toContain("click: ≤ 2 × managed or + 10 ms — measured 0.80 ×, − 4.0 ms: holds");
	});
});

describe("the page", () => {
	const page = docsPage(sampleReport);

	it("names machine, date and how to repeat it", () => {
		expect(page).toContain("Reins 1.2.3, measured on 2030-01-02");
		expect(page).toContain("4 cores, 8 GB, Some Linux 1, Chromium 150.0.1.2, Node 20.20.2");
		expect(page).toContain("npm run bench -- --docs");
	});

	it("counts what holds and lists every miss", () => {
		expect(page).toContain("1 of 2 promises hold.");
		expect(page).toContain(
			"- Reins against other servers: type into a field, 2.00 ×, promised ≤ 0.3 × best peer (<peer> & co)",
		);
	});

	it("names the failures of a peer", () => {
		expect(page).toContain("\n- a-cli 7 failed in round 3: out of time\n");
	});

	it("has every figure of every side, and rows as wide as their head", () => {
		expect(page).toMatch(/\| click +\| 20\.0 ms \(19\.0–22\.0\) \| 400 ms +\| 5,000 ms \|.*\| holds +\|/);
		expect(page).toMatch(/\| type into a field .*\| \*\*misses\*\* \|/);
		expect(page).toMatch(/\| one command \| – +\| 160 ms .*\| no such command \| not there yet \|/);
		const tables = page.match(/(^\|.*\n)+/gm) ?? [];
		expect(tables).toHaveLength(2);
		for (const table of tables) {
			const widths = new Set(
				table
					.trimEnd()
					.split("\n")
					.map((row) => row.length),
			);
			expect(widths.size).toBe(1);
		}
	});
});

describe("the picture", () => {
	const svg = chart(sampleReport);

	it("draws a bar to each panel's own scale", () => {
		const widths = (bar: number) =>
			[...svg.matchAll(new RegExp(`class="bar${bar}" x="0" y="[^"]+" width="([^"]+)"`, "g"))].map(
				([, width]) => Number(width),
			);
		const [reins, peer, other] = [widths(0), widths(1), widths(2)];
		expect([reins.length, peer.length, other.length]).toEqual([3, 3, 3]);
		// Click: 20, 400 and 5,000 ms; the shortest can still be seen.
		expect((peer[0] ?? 0) / (other[0] ?? 0)).toBeCloseTo(400 / 5_000, 2);
		expect(reins[0]).toBe(1.5);
		// Type: 40, 20 and 300 ms; its longest bar is as long as that of the click.
		expect((reins[1] ?? 0) / (other[1] ?? 0)).toBeCloseTo(40 / 300, 2);
		expect(other[1]).toBe(other[0]);
	});

	it("says the same in words, for whoever does not see it", () => {
		const description = /<desc id="desc">(.*)<\/desc>/.exec(svg)?.[1];
		expect(description).toContain(
			"click: reins 1.2.3 20.0 ms, &lt;peer&gt; &amp; co 4 400 ms, other 5 5.0 s.",
		);
		expect(svg).toContain('role="img" aria-labelledby="title desc"');
	});

	it("lets no name become markup, and has colours for the dark", () => {
		expect(svg).not.toContain("<peer>");
		expect(svg).toContain("@media (prefers-color-scheme: dark)");
	});

	it("draws no bar for a peer that failed", () => {
		const [reins, peer, other] = actions.results;
		if (!reins || !peer || !other) throw new Error("the sample has three sides");
		const failed = { ...other, measures: {} };
		const lines = [{ ...actions, results: [reins, peer, failed] }];
		const without = chart({ ...sampleReport, comparisons: [{ ...peers, lines }] });
		expect(without).not.toContain('class="bar2" x="0"');
		expect(without).toContain("click: reins 1.2.3 20.0 ms, &lt;peer&gt; &amp; co 4 400 ms, other 5 failed.");
		expect(without).not.toContain("NaN");
	});

	it("refuses a report without the peers", () => {
		expect(() => chart({ ...sampleReport, comparisons: [] })).toThrow("no figures against the peers");
	});
});
