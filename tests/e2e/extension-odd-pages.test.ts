// Pages that no agent can use, or not yet: each has a named answer in time, and the other tabs go on.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { handleOf } from "./extension-setup.ts";

const IN_TIME = 5_000;

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
let product: Product;
let good: string;
let stranger: string;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Good</h1>");
	const folder = join(home.path, "stranger");
	otherExtension(folder);
	lab = await ChromeLab.start({ home, others: [folder] });
	await lab.allow(site.origin);
	await lab.connected();
	const policy = join(home.path, "policy.json");
	writeFileSync(
		policy,
		JSON.stringify({
			preset: "strict",
			allow: [{ origins: [site.origin], effects: ["read", "navigate", "act", "eval"] }],
			allowAllTabs: true,
		}),
	);
	product = await Product.start({ home, flags: ["--browser", "extension", "--policy", policy] });
	good = handleOf((await product.must("tab_new", { url: `${site.origin}/` })).text);
	const worker = await until("the other extension runs", async () =>
		(await lab.targets()).find(
			({ type, url }) => type === "service_worker" && !url.includes(lab.extensionId),
		),
	);
	stranger = new URL(worker.url).host;
});
beforeEach(async () => {
	await product.must("tab_select", { tabId: good });
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

/** An extension of somebody else's, with a page that others may frame. */
function otherExtension(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const manifest = {
		manifest_version: 3,
		name: "Stranger",
		version: "1",
		background: { service_worker: "worker.js" },
		web_accessible_resources: [{ resources: ["page.html"], matches: ["<all_urls>"] }],
	};
	writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
	writeFileSync(join(folder, "worker.js"), "");
	writeFileSync(join(folder, "page.html"), "<h1>Stranger</h1>");
}

async function timed(tool: string, args: Record<string, unknown>) {
	const started = performance.now();
	const answer = await product.call(tool, args);
	expect(performance.now() - started, `${tool}: ${answer.text}`).toBeLessThan(IN_TIME);
	expect(answer.code, answer.text).not.toBe("internal");
	expect(answer.code, answer.text).not.toBe("timeout");
	return answer;
}

/** Handles of tabs as an agent that may see all of them finds them. */
async function handles(): Promise<string[]> {
	return (await product.must("tabs_list")).text.split("\n").map(handleOf);
}

async function handleOfNew(open: () => Promise<unknown>): Promise<string> {
	const before = await handles();
	await open();
	return until("the tab is listed", async () => (await handles()).find((handle) => !before.includes(handle)));
}

async function othersGoOn(): Promise<void> {
	expect((await timed("get_text", { tabId: good })).text).toBe("Good");
	expect((await timed("reload", { tabId: good })).text).toContain("HTTP 200");
}

/** What an agent tries on a page that is not for it. */
const attempts = [
	["get_text", {}],
	["snapshot", {}],
	["screenshot", {}],
	["click", { selector: "body" }],
	["type", { selector: "input", text: "x" }],
	["eval", { expression: "1" }],
] as const;

test.each([
	["a page of Chrome's", () => "chrome://version/"],
	["the Web Store", () => "https://chromewebstore.google.com/"],
	["our own popup", () => `chrome-extension://${lab.extensionId}/popup.html`],
	["another extension's page", () => `chrome-extension://${stranger}/page.html`],
	["a file", () => "file:///etc/hostname"],
])("the person goes to %s in the agent's tab: refused by name", async (_what, url) => {
	const from = site.page("/leave", "<h1>Left</h1>");
	const tabId = handleOf((await product.must("tab_new", { url: from })).text);
	await product.must("get_text", { tabId });
	await lab.leadAway(from, url());
	const wrong: string[] = [];
	for (const [tool, args] of attempts) {
		const answer = await timed(tool, { ...args, tabId });
		if (!/^(restricted_url|policy_denied|unsupported)$/.test(answer.code ?? "ok"))
			wrong.push(`${tool}: ${answer.text}`);
	}
	expect(wrong).toEqual([]);
	expect((await product.must("tabs_list")).text).not.toMatch(/hostname|popup\.html|page\.html|version/);
	await othersGoOn();
	// Whether an agent may lead the person's page away again is not promised; that it is told is.
	const back = await timed("navigate", { tabId, url: `${site.origin}/` });
	if (back.code) expect(back.code, back.text).toMatch(/^(restricted_url|unsupported)$/);
	else expect((await timed("get_text", { tabId })).text).toBe("Good");
	await timed("tab_close", { tabId });
});

test("the person's pages of that kind are not even listed", async () => {
	const before = await handles();
	for (const url of ["chrome://version/", `chrome-extension://${stranger}/page.html`]) await lab.openTab(url);
	const listed = (await product.must("tabs_list")).text;
	expect(listed).not.toMatch(/version|page\.html/);
	for (const tabId of (await handles()).filter((handle) => !before.includes(handle))) {
		expect((await timed("get_text", { tabId })).code).toMatch(/^(restricted_url|policy_denied)$/);
	}
	await othersGoOn();
});

test("navigating to such a page is refused before anything moves", async () => {
	for (const url of [
		"chrome://version/",
		`chrome-extension://${stranger}/page.html`,
		"file:///etc/hostname",
	]) {
		expect((await timed("navigate", { url })).code, url).toBe("restricted_url");
	}
	await othersGoOn();
});

test("a page with a frame of another extension", async () => {
	const url = site.page(
		"/framed",
		`<h1>Framing</h1><iframe src="chrome-extension://${stranger}/page.html"></iframe>`,
	);
	const opened = await timed("tab_new", { url });
	if (opened.code === undefined) {
		const tabId = handleOf(opened.text);
		const answer = await timed("get_text", { tabId });
		if (answer.code === undefined) expect(answer.text).not.toContain("Stranger");
		else expect(answer.code, answer.text).toMatch(/^(restricted_url|unsupported|policy_denied)$/);
		await timed("tab_close", { tabId });
	} else
		expect(opened.code, opened.text).toMatch(
			/^(restricted_url|unsupported|policy_denied|navigation_failed)$/,
		);
	await othersGoOn();
});

test("a frame of another extension that comes later", async () => {
	const url = site.page("/later", "<h1>Framing later</h1>");
	const tabId = handleOf((await product.must("tab_new", { url })).text);
	await product.must("get_text", { tabId });
	await timed("eval", {
		tabId,
		expression: `document.body.append(Object.assign(document.createElement("iframe"),
			{ src: "chrome-extension://${stranger}/page.html" })); 1`,
	});
	const answer = await timed("get_text", { tabId });
	// The frame may be named while it comes; nothing in it is read.
	if (answer.code === undefined) expect(answer.text).toMatch(/^Framing later(\n\(frame .* not read: .*\))?$/);
	else expect(answer.code, answer.text).toMatch(/^(restricted_url|unsupported)$/);
	await othersGoOn();
	await timed("navigate", { tabId, url: `${site.origin}/` });
	await until("the tab is of use again", async () => (await timed("get_text", { tabId })).text === "Good");
	await timed("tab_close", { tabId });
});

test("chrome-extension://invalid/, where a page ends that aims at an extension", async () => {
	const url = site.page("/aims", `<a href="chrome-extension://${"a".repeat(32)}/none.html">Aim</a>`);
	const tabId = handleOf((await product.must("tab_new", { url })).text);
	await timed("eval", {
		tabId,
		expression: `location = "chrome-extension://${lab.extensionId}/popup.html"; 1`,
	});
	// The page goes a moment after it was told to; what is done before that may be interrupted by it.
	await until("the page has ended there", async () => {
		const { code, text } = await timed("get_text", { tabId });
		if (code) expect(code, text).toMatch(/^(restricted_url|navigation_failed|policy_denied)$/);
		return code !== undefined;
	});
	await othersGoOn();
	const back = await timed("navigate", { tabId, url: `${site.origin}/` });
	expect(back.code, back.text).toBeUndefined();
	expect((await timed("get_text", { tabId })).text).toBe("Good");
	await timed("tab_close", { tabId });
});

test("a PDF in Chrome's viewer", async () => {
	const url = site.handle("/file.pdf", (_request, response) => {
		response.writeHead(200, { "content-type": "application/pdf" }).end(smallPdf);
	});
	const opened = await timed("tab_new", { url });
	if (opened.code === undefined) {
		const tabId = handleOf(opened.text);
		const answer = await timed("get_text", { tabId });
		if (answer.code) expect(answer.code, answer.text).toMatch(/^(restricted_url|unsupported|policy_denied)$/);
		await timed("screenshot", { tabId });
		await timed("navigate", { tabId, url: `${site.origin}/` });
		expect((await timed("get_text", { tabId })).text).toBe("Good");
		await timed("tab_close", { tabId });
	} else expect(opened.code, opened.text).toMatch(/^(navigation_failed|unsupported|restricted_url)$/);
	await othersGoOn();
});

test("a tab that Chrome has put to sleep", async () => {
	const url = site.page("/sleeps", "<h1>Awake</h1>");
	const tabId = await handleOfNew(() => lab.openTab(url));
	const tab = await until("it has loaded", async () =>
		(await lab.tabs()).find((one) => one.url === url && one.status === "complete"),
	);
	await lab.discard(tab.id);
	await until("it sleeps", async () => (await lab.tabs()).some((one) => one.url === url && one.discarded));
	const answer = await timed("get_text", { tabId });
	if (answer.code) {
		expect(answer.code, answer.text).toBe("tab_discarded");
		await timed("tab_select", { tabId });
	}
	expect((await timed("get_text", { tabId })).text).toBe("Awake");
	await othersGoOn();
});

test("a tab whose page crashes is named and mended by reload", async () => {
	const url = site.page("/crashes", "<h1>Whole</h1>");
	const tabId = handleOf((await product.must("tab_new", { url })).text);
	await product.must("get_text", { tabId });
	await lab.killRenderer(url);
	const answer = await timed("get_text", { tabId });
	expect(answer.code, answer.text).toBe("page_crashed");
	expect((await timed("click", { tabId, selector: "h1" })).code).toBe("page_crashed");
	expect((await timed("reload", { tabId })).text).toContain("HTTP 200");
	expect((await timed("get_text", { tabId })).text).toBe("Whole");
	await othersGoOn();
});

test("a tab whose page crashes is mended by another page, before anybody was told", async () => {
	const url = site.page("/crashes-too", "<h1>Whole</h1>");
	const other = site.page("/instead", "<h1>Instead</h1>");
	const tabId = handleOf((await product.must("tab_new", { url })).text);
	await lab.killRenderer(url);
	expect((await timed("navigate", { tabId, url: other })).text).toContain("HTTP 200");
	expect((await timed("get_text", { tabId })).text).toBe("Instead");
	await othersGoOn();
});

const smallPdf = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
