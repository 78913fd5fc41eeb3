// Pages of many kinds, real ones and our own, against what was written down about them by hand (`pages/*.txt`): how
// much of the words of the content an article has, how much of what is around it, and that every heading, list, code
// block and table is in its place. The page as a whole must have everything that is drawn.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";
import { outlineOf, plain } from "./markdown-outline.ts";
import { expectations, type SeenWord, seenWords, wordsOf } from "./page-expectation.ts";
import { keptWords } from "./word-match.ts";

/** Inline styles shape the page; scripts do not run, and nothing is fetched. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'";
const KEPT = 0.9;
const AROUND = 0.1;
/** Milliseconds for a read, and the slack for a machine that does other things too. */
const LIMIT = 300;
const SLACK = 3;
const BUDGET = 1_000_000;

const pages = expectations();
const page = usePage();
const figures: Figures[] = [];

interface Figures {
	name: string;
	isReal: boolean;
	kept: Share;
	around: Share;
	whole: Share;
	cost: number;
}

class Share {
	readonly part: number;
	readonly all: number;

	constructor(part: number, all: number) {
		this.part = part;
		this.all = all;
	}

	static of(seen: readonly SeenWord[], kept: readonly boolean[], sides: readonly string[]): Share {
		const own = seen
			.map(({ side }, at) => ({ side, kept: kept[at] }))
			.filter(({ side }) => sides.includes(side));
		return new Share(own.filter((word) => word.kept).length, own.length);
	}

	static sum(shares: readonly Share[]): Share {
		return new Share(
			shares.reduce((sum, { part }) => sum + part, 0),
			shares.reduce((sum, { all }) => sum + all, 0),
		);
	}

	get value(): number {
		return this.all === 0 ? 0 : this.part / this.all;
	}

	toString(): string {
		return `${(this.value * 100).toFixed(1)} % of ${this.all}`;
	}
}

describe("markdown of", () => {
	let server: Server;
	let origin = "";
	beforeAll(async () => {
		server = createServer((request, response) => {
			const file = pages[Number(request.url?.slice(1))]?.file;
			response.writeHead(file ? 200 : 404, { "content-type": "text/html", "content-security-policy": CSP });
			response.end(file && readFileSync(file));
		});
		await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
		console.log(table(figures));
	});

	it.each(pages.map((expected, at) => ({ ...expected, at })))("$name", async ({ at, ...expected }) => {
		await page().visit(`${origin}/${at}`);
		const seen = await seenWords(page(), expected);
		let article = "";
		const cost = await page().cost(async () => {
			article = (await page().call("markdown", { article: true, budget: BUDGET })).text;
		});
		const whole = (await page().call("markdown", { budget: BUDGET })).text;
		const inArticle = keptWords(seen, wordsOf(plain(article)));
		const inWhole = keptWords(seen, wordsOf(plain(whole)));
		const own: Figures = {
			name: expected.name,
			isReal: expected.isReal,
			kept: Share.of(seen, inArticle, ["content"]),
			around: Share.of(seen, inArticle, ["around"]),
			whole: Share.of(seen, inWhole, ["content", "around", "either"]),
			cost,
		};
		figures.push(own);
		if (process.env["REINS_SHOW"] === expected.name) console.log(lost(seen, inArticle), article);
		const outline = outlineOf(article).filter((line) => !expected.optional.includes(line));
		expect.soft(outline).toEqual(expected.outline);
		expect.soft(missing(expected.outline, outlineOf(whole))).toEqual([]);
		expect.soft(own.kept.value).toBeGreaterThanOrEqual(KEPT);
		expect.soft(own.around.value).toBeLessThanOrEqual(AROUND);
		expect.soft(own.whole.value).toBeGreaterThanOrEqual(KEPT);
		expect.soft(cost).toBeLessThan(LIMIT * SLACK);
	});

	it("are enough, and of both kinds", () => {
		expect(pages.length).toBeGreaterThanOrEqual(34);
		expect(pages.filter(({ isReal }) => isReal).length).toBeGreaterThanOrEqual(15);
	});
});

/** Lines of the one that are not, in their order, in the other. A whole page has the tools in its headings too. */
function missing(expected: readonly string[], told: readonly string[]): string[] {
	let from = 0;
	return expected.filter((line) => {
		const isIt = (other: string) => other === line || (line.startsWith("#") && other.startsWith(`${line}[`));
		const found = told.findIndex((other, at) => at >= from && isIt(other));
		if (found >= 0) from = found + 1;
		return found < 0;
	});
}

function table(all: readonly Figures[]): string {
	const line = (name: string, own: readonly Figures[]) =>
		[
			name.padEnd(28),
			String(Share.sum(own.map(({ kept }) => kept))).padStart(17),
			String(Share.sum(own.map(({ around }) => around))).padStart(17),
			String(Share.sum(own.map(({ whole }) => whole))).padStart(17),
			`${Math.max(...own.map(({ cost }) => cost)).toFixed(0)} ms`.padStart(8),
		].join("  ");
	const real = all.filter(({ isReal }) => isReal);
	const made = all.filter(({ isReal }) => !isReal);
	return [
		`${"page".padEnd(28)}  ${"content kept".padStart(17)}  ${"around it".padStart(17)}  ${"whole page".padStart(17)}`,
		...all.map((own) => line(own.name, [own])),
		line(`${real.length} real pages`, real),
		line(`${made.length} pages of our own`, made),
		line(`all ${all.length}`, all),
	].join("\n");
}

/** For the eye: content words that are missing, and others that came along. */
function lost(seen: readonly SeenWord[], kept: readonly boolean[]): string {
	const words = (side: string, is: boolean) =>
		seen.filter((word, at) => word.side === side && kept[at] === is).map(({ word }) => word);
	return `lost: ${words("content", false).join(" ")}\ncame along: ${words("around", true).join(" ")}`;
}
