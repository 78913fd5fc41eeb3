// What the judge takes for a site is that site to the browser: by a table that was written by hand, and by chance.

import { AddressBar, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeUrl } from "../../../packages/protocol/src/policy/url-rules.ts";
import { urlTable } from "../../../packages/protocol/test/policy/url-table.ts";
import { fuzzUrls } from "./differential.ts";

const COUNT = process.env["REINS_FULL"] ? 5_000 : 2_000;

describe("addresses", () => {
	const home = new TestHome();
	let browser: AddressBar;
	beforeAll(async () => {
		browser = await AddressBar.start(home);
	});
	afterAll(async () => {
		await browser?.stop();
		await home.empty();
		home.remove();
	});

	test("of the table are gone to where the judge says that they lead", { timeout: 120_000 }, async () => {
		const all = urlTable.filter(([, verdict]) => verdict.startsWith("site "));
		expect(all.length).toBeGreaterThan(100);
		// Each is a page that is gone to.
		const sites = all.filter((_, number) => process.env["REINS_FULL"] || number % 4 === 0);
		const wrong: string[] = [];
		for (const [text] of sites) {
			const judged = judgeUrl(text);
			const origin = judged.ok ? judged.url.origin : judged.code;
			const went = new URL(await browser.goes(text)).origin;
			if (went !== origin) wrong.push(`${text}: judged ${origin}, gone to ${went}`);
		}
		expect(wrong).toEqual([]);
	});
});

test(`${COUNT} addresses by chance are read alike`, { timeout: 120_000 }, async () => {
	const seed = 20_261_116;
	const { differences, sites, stricter } = await fuzzUrls({ count: COUNT, seed });
	console.log(`${COUNT} addresses: ${sites} taken for sites, ${stricter} refused that Chromium would load`);
	expect(differences).toEqual([]);
	expect(sites).toBeGreaterThan(COUNT / 50);
});
