// Holds our judge of addresses against the browser that will load them: what the judge takes for a site must be that
// site to Chromium too.

import { AddressBar, TestHome } from "@reins/testkit";
import { judgeUrl } from "../../../packages/protocol/src/policy/url-rules.ts";
import { chance, spelling } from "./spellings.ts";

const BATCH = 2_000;

export interface UrlReport {
	count: number;
	seed: number;
	/** Taken for a site by the judge. */
	sites: number;
	/** Refused by the judge, though Chromium would load them. */
	stricter: number;
	/** Taken for another site than Chromium goes to. */
	differences: { text: string; judged: string; chromium: string }[];
}

export async function fuzzUrls(options: {
	count: number;
	seed: number;
	onProgress?(done: number): void;
}): Promise<UrlReport> {
	const { count, seed, onProgress } = options;
	const home = new TestHome();
	const browser = await AddressBar.start(home);
	const next = chance(seed);
	const report: UrlReport = { count, seed, sites: 0, stricter: 0, differences: [] };
	try {
		for (let done = 0; done < count; done += BATCH) {
			const texts = Array.from({ length: Math.min(BATCH, count - done) }, () => spelling(next));
			const read = await browser.origins(texts);
			for (const [index, text] of texts.entries()) compare(report, text, read[index] ?? "");
			onProgress?.(done + texts.length);
		}
	} finally {
		await browser.stop();
		await home.empty();
		home.remove();
	}
	return report;
}

function compare(report: UrlReport, text: string, chromium: string): void {
	const judged = judgeUrl(text);
	if (judged.ok && judged.kind === "site") {
		report.sites += 1;
		if (judged.url.origin !== chromium) {
			report.differences.push({ text, judged: judged.url.origin, chromium });
		}
	} else if (/^https?:/.test(chromium)) report.stricter += 1;
}
