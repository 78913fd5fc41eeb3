// Popups of a tab in the background: they belong to the session, and the person's tab is put back in front.

import { limits } from "@reins/protocol";
import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent, openedBy, slack } from "./extension-setup.ts";

const PUT_BACK = 100;

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	site.page(
		"/",
		`<a href="/popup" target="_blank">Link</a><button onclick="window.open('/popup')">Open</button>`,
	);
	site.page("/popup", "<h1>Popup</h1>");
	site.page("/mine", "<h1>The person reads this</h1>");
	lab = await ChromeLab.start({ home });
	await lab.allow(site.origin);
	await lab.connected();
	product = await agent(home, [site.origin]);
	await lab.openTab(`${site.origin}/mine`, true);
	await lab.recordFocus();
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test("opening and using tabs changes nothing in front", async () => {
	const active = await lab.activeTab();
	await product.must("navigate", { url: `${site.origin}/` });
	await product.must("snapshot");
	await product.must("screenshot");
	await product.must("tab_new", { url: `${site.origin}/` });
	await product.must("eval", { expression: "document.hasFocus()" });
	expect(await lab.activeTab()).toBe(active);
	expect(await lab.focusChanges()).toEqual([]);
});

test.each(["a", "button"])(
	"a popup of %s is put behind at once and belongs to the session",
	async (selector) => {
		const mine = await lab.activeTab();
		const before = (await lab.focusChanges()).length;
		const tabId = openedBy((await product.must("click", { selector })).text);
		await until("the person's tab is in front", async () => (await lab.activeTab()) === mine);
		const changes = (await lab.focusChanges()).slice(before);
		expect(changes.filter(({ kind }) => kind === "window")).toEqual([]);
		// Chrome brings the popup to the front, and Reins puts back what was there: nothing else.
		if (changes.length > 0) {
			expect(changes.map(({ id }) => id === mine)).toEqual([false, true]);
			const [taken, given] = changes as [(typeof changes)[0], (typeof changes)[0]];
			expect(given.at - taken.at).toBeLessThan(PUT_BACK * slack);
		}
		expect((await product.must("get_text", { tabId })).text).toBe("Popup");
		expect((await product.must("tabs_list")).text).toContain(`${tabId} `);
		await product.must("tab_close", { tabId });
		expect(await lab.activeTab()).toBe(mine);
	},
);

test.each([
	["a window by its name", "<button onclick=\"window.open('/popup?' + Math.random(), 'named')\">Go</button>"],
	["a link to a named tab", "<a id=go href=/popup target=named>Go</a>"],
	[
		"a tab that was opened before",
		"<button onclick=\"globalThis.w ? w.focus() : (w = window.open('/popup', 'named'))\">Go</button>",
	],
	[
		"one that is called a moment later",
		"<button onclick=\"globalThis.w ? setTimeout(() => w.focus(), 300) : (w = window.open('/popup', 'named'))\">Go</button>",
	],
])("what a page brings to the front again is put behind: %s", async (_what, body) => {
	const mine = await lab.activeTab();
	await product.must("navigate", { url: site.page(`/again/${encodeURIComponent(body)}`, body) });
	const target = { selector: "a, button" };
	const tabId = openedBy((await product.must("click", target)).text);
	await until("the person's tab is in front", async () => (await lab.activeTab()) === mine);
	const before = (await lab.focusChanges()).length;
	await product.must("click", target);
	// Chrome brings it to the front, and Reins puts back what was there.
	const since = async () => (await lab.focusChanges()).slice(before).map(({ id }) => id === mine);
	await until("the tab was in front, and is not any more", async () => (await since()).length >= 2);
	expect(await since()).toEqual([false, true]);
	expect(await lab.activeTab()).toBe(mine);
	// What the agent, or the person, wants to see stays in front.
	await product.must("tab_select", { tabId, focus: true });
	expect(await lab.activeTab()).not.toBe(mine);
	await lab.evaluate(`chrome.tabs.update(${mine}, { active: true }).then(() => {})`);
	await product.must("tab_close", { tabId });
	expect(await lab.activeTab()).toBe(mine);
});

test("a popup of the person's own tab is not the session's, and stays in front", async () => {
	const rows = (await product.must("tabs_list")).text;
	const popup = await lab.openTab(`${site.origin}/popup`, true);
	expect(await lab.activeTab()).toBe(popup);
	expect((await product.must("tabs_list")).text).toBe(rows);
});

test("a popup to a site that is not allowed is named by origin and cannot be read", async () => {
	const other = await Site.start();
	other.page("/secret", "<h1>Closed</h1>", "<title>Closed title</title>");
	const url = site.page("/out", `<a href="${other.origin}/secret?token=1" target="_blank">Out</a>`);
	await product.must("navigate", { url });
	const { text } = await product.must("click", { selector: "a" });
	expect(text).not.toContain("token");
	expect(text).not.toContain("Closed");
	const tabId = /new tab: (t\d+)/.exec(text)?.[1];
	expect((await product.call("get_text", { tabId })).code).toBe("restricted_url");
	expect(other.requests).toEqual([]);
	await other.stop();
});

test("one popup too many within a minute is closed, and the receipt says so", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	let opened = 0;
	let text = "";
	while (opened <= limits.tabsOpenedPerMinute && !text.includes("closed again")) {
		text = (await product.must("click", { selector: "button" })).text;
		const tabId = /new tab: (t\d+)/.exec(text)?.[1];
		if (tabId === undefined) break;
		opened += 1;
		await product.must("tab_close", { tabId });
	}
	const most = limits.tabsOpenedPerMinute;
	expect(text).toContain(`new tabs closed again: 1; pages of a session open at most ${most} in a minute`);
	const rows = (await product.must("tabs_list")).text;
	expect(rows).not.toContain("/popup");
});
