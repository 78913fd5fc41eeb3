// A person's browser full of tabs, most of them asleep: listing them wakes none and touches none.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleOf, slack } from "./extension-setup.ts";

const [TABS, ASLEEP] = process.env["REINS_FULL"] ? [200, 160] : [20, 16];

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	for (let index = 0; index < TABS; index++) site.page(`/${index}`, `<h1>Tab ${index}</h1>`);
	lab = await ChromeLab.start({ home });
	await lab.allow(site.origin);
	await lab.connected();
	const policy = join(home.path, "policy.json");
	writeFileSync(
		policy,
		JSON.stringify({
			preset: "strict",
			allow: [{ origins: [site.origin], effects: ["read", "navigate", "act"] }],
			allowAllTabs: true,
		}),
	);
	product = await Product.start({ home, flags: ["--browser", "extension", "--policy", policy] });
}, 300_000);
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const mine = async () => (await lab.tabs()).filter(({ url }) => url.startsWith(site.origin));
const asleep = async () => (await mine()).filter(({ discarded }) => discarded);

test(`${TABS} tabs, ${ASLEEP} of them asleep`, { timeout: 300_000 }, async () => {
	for (let index = 0; index < TABS; index += 10) {
		const next = Array.from({ length: 10 }, (_, more) => lab.openTab(`${site.origin}/${index + more}`));
		const opened = await Promise.all(next);
		await until(
			"the tabs have loaded",
			async () => (await lab.tabs()).every(({ id, status }) => !opened.includes(id) || status === "complete"),
			60_000,
		);
	}
	for (const { id } of (await mine()).slice(0, ASLEEP)) await lab.discard(id);
	await until("they sleep", async () => (await asleep()).length === ASLEEP, 30_000);

	const hits = site.requests.length;
	const started = performance.now();
	const { text } = await product.must("tabs_list");
	expect(performance.now() - started).toBeLessThan(1_000 * slack);
	expect(text.split("\n").filter((row) => row.includes(site.origin))).toHaveLength(TABS);
	expect(await asleep()).toHaveLength(ASLEEP);
	expect(await lab.attachedTabs()).toEqual([]);
	expect(site.requests.length).toBe(hits);
});

test("a sleeping tab is woken by use, and no other", async () => {
	const sleeper = (await asleep())[0];
	const row = (await product.must("tabs_list")).text
		.split("\n")
		.find((line) => line.includes(`${sleeper?.url} `));
	const tabId = handleOf(row ?? "");
	const read = await product.call("get_text", { tabId });
	if (read.code === "tab_discarded") {
		await product.must("tab_select", { tabId });
		expect((await product.must("get_text", { tabId })).text).toMatch(/^Tab \d+$/);
	} else expect(read.text).toMatch(/^Tab \d+$/);
	expect(await asleep()).toHaveLength(ASLEEP - 1);
	expect((await lab.attachedTabs()).length).toBeLessThanOrEqual(1);
});
