// The fence in a person's own Chrome, by the rules that Chrome is given and by where tabs are led.

import { effectivePolicy, type Site } from "@reins/protocol";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Fence } from "../src/worker/fence.ts";
import { WorkerState } from "../src/worker/state.ts";
import { FakeChrome } from "./fake-chrome.ts";

const GOOD = "https://good.example";
const ALSO = "https://also.example";
const EVIL = "https://evil.example/";
const sites: Site[] = [
	{ origin: GOOD, level: "act" },
	{ origin: ALSO, level: "act" },
];
const flags = { allow: [GOOD], enableMutations: true, unsafeEnableEval: false, unsafeAllDomains: false };

let chrome: FakeChrome;
let state: WorkerState;
let fence: Fence;
beforeEach(async () => {
	// What comes after some seconds comes after the test.
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	chrome = new FakeChrome([
		{ id: 7, url: `${GOOD}/` },
		{ id: 8, url: EVIL },
	]);
	state = await WorkerState.load("Chrome");
	await state.setLocal({ sites });
	fence = new Fence(state);
	await state.setSession({
		policies: { one: effectivePolicy({ preset: "strict", flags }) },
		leases: [{ tab: "7", session: "one", own: true }],
	});
	await fence.standing();
	return () => {
		vi.useRealTimers();
		vi.unstubAllGlobals();
	};
});

describe("a tab that a session opened", () => {
	test("has a wall around it, with a gate for what both lists open", () => {
		const rules = chrome.rules.map((rule) => [rule["action"], rule["condition"]]);
		const where = { resourceTypes: ["main_frame", "other", "sub_frame"], tabIds: [7] };
		expect(rules).toEqual([
			[{ type: "block" }, where],
			[{ type: "allow" }, { ...where, urlFilter: `|${GOOD}/` }],
		]);
	});

	test("goes where the person's list and the session's policy open, and nowhere else", () => {
		expect(fence.opens("one", `${GOOD}/a`)).toBe(true);
		expect(fence.opens("one", `${ALSO}/`)).toBe(false);
		expect(fence.opens("unknown", `${GOOD}/`)).toBe(false);
		expect(fence.opens("one", "chrome://settings/")).toBe(false);
	});

	test("is led away from a page that came past the rules", async () => {
		await fence.committed(7, EVIL);
		await fence.committed(7, `${GOOD}/`);
		expect(chrome.loaded).toEqual([[7, "about:blank"]]);
	});

	test("has a wall around whatever its page opens by an act, too", async () => {
		const conditions = await fence.whileActing("one", async () =>
			chrome.rules.map((rule) => rule["condition"]),
		);
		expect(conditions).toContainEqual({ resourceTypes: ["main_frame"], excludedTabIds: [8] });
		expect(chrome.rules).toHaveLength(4);
	});

	test("does nothing where Chrome does not take the rules", async () => {
		chrome.takesRules = false;
		await state.setLocal({ sites: sites.slice(0, 1) });
		await state.setSession({ leases: [] });
		await expect(fence.standing()).rejects.toMatchObject({ code: "internal" });
	});
});

describe("the person", () => {
	test("has no rule around their own tabs, shared ones included", async () => {
		await state.setSession({ leases: [{ tab: "8", session: "one", own: false }] });
		await fence.standing();
		expect(chrome.rules).toEqual([]);
		await fence.committed(8, EVIL);
		expect(chrome.loaded).toEqual([]);
	});

	test("is let through where a rule for popups has held a tab of theirs", async () => {
		await fence.whileActing("one", async () => {});
		chrome.tabs = [...chrome.tabs, { id: 20, url: "" }];
		await fence.blocked(20, EVIL);
		expect(chrome.reloaded).toEqual([20]);
		expect(JSON.stringify(chrome.rules)).toContain('"excludedTabIds":[8,20]');
	});

	test("is let through when it is known that a page of theirs has opened it, and not before", async () => {
		await fence.whileActing("one", async () => {});
		chrome.tabs = [...chrome.tabs, { id: 20, url: "", openerTabId: 8 }];
		await fence.blocked(20, EVIL);
		await fence.whileActing("one", async () => {});
		expect(chrome.reloaded).toEqual([]);
		expect(JSON.stringify(chrome.rules)).toContain('"excludedTabIds":[8]');
		await fence.persons(20);
		expect(chrome.reloaded).toEqual([20]);
		expect(JSON.stringify(chrome.rules)).toContain('"excludedTabIds":[8,20]');
	});

	test("is not taken for a page of a session that opened a tab", async () => {
		await fence.whileActing("one", async () => {});
		await state.setSession({ leases: [{ tab: "21", session: "one", own: true }] });
		await fence.blocked(21, EVIL);
		expect(chrome.reloaded).toEqual([]);
	});
});
