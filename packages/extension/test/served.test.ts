// What a broker can have from the extension, judged by the extension alone. Whoever speaks over the wire here may be
// anybody: only what the person has allowed in the browser counts.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { FakeChrome } from "./fake-chrome.ts";
import { fakeWorker } from "./fake-worker.ts";

const GOOD = "https://good.example";
const tabs = [
	{ id: 1, url: `${GOOD}/` },
	{ id: 2, url: "https://bank.example/" },
	{ id: 3, url: `${GOOD}/private`, incognito: true },
	{ id: 4, url: "chrome://settings/" },
];

let chrome: FakeChrome;
let worker: Awaited<ReturnType<typeof fakeWorker>>;
beforeEach(async () => {
	chrome = new FakeChrome(tabs.map((tab) => ({ ...tab })));
	worker = await fakeWorker([{ origin: GOOD, level: "act" }]);
	return () => vi.unstubAllGlobals();
});

const lease = (session: string, tab: number) =>
	worker.codeOf("tab.lease", { session, tab: String(tab), handle: `t${tab}` });

describe("a tab of the person's", () => {
	test("is had where it shows an allowed site, and by nobody else then", async () => {
		expect(await lease("one", 1)).toBe("done");
		expect(await lease("two", 1)).toBe("leased");
	});

	test("is not had where it shows another", async () => {
		expect(await lease("one", 2)).toBe("policy_denied");
		expect(await lease("one", 4)).toBe("restricted_url");
	});

	test("is not had where it is private", async () => {
		expect(await lease("one", 3)).toBe("restricted_url");
	});

	test("is not had again once the person took it back", async () => {
		await lease("one", 1);
		await worker.links.takeBack(1);
		expect(await lease("one", 1)).toBe("tab_gone");
		expect(await lease("two", 1)).toBe("tab_gone");
	});

	test("is closed by nobody but them", async () => {
		await lease("one", 1);
		expect(await worker.primitive("one", "tabs.close", { tab: "1" })).toBe("policy_denied");
		expect(chrome.closed).toEqual([]);
	});

	test("is listed where it shows an allowed site, and is not private", async () => {
		const params = { session: "one", primitive: "tabs.list", params: { all: true } };
		const { result } = await worker.ask("link.call", params);
		expect((result as { tab: string }[]).map(({ tab }) => tab)).toEqual(["1"]);
	});

	test("is told of by its site alone where it shows another, though it was shared", async () => {
		chrome.tabs = [{ id: 2, url: "https://bank.example/accounts?token=hush" }];
		await worker.links.share(2, "one");
		const params = { session: "one", primitive: "tabs.list", params: { all: false } };
		const { result } = await worker.ask("link.call", params);
		expect(result).toMatchObject([{ tab: "2", url: "https://bank.example", title: "" }]);
	});

	test("is not attached to where it shows a page of the browser, though it was shared", async () => {
		await worker.links.share(4, "one");
		expect(await worker.codeOf("link.committed", { session: "one", tab: "4" })).toBe("restricted_url");
		expect(chrome.attached).toEqual([]);
	});
});

describe("a broker", () => {
	test("is judged by the person's list, also where it opens a tab", async () => {
		const opening = (url: string) => worker.primitive("one", "tabs.open", { url, focus: false });
		expect(await opening("https://bank.example/")).toBe("policy_denied");
		expect(await opening("chrome://settings/")).toBe("restricted_url");
	});

	test.each(["nobody", "", "__proto__"])("is not served for the session %j", async (session) => {
		expect(await worker.primitive(session, "tabs.list", { all: false })).toBe("bad_args");
		expect(await lease(session, 1)).toBe("bad_args");
	});

	test.each(["nothing", "toString", "__proto__", "constructor"])("has no method %s", async (method) => {
		expect(await worker.codeOf(method, {})).toBe("unknown_method");
	});

	test.each(["nothing", "toString", "__proto__", "Runtime.evaluate"])("has no primitive %s", async (name) => {
		expect(await worker.primitive("one", name, {})).toBe("unknown_method");
	});

	test("gives the arguments of the table, and no more of them", async () => {
		expect(await worker.codeOf("tab.lease", { session: "one", tab: "1" })).toBe("bad_args");
		expect(await worker.codeOf("session.close", { session: "one", more: 1 })).toBe("bad_args");
		expect(await worker.primitive("one", "tabs.list", { all: "yes" })).toBe("bad_args");
		expect(await worker.primitive("one", "tabs.list", { all: true, more: 1 })).toBe("bad_args");
	});
});

test("a file that is being saved goes to the session that goes on, and is forgotten with it", async () => {
	const begun = (session: string) => ({
		session,
		of: { url: "", origin: "" },
		tab: 1,
		url: "",
		name: "a.txt",
	});
	await worker.state.setSession({ saving: { 5: begun("one"), 6: begun("two") } });
	const whose = () =>
		Object.entries(worker.state.get("saving")).map(([id, { session }]) => `${id} ${session}`);
	await worker.ask("session.open", { session: "three", label: "Three", adopt: "one" });
	expect(whose()).toEqual(["5 three", "6 two"]);
	await worker.ask("session.close", { session: "three" });
	expect(whose()).toEqual(["6 two"]);
});

describe("what the person has switched off", () => {
	test.each([
		["killed", { killed: true }, "killed"],
		["disconnected", { disconnected: true }, "killed"],
		["cancelled", { userDetached: true }, "user_detached"],
	] as const)("does nothing: %s", async (_how, off, code) => {
		await lease("one", 1);
		await worker.state.setLocal(off);
		expect(await worker.primitive("one", "tabs.list", { all: true })).toBe(code);
		expect(await worker.codeOf("link.committed", { session: "one", tab: "1" })).toBe(code);
		expect(await lease("one", 1)).toBe(code);
		expect(chrome.attached).toEqual([]);
		await worker.state.setLocal({ killed: false, disconnected: false, userDetached: false });
		expect(await lease("one", 1)).toBe("done");
	});
});
