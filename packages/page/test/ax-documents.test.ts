// Roles and names in saved documents of real sites, with Chromium's own accessibility tree as the judge, and what a
// snapshot of each costs. Their scripts do not run, and nothing that they refer to is fetched.

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Judge } from "./ax-judge.ts";
import { Tally } from "./ax-tally.ts";
import { usePage } from "./chromium.ts";

const PACKAGE = "htmlparser-benchmark";
/** Inline styles shape the page; all else stays out. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'";
/** All of the 258 take more than a minute; the short run looks at some. */
const EVERY = process.env["REINS_FULL"] ? 1 : 40;
const FEWEST = process.env["REINS_FULL"] ? 50 : 6;
const REQUIRED = 0.98;
/** Milliseconds for the slowest snapshot, and the slack for a machine that does other things too. */
const LIMIT = 300;
const SLACK = 3;

function documents(): string[] {
	try {
		const home = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
		const files = join(home, "files");
		return readdirSync(files)
			.filter((name, at) => name.endsWith(".html") && at % EVERY === 0)
			.map((name) => join(files, name));
	} catch {
		return [];
	}
}

const files = documents();
const page = usePage();

describe.skipIf(files.length === 0)(
	`saved documents${files.length === 0 ? ` (skipped: ${PACKAGE} is not installed)` : ""}`,
	() => {
		let server: Server;
		let origin = "";
		beforeAll(async () => {
			server = createServer((request, response) => {
				const file = files[Number(request.url?.slice(1))];
				response.writeHead(file ? 200 : 404, { "content-type": "text/html", "content-security-policy": CSP });
				response.end(file && withoutRefresh(readFileSync(file)));
			});
			await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
			origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		});
		afterAll(() => {
			server.closeAllConnections();
			server.close();
		});

		it("are told as Chromium tells them, in time", { timeout: 600_000 }, async () => {
			expect(files.length).toBeGreaterThanOrEqual(FEWEST);
			const tally = new Tally();
			const costs: { file: string; cost: number }[] = [];
			for (const [at, file] of files.entries()) {
				await page().visit(`${origin}/${at}`);
				costs.push({ file, cost: await page().cost(() => page().call("snapshot", {})) });
				const judge = new Judge(page());
				await judge.enter();
				tally.add(basename(file).slice(0, 6), await judge.compare());
			}
			costs.sort((a, b) => b.cost - a.cost);
			const slowest = costs[0]?.cost ?? 0;
			console.log(`${files.length} documents: ${tally.summary()}; slowest snapshot ${slowest.toFixed(0)} ms`);
			if (process.env["REINS_AX_REPORT"]) console.log(tally.report());
			expect(tally.roles.share).toBeGreaterThanOrEqual(REQUIRED);
			expect(tally.names.share).toBeGreaterThanOrEqual(REQUIRED);
			expect(slowest).toBeLessThan(LIMIT * SLACK);
		});
	},
);

/** As bytes: the documents are in many encodings. */
function withoutRefresh(bytes: Buffer): Buffer {
	return Buffer.from(bytes.toString("latin1").replace(/http-equiv=["']?refresh/gi, "data-was"), "latin1");
}
