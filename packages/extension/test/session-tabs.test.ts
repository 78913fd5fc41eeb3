// The tabs of one session in the person's own browser: those that its pages open, and those that it lets go of.

import { type LinkEvent, limits, ReinsError } from "@reins/protocol";
import { beforeEach, expect, test, vi } from "vitest";
import { Attachments } from "../src/worker/attachments.ts";
import { Leases } from "../src/worker/leases.ts";
import { SessionTabs, type SessionTabsParts } from "../src/worker/session-tabs.ts";
import { WorkerState } from "../src/worker/state.ts";
import { FakeChrome } from "./fake-chrome.ts";

let chrome: FakeChrome;
let tabs: SessionTabs;
let told: LinkEvent[];
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	chrome = new FakeChrome([{ id: 7, url: "https://good.example/" }]);
	const leases = new Leases(await WorkerState.load("Chrome"));
	await leases.give(7, "one", true);
	told = [];
	const parts = {
		leases,
		attachments: new Attachments(),
		mark: () => {},
		requireOn: () => {},
		mayRead: () => true,
		mayLoad: () => true,
		fence: { watched: () => {}, unwatched: () => {} },
		views: { opened: () => {}, ready: async () => {} },
	} as unknown as SessionTabsParts;
	tabs = new SessionTabs("one", parts, (event) => told.push(event));
	return () => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	};
});

test("a page that goes on asking for too many tabs gets as many a minute as one that does not", async () => {
	const each = 60_000 / (limits.tabsOpenedPerMinute * 2);
	for (let asked = 0; asked < limits.tabsOpenedPerMinute * 6; asked += 1) {
		await tabs.adopt(7, 100 + asked, "");
		vi.advanceTimersByTime(each);
	}
	const opened = told.filter(({ event }) => event === "tab_opened");
	expect(opened).toHaveLength(limits.tabsOpenedPerMinute * 3);
	expect(chrome.closed).toHaveLength(limits.tabsOpenedPerMinute * 3);
});

test("a tab that is given back while it is attached to is let go of, also where nothing can be done in it", async () => {
	let attach = () => {};
	chrome.mayAttach = new Promise((resolve) => {
		attach = resolve;
	});
	const given = new ReinsError("tab_gone", "The person has taken the tab back.");
	const used = expect(tabs.session("7")).rejects.toBe(given);
	await vi.waitUntil(() => chrome.attaching === 1);
	await tabs.giveBack(7, given);
	await used;
	attach();
	await vi.waitUntil(() => chrome.asked > 0);
	await new Promise((resolve) => setTimeout(resolve));
	expect(chrome.attached).toEqual([]);
});
