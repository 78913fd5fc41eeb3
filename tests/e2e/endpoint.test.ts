// A browser that already runs with a debugging port: used under the strict policy, and never closed.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Product, Site, TestHome } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = new TestHome();
const profile = mkdtempSync(join(tmpdir(), "reins-endpoint-"));
let site: Site;
let browser: ChildProcess;
let endpoint: string;

beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Here</h1>");
	const flags = [
		"--headless=new",
		"--no-sandbox",
		"--disable-gpu",
		"--no-first-run",
		"--disable-background-networking",
	];
	browser = spawn(
		process.env["REINS_CHROME"] ?? "chromium",
		[...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, `${site.origin}/`],
		{
			stdio: ["ignore", "ignore", "pipe"],
		},
	);
	const socket = await new Promise<string>((resolve) => {
		let said = "";
		browser.stderr?.on("data", (piece) => {
			said += piece;
			const found = /DevTools listening on (ws:\S+)/.exec(said);
			if (found?.[1]) resolve(found[1]);
		});
	});
	endpoint = `http://${new URL(socket).host}`;
});
afterAll(async () => {
	browser.kill();
	await new Promise((resolve) => browser.once("exit", resolve));
	await site.stop();
	await home.empty();
	home.remove();
	rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

test("attaches, sees only its own tabs, acts only where it may, and leaves the browser open", async () => {
	const product = await Product.start({ home, flags: ["--browser", endpoint, "--allow", site.origin] });
	const status = JSON.parse((await product.must("chrome_status")).text);
	expect(status).toMatchObject({ ready: true, policy: "strict" });
	expect(status.detail).toContain("never closes");
	expect((await product.must("tabs_list")).text).toBe("no tabs");
	await product.must("navigate", { url: `${site.origin}/` });
	expect((await product.must("get_text")).text).toBe("Here");
	expect((await product.call("click", { selector: "h1" })).code).toBe("policy_denied");
	expect((await product.call("navigate", { url: "https://example.org/" })).code).toBe("policy_denied");
	await product.close();
	await home.empty();
	const version = await fetch(`${endpoint}/json/version`);
	expect(version.ok).toBe(true);
	const tabs = (await (await fetch(`${endpoint}/json/list`)).json()) as { type: string; url: string }[];
	// The tab that was there, and the one that was opened: it is released, not closed.
	expect(tabs.filter((tab) => tab.type === "page" && tab.url === `${site.origin}/`)).toHaveLength(2);
});

test("an endpoint where nobody listens is named", async () => {
	const product = await Product.start({ home, flags: ["--browser", "http://127.0.0.1:1"] });
	const answer = await product.call("tab_new");
	expect(answer.code).toBe("endpoint_unreachable");
	const status = JSON.parse((await product.must("chrome_status")).text);
	expect(status.ready).toBe(false);
	expect(status.detail).toContain("endpoint_unreachable");
	await product.close();
});
