// Dialogs of the person's own tabs that opened while Reins was not there, or while its worker was not.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleOf, slack } from "./extension-setup.ts";

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
let product: Product;
let good: string;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Good</h1>");
	lab = await ChromeLab.start({ home });
	await lab.allow(site.origin);
	await lab.connected();
	const policy = join(home.path, "policy.json");
	const effects = ["read", "navigate", "act", "eval"];
	writeFileSync(
		policy,
		JSON.stringify({ preset: "strict", allow: [{ origins: [site.origin], effects }], allowAllTabs: true }),
	);
	product = await Product.start({ home, flags: ["--browser", "extension", "--policy", policy] });
	good = handleOf((await product.must("tab_new", { url: `${site.origin}/` })).text);
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

/** The person opens a page in front, which does something once it says so in its title. */
async function opened(path: string, script: string): Promise<{ tabId: string; number: number }> {
	const url = site.page(
		path,
		`<p>calm</p><script>setTimeout(() => { document.title = "begun"; ${script} }, 100)</script>`,
	);
	const number = await lab.openTab(url, true);
	await until("it has begun", async () =>
		(await lab.tabs()).some(({ id, title }) => id === number && title === "begun"),
	);
	const row = (await product.must("tabs_list")).text.split("\n").find((line) => line.includes(path));
	return { tabId: handleOf(row ?? ""), number };
}

async function timed(tool: string, args: Record<string, unknown>) {
	const started = performance.now();
	const answer = await product.call(tool, args);
	return { ...answer, took: performance.now() - started };
}

test("a dialog that was open before is named within a second, and the person's to answer", async () => {
	const { tabId, number } = await opened("/early", "alert('early')");
	for (const tool of ["get_text", "snapshot", "screenshot", "reload"]) {
		const { code, text, took } = await timed(tool, { tabId });
		expect(code, text).toBe("dialog_open");
		expect(text).toContain("was open before Reins came");
		expect(took).toBeLessThan(1_000 * slack);
	}
	const { code, text } = await timed("dialog", { accept: true, tabId });
	expect(code, text).toBe("dialog_open");
	expect(text).toContain("The person must answer it in the browser");
	expect((await timed("get_text", { tabId: good })).text).toBe("Good");

	// The person goes elsewhere in that tab, which takes the dialog away.
	const there = site.page("/there", "<p>there</p>");
	await lab.call("(tab, url) => chrome.tabs.update(tab, { url }).then(() => {})", number, there);
	await until(
		"the tab can be read",
		async () => (await product.call("get_text", { tabId })).text === "there",
	);
});

test("one that went while the person had switched off keeps nobody from the tab", async () => {
	const url = site.page("/asks", `<p>calm</p><button onclick="alert('x')">Ask</button>`);
	const there = site.page("/after", "<p>after</p>");
	const tabId = handleOf((await product.must("tab_new", { url })).text);
	expect((await product.must("click", { selector: "button" })).text).toContain("dialog_open");
	await lab.openPopup();
	await lab.ask({ do: "kill", on: true });
	const number = (await lab.tabs()).find((tab) => tab.url === url)?.id as number;
	await lab.call("(tab, url) => chrome.tabs.update(tab, { url }).then(() => {})", number, there);
	await until("its page has gone", async () => (await lab.tabs()).some((tab) => tab.url === there));
	await lab.ask({ do: "kill", on: false });
	await until("it is on", async () => (await product.call("get_text", { tabId })).code !== "killed");
	expect((await product.must("get_text", { tabId })).text).toBe("after");
});

test("a page that is only busy is waited for", async () => {
	const { tabId } = await opened("/busy", "for (const end = Date.now() + 2000; Date.now() < end; );");
	const { code, text } = await timed("get_text", { tabId });
	expect(code, text).toBeUndefined();
	expect(text).toBe("calm");
});

test("one that opens while no worker knows the tab is told and can be answered", async () => {
	const url = site.page(
		"/later",
		`<p id="out">calm</p><script>fetch("/wait").then(() => { out.textContent = confirm("later") })</script>`,
	);
	let go = () => {};
	site.handle("/wait", (_request, response) => {
		go = () => response.end();
	});
	const tabId = handleOf((await product.must("tab_new", { url })).text);
	await product.must("get_text", { tabId });
	await lab.killWorker();
	go();
	await until(
		"the dialog is told",
		async () => (await product.call("get_text", { tabId })).code === "dialog_open",
	);
	await product.must("dialog", { accept: true, tabId });
	expect((await product.must("get_text", { tabId })).text).toBe("true");
});
