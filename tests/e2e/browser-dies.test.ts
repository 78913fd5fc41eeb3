// A browser that dies in the middle of a call: a named error at once, and the next call works.

import { Product, Site, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = new TestHome();
let site: Site;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Here</h1>");
	product = await Product.start({ home });
});
afterAll(async () => {
	await product.close();
	await site.stop();
	await home.empty();
	home.remove();
});

test("SIGKILL of the browser during a call", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const tab = (await product.must("tabs_list")).text.split(" ")[0] as string;
	let waiting = () => {};
	const asked = new Promise<void>((resolve) => {
		waiting = resolve;
	});
	site.handle("/slow", () => waiting());
	const pending = product.call("navigate", { url: `${site.origin}/slow` });
	await asked;

	const [browser] = home.browsers();
	const started = performance.now();
	process.kill(browser as number, "SIGKILL");
	const answer = await pending;
	expect(answer.code).toBe("browser_gone");
	expect(answer.error?.data?.["outcome"]).toMatchObject({ outcome: "unknown" });
	expect(performance.now() - started).toBeLessThan(3_000);

	expect((await product.call("snapshot", { tabId: tab })).code).toBe("stale_tab");
	expect((await product.must("navigate", { url: `${site.origin}/` })).text).toContain("HTTP 200");
	expect((await product.must("get_text")).text).toBe("Here");
	await until("one new browser", () => home.browsers().length === 1 && home.browsers()[0] !== browser);
});

test("a page whose process crashes is named, the others go on", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const first = (await product.must("tabs_list")).text.split(" ")[0] as string;
	await product.must("tab_new", { url: `http://localhost:${new URL(site.origin).port}/` });
	const renderers = home.processes().filter(({ command }) => command.includes("--type=renderer"));
	for (const { pid } of renderers) process.kill(pid, "SIGKILL");
	const crashed = await until("the crash is named", async () => {
		const answer = await product.call("get_text", { tabId: first });
		return answer.code === "page_crashed" ? answer : undefined;
	});
	expect(crashed.text).toContain("reload");
	expect((await product.must("reload", { tabId: first })).text).toContain("HTTP 200");
	expect((await product.must("get_text", { tabId: first })).text).toBe("Here");
});

test("SIGKILL of the broker takes the browser along, and the next call starts both anew", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const tab = (await product.must("tabs_list")).text.split(" ")[0] as string;
	const [broker] = home.brokers();
	process.kill(broker as number, "SIGKILL");
	await until("the old browser is gone", () => home.browsers().length === 0);
	expect((await product.must("navigate", { url: `${site.origin}/` })).text).toContain("HTTP 200");
	expect((await product.call("snapshot", { tabId: tab })).code).toBe("stale_tab");
	expect(home.brokers()).not.toContain(broker);
});
