// The lab itself: what it says it sees, it sees, and what it says it killed is dead. Without this, tests that
// find nothing would prove nothing.

import { ChromeLab, listeningTcp, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Here</h1>");
	lab = await ChromeLab.start({ home });
	await lab.connected();
});
afterAll(async () => {
	await lab?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test("a listening port is seen, and whose it is", () => {
	const port = Number(new URL(site.origin).port);
	expect(listeningTcp([process.pid])).toContainEqual(expect.objectContaining({ pid: process.pid, port }));
	expect(listeningTcp(home.processes().map(({ pid }) => pid))).toEqual([]);
});

test("the person's browser is none of the managed ones, and its shim is found", () => {
	expect(home.browsers()).toEqual([]);
	expect(lab.shims()).toHaveLength(1);
	expect(home.brokers()).toHaveLength(1);
});

test("the lab's pages are not in front, not listed and do not count as attached", async () => {
	const tabs = await lab.tabs();
	expect(tabs.map(({ url, active }) => [url, active])).toEqual([["about:blank", true]]);
	expect(await lab.activeTab()).toBe(tabs[0]?.id);
	expect(await lab.attachedTabs()).toEqual([]);
});

test("an attached tab is seen", async () => {
	const tab = await lab.openTab(`${site.origin}/`);
	await lab.call("(tabId) => chrome.debugger.attach({ tabId }, '1.3')", tab);
	expect(await lab.attachedTabs()).toEqual([tab]);
	await lab.call("(tabId) => chrome.debugger.detach({ tabId })", tab);
	expect(await lab.attachedTabs()).toEqual([]);
});

test("a tab that comes to the front is written down", async () => {
	await lab.recordFocus();
	const tab = await lab.openTab(`${site.origin}/`, true);
	const seen = await until("it is written down", async () => (await lab.focusChanges())[0]);
	expect(seen).toMatchObject({ kind: "tab", id: tab });
});

test("a killed worker is another one when it is back", async () => {
	await lab.closePopup();
	const before = await until("the worker runs", () => lab.worker());
	await lab.killWorker();
	expect((await lab.worker())?.targetId).not.toBe(before.targetId);
	await lab.connected();
});

test("a page that is about to leave is crashed all the same", async () => {
	const url = site.page("/staying", "<h1>Staying</h1>");
	let answer = () => {};
	const held = site.handle("/held", (_request, response) => {
		// Nothing to show: the page stays.
		answer = () => response.writeHead(204).end();
	});
	const tab = await lab.openTab(url);
	// A target has the address of a page from when it is asked for.
	const status = "async (tab) => (await chrome.tabs.get(tab)).status";
	await until("it is there", async () => (await lab.call(status, tab)) === "complete");
	await lab.call("(tab, url) => chrome.tabs.update(tab, { url })", tab, held);
	await until("it is asked for", () => site.hits("/held") === 1);
	let asked = 0;
	await lab.killRenderer(() => {
		asked += 1;
		// Chrome has refused by now, more than once.
		if (asked === 50) answer();
		return url;
	});
	expect(asked).toBeGreaterThanOrEqual(50);
});

test("a killed shim and a killed broker are replaced", async () => {
	const [shim] = lab.shims();
	await lab.killShim();
	await until("another shim", () => lab.shims().length === 1 && lab.shims()[0] !== shim);
	const [broker] = home.brokers();
	await lab.killBroker();
	await until("another broker", () => home.brokers().length === 1 && home.brokers()[0] !== broker);
	await lab.connected();
});

test("a restarted browser is another process with the same profile", async () => {
	const { pid } = lab;
	const { name } = await lab.state();
	await lab.restart();
	expect(lab.pid).not.toBe(pid);
	await lab.connected();
	expect((await lab.state()).name).toBe(name);
});
