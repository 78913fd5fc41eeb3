// Who may tell the extension what to do: its own pages, unless a debugger of ours is in them.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { onPage, onRequest } from "../src/adapters/runtime.ts";
import type { PopupAnswer, PopupRequest } from "../src/popup-contract.ts";
import type { Connection } from "../src/worker/connection.ts";
import { PopupServer } from "../src/worker/popup-server.ts";
import { FakeChrome, OWN_ID } from "./fake-chrome.ts";
import { fakeWorker } from "./fake-worker.ts";

let chrome: FakeChrome;
beforeEach(() => {
	chrome = new FakeChrome([{ id: 9, url: `chrome-extension://${OWN_ID}/popup.html` }]);
	return () => vi.unstubAllGlobals();
});

const own = { id: OWN_ID, origin: `chrome-extension://${OWN_ID}` };
const others = [
	["a website", { id: OWN_ID, origin: "https://evil.example" }],
	["another extension", { id: "b".repeat(32), origin: `chrome-extension://${"b".repeat(32)}` }],
	["another extension that says it is ours", { id: "b".repeat(32), origin: own.origin }],
	["a page without an origin", { id: OWN_ID }],
	["nobody", {}],
] as const;

describe("a message", () => {
	test.each(others)("of %s is not answered", (_who, sender) => {
		const answer = vi.fn(async () => ({}));
		onRequest(answer);
		expect(chrome.fire("message", { do: "kill", on: false }, sender, () => {})).toEqual([false]);
		expect(answer).not.toHaveBeenCalled();
	});

	test("of a page of ours is answered", () => {
		const answer = vi.fn(async () => ({}));
		onRequest(answer);
		expect(chrome.fire("message", { tab: 1 }, own, () => {})).toEqual([true]);
		expect(answer).toHaveBeenCalledOnce();
	});
});

describe("a port", () => {
	const port = (sender: object, name = "popup") => ({ sender, name, onDisconnect: { addListener() {} } });
	test.each(others)("of %s hears nothing", (_who, sender) => {
		const joined = vi.fn(() => () => {});
		onPage(joined);
		chrome.fire("connect", port(sender));
		expect(joined).not.toHaveBeenCalled();
	});

	test("of a page of ours does", () => {
		const joined = vi.fn(() => () => {});
		onPage(joined);
		chrome.fire("connect", port(own, "other"));
		chrome.fire("connect", port(own));
		expect(joined).toHaveBeenCalledOnce();
	});
});

describe("a page of ours", () => {
	let answer: (request: PopupRequest, tab?: number) => Promise<PopupAnswer>;
	let worker: Awaited<ReturnType<typeof fakeWorker>>;
	beforeEach(async () => {
		worker = await fakeWorker();
		const connection = {
			report: { state: "connecting" },
			ping: async () => undefined,
		} as unknown as Connection;
		const server = new PopupServer({ ...worker, connection });
		answer = (request, tab) => server.answer(request, tab);
	});
	const allow = (origin: string) => answer({ do: "site", origin, level: "script" });

	test("changes nothing while a debugger of ours is in it", async () => {
		await worker.leases.give(9, "one", false);
		chrome.attached.push(9);
		const request = { do: "site", origin: "https://a.example", level: "script" } as const;
		expect(await answer(request, 9)).toMatchObject({ ok: false });
		expect(worker.state.get("sites")).toEqual([]);
		expect(await answer(request)).toMatchObject({ ok: true });
		expect(worker.state.get("sites")).toEqual([{ origin: "https://a.example", level: "script" }]);
	});

	test.each([
		...["file:///", "chrome://settings", "data:text/html,x", "javascript:1", "about:blank", "*", ""],
		...["https://a.example/path", "https://user@a.example", "HTTPS://A.example", "https://a.example:443"],
		`chrome-extension://${OWN_ID}`,
	])("puts %j on no list", async (origin) => {
		expect(await allow(origin)).toMatchObject({ ok: false });
		expect(worker.state.get("sites")).toEqual([]);
	});
});
