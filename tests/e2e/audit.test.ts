// What agents did and were refused is written down, and neither what they typed nor what pages say.

import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Product, reinsBinary, Site, stopReins, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const home = new TestHome();
let site: Site;
let other: Site;

function audit(...words: string[]): { code: number | null; out: string; err: string } {
	const run = spawnSync(process.execPath, [reinsBinary, "audit", ...words], {
		env: home.env,
		encoding: "utf8",
	});
	return { code: run.status, out: run.stdout, err: run.stderr };
}
const entries = (...words: string[]) =>
	audit("--json", ...words)
		.out.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line) as { tool: string; code: string; outcome?: string; decisions: object[] });

beforeAll(async () => {
	[site, other] = [await Site.start(), await Site.start()];
	expect(audit()).toMatchObject({ code: 0, out: "" });
	const flags = ["--policy", "strict", "--allow", site.origin, "--enable-mutations", "--session", "my work"];
	const product = await Product.start({ home, flags });
	site.page("/form", "<h1>Canary words</h1><label>Name <input></label><button>Go</button>");
	const url = `${site.origin}/form?canary=query`;
	await product.must("navigate", { url });
	await product.must("snapshot");
	await product.must("type", { label: "Name", text: "canary typed" });
	await product.must("click", { name: "Go" });
	expect((await product.call("click", { name: "Canary name" })).code).toBe("not_found");
	expect((await product.call("navigate", { url: `${other.origin}/canary/path` })).code).toBe("policy_denied");
	await product.close();
});
afterAll(async () => {
	await stopReins(home);
	await site.stop();
	await other.stop();
	await home.empty();
	home.remove();
});

test("every call has a line of its own, and no more than it may have", () => {
	const file = join(home.path, "logs", "audit.jsonl");
	expect(statSync(file).mode & 0o777).toBe(0o600);
	expect(readFileSync(file, "utf8")).not.toMatch(/canary/i);
	const act = (decision: string) => ({ effect: "act", site: site.origin, decision });
	expect(entries().map(({ tool, code, outcome }) => [tool, code, outcome])).toEqual([
		["navigate", "ok", "done"],
		["snapshot", "ok", undefined],
		["type", "ok", "done"],
		["click", "ok", "done"],
		["click", "not_found", "not_executed"],
		["navigate", "policy_denied", "not_executed"],
	]);
	for (const { decisions } of entries("--tool", "type")) expect(decisions).toContainEqual(act("allowed"));
});

describe("reins audit", () => {
	test("says who did what where, and what became of it", () => {
		const { out } = audit("--tool", "click");
		const [first = ""] = out.split("\n");
		expect(first).toMatch(/^\d{4}-\d\d-\d\dT\S+Z {2}my work {2}click \[act\] {2}/);
		expect(first).toContain(site.origin);
		expect(first).toMatch(/ {2}done {2}tr\w+$/);
	});

	test("shows what was refused, by site, by session, since then and the last", () => {
		expect(entries("--refused").map(({ tool }) => tool)).toEqual(["navigate"]);
		expect(entries("--site", `${other.origin}/anything`)).toHaveLength(1);
		expect(entries("--session", "my work")).toHaveLength(6);
		expect(entries("--session", "another")).toEqual([]);
		expect(entries("--since", "1h")).toHaveLength(6);
		expect(entries("--since", new Date(Date.now() + 60_000).toISOString())).toEqual([]);
		expect(entries("--last", "2").map(({ tool }) => tool)).toEqual(["click", "navigate"]);
		expect(audit("--last", "2").err).toContain("4 more before");
	});

	test.each([
		["--since", "soon"],
		["--last", "0"],
		["--site", "nowhere"],
	])("%s %s is refused", (...words) => {
		const run = audit(...words);
		expect(run.code).toBe(2);
		expect(run.err).toContain(`${words[0]} takes`);
	});
});
