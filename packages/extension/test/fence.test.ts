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

	test("is used again when what Chrome did not take is not wanted any more", async () => {
		chrome.takesRules = false;
		await state.setLocal({ sites: [] });
		await expect(fence.standing()).rejects.toThrow("did not take the fence");
		await state.setLocal({ sites });
		await expect(fence.standing()).resolves.toBeUndefined();
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
		expect(conditions).toContainEqual({
			resourceTypes: ["main_frame", "script"],
			urlFilter: `|${GOOD}/`,
		});
		expect(chrome.rules).toHaveLength(6);
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

/** What is held of all that pages and workers ask for, while somebody acts. */
const mutes = () =>
	chrome.rules.flatMap(({ condition }) => {
		const { resourceTypes, ...rest } = condition as Record<string, unknown>;
		return resourceTypes ? [] : [rest];
	});
const inTabs = (...tabs: number[]) => ({
	excludedTabIds: [-1, ...tabs],
	excludedInitiatorDomains: ["good.example"],
	excludedTopDomains: ["good.example"],
});
const inNone = (to: string[], from = to) => ({
	tabIds: [-1],
	...(from.length > 0 && { excludedInitiatorDomains: from, excludedRequestDomains: to }),
});
const acts = () => fence.whileActing("one", async () => {});
/** Once Chrome has heard of it. */
const standing = async () => {
	await fence.standing();
	return mutes();
};

describe("what a site's own worker brings into a new tab", () => {
	test("asks for nothing, and the worker neither", async () => {
		expect(mutes()).toEqual([]);
		await acts();
		expect(mutes()).toEqual([inTabs(8), inNone(["evil.example"])]);
		chrome.tabs = chrome.tabs.filter(({ id }) => id !== 8);
		fence.gone(8);
		await acts();
		expect(mutes()).toEqual([inTabs(), inNone([])]);
	});

	test("is muted in an older Chrome too, which would refuse what it does not know", async () => {
		delete chrome.conditions["EXCLUDED_TOP_DOMAINS"];
		await acts();
		const { excludedTopDomains: _unknown, ...known } = inTabs(8);
		expect(mutes()).toEqual([known, inNone(["evil.example"])]);
	});

	const show = (url: string, status = "complete") => {
		chrome.tabs = [{ id: 7, url, status }, ...chrome.tabs.slice(1)];
	};

	test("is muted until nothing of it is on its way", async () => {
		await acts();
		show(`${GOOD}/`, "loading");
		await fence.watched(7, false);
		expect(await standing()).toContainEqual(inTabs(8));
		show(`${GOOD}/`);
		await fence.loaded(7);
		expect(await standing()).toContainEqual(inTabs(8, 7));
		// Without the debugger it can happen again.
		fence.unwatched(7);
		await fence.loaded(7);
		expect(await standing()).toContainEqual(inTabs(8));
	});

	test("is muted for a while after it was led away: its page may take its time to go", async () => {
		await acts();
		await fence.committed(7, EVIL);
		show(EVIL);
		await fence.watched(7, false);
		show("about:blank");
		await fence.committed(7, "about:blank");
		await fence.loaded(7);
		expect(await standing()).toContainEqual(inTabs(8));
		vi.runAllTimers();
		await fence.loaded(7);
		await acts();
		expect(await standing()).toContainEqual(inTabs(8, 7));
	});

	test("cannot be in a tab that is fresh", async () => {
		await acts();
		show("about:blank", "loading");
		await fence.watched(7, true);
		expect(await standing()).toContainEqual(inTabs(8, 7));
	});

	test("may not be asked for in the name of an open site that the person has open, unless that has a worker", async () => {
		chrome.tabs = [...chrome.tabs, { id: 9, url: `${ALSO}/` }];
		fence.started(9, `${ALSO}/`, true);
		await acts();
		expect(mutes()).toContainEqual(inNone(["evil.example"]));
		chrome.workers = [`${ALSO}/worker.js`];
		await acts();
		expect(mutes()).toContainEqual(inNone(["evil.example"], ["also.example", "evil.example"]));
	});
});

describe("workers of sites that the person has open", () => {
	test("are not muted, those of frames included", async () => {
		chrome.frames[8] = ["https://frame.example/a"];
		fence = new Fence(state);
		await acts();
		expect(mutes()).toContainEqual(inNone(["evil.example", "frame.example"]));
	});

	test("are not muted from the moment that they go there", async () => {
		await acts();
		fence.started(8, "https://next.example/", true);
		expect(await standing()).toContainEqual(inNone(["evil.example", "next.example"]));
		await fence.committed(8, "https://next.example/");
		await acts();
		expect(await standing()).toContainEqual(inNone(["next.example"]));
		// In a tab that nobody knows it says nothing.
		fence.started(20, "https://other.example/", true);
		expect(await standing()).toContainEqual(inNone(["next.example"]));
	});

	test("bring once more what came too early", async () => {
		await acts();
		fence.started(8, "https://next.example/", true);
		await fence.blocked(8, "https://next.example/");
		await fence.blocked(8, "https://next.example/");
		expect(chrome.reloaded).toEqual([8]);
	});

	test("bring once more what they may have brought without a network", async () => {
		chrome.workers = ["https://warm.example/worker.js"];
		await acts();
		for (const url of ["https://cold.example/", "https://warm.example/", "https://warm.example/"]) {
			fence.started(8, url, true);
			await fence.committed(8, url);
		}
		expect(chrome.reloaded).toEqual([8]);
	});

	test("bring once more what came in a new tab of theirs", async () => {
		await acts();
		chrome.tabs = [...chrome.tabs, { id: 20, url: EVIL }];
		await fence.committed(20, "about:blank");
		expect(chrome.reloaded).toEqual([]);
		chrome.tabs = [...chrome.tabs, { id: 21, url: EVIL }];
		await fence.committed(21, EVIL);
		expect(chrome.reloaded).toEqual([21]);
		expect(await standing()).toContainEqual(inTabs(8, 20, 21));
	});
});
