// Two lists must agree: the one of the flags or the file, and the person's own in the extension.

import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent, handleOf } from "./extension-setup.ts";

const home = new TestHome();
const sites: Record<string, Site> = {};
let lab: ChromeLab;
let product: Product;
const origin = (name: string) => (sites[name] as Site).origin;
beforeAll(async () => {
	for (const name of ["neither", "broker", "extension", "both", "read", "act"]) {
		const site = await Site.start();
		site.page("/", `<h1>${name}</h1><button onclick="fetch('/hit')">Press</button><input>`);
		sites[name] = site;
	}
	lab = await ChromeLab.start({ home });
	await lab.allow(origin("extension"), "script");
	await lab.allow(origin("both"), "script");
	await lab.allow(origin("read"), "read");
	await lab.allow(origin("act"), "act");
	await lab.connected();
	product = await agent(home, ["broker", "both", "read", "act"].map(origin));
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	for (const site of Object.values(sites)) await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const flagWords = /--allow/;
const personWords = /popup|extension|toolbar/i;

test.each<[string, RegExp[], RegExp[]]>([
	["neither", [flagWords, personWords], []],
	["extension", [flagWords], []],
	["broker", [personWords], [flagWords]],
])(
	"a site that is missing on a list (on the list: %s) is refused, and the hint names it",
	async (name, named, unnamed) => {
		for (const tool of ["navigate", "tab_new"]) {
			const answer = await product.call(tool, { url: `${origin(name)}/` });
			expect(answer.code, tool).toBe("policy_denied");
			for (const words of named) expect(answer.error?.hint).toMatch(words);
			for (const words of unnamed) expect(answer.error?.hint).not.toMatch(words);
		}
		expect(sites[name]?.requests).toEqual([]);
	},
);

test("on both lists it is open", async () => {
	await product.must("navigate", { url: `${origin("both")}/` });
	await product.must("click", { selector: "button" });
	expect(JSON.parse((await product.must("eval", { expression: "1 + 1" })).text).value).toBe(2);
});

test("the level that the person gave is the limit", async () => {
	await product.must("navigate", { url: `${origin("read")}/` });
	expect((await product.must("get_text", { selector: "h1" })).text).toBe("read");
	for (const [tool, args] of [
		["click", { selector: "button" }],
		["type", { selector: "input", text: "x" }],
		["eval", { expression: "1" }],
	] as const) {
		const answer = await product.call(tool, args);
		expect(answer.code, tool).toBe("policy_denied");
		expect(answer.error?.hint, tool).toMatch(personWords);
	}
	expect(sites["read"]?.hits("/hit")).toBe(0);
	await product.must("navigate", { url: `${origin("act")}/` });
	await product.must("click", { selector: "button" });
	expect((await product.call("eval", { expression: "1" })).code).toBe("policy_denied");
});

test("taken off the list, the page that is open is closed to the agent at once; back on, open", async () => {
	await product.must("navigate", { url: `${origin("both")}/` });
	await lab.allow(origin("both"), null);
	expect((await product.call("get_text")).code).toBe("policy_denied");
	expect((await product.call("click", { selector: "button" })).code).toBe("policy_denied");
	expect((await product.must("tabs_list")).text).not.toContain("Press");
	await lab.allow(origin("both"), "script");
	expect((await product.must("get_text", { selector: "h1" })).text).toBe("both");
});

test("a redirect and a script that lead off the lists cannot be read", async () => {
	sites["both"]?.handle("/away", (_request, response) =>
		response.writeHead(302, { location: `${origin("extension")}/` }).end(),
	);
	expect((await product.call("navigate", { url: `${origin("both")}/away` })).code).toBe("policy_denied");
	expect((await product.call("get_text")).code).toBe("restricted_url");
	expect(sites["extension"]?.requests).toEqual([]);
	await product.must("navigate", { url: `${origin("both")}/` });
	await product.call("eval", { expression: `location.href = "${origin("broker")}/"` });
	const read = await product.call("get_text");
	expect(read.text).not.toContain("broker\n");
	await product.must("navigate", { url: `${origin("both")}/` });
});

test("a tab that the person shares can be used, and taken back", async () => {
	const tab = await lab.openTab(`${origin("both")}/`);
	const { sessions } = await lab.state();
	const session = sessions.find(({ label }) => label.includes("agent"))?.session;
	const before = (await product.must("tabs_list")).text.split("\n").length;
	await lab.must({ do: "share", tab, session });
	const rows = (await product.must("tabs_list")).text.split("\n");
	expect(rows).toHaveLength(before + 1);
	const tabId = handleOf(rows.at(-1) ?? "");
	expect((await product.must("get_text", { selector: "h1", tabId })).text).toBe("both");
	await lab.must({ do: "take_back", tab });
	expect((await product.call("get_text", { tabId })).code).toMatch(
		/^(tab_gone|no_such_tab|leased|user_detached)$/,
	);
	expect((await lab.tabs()).some(({ id }) => id === tab)).toBe(true);
});

test("a tab that the person takes back in the middle of an action is not told as one that it closed", async () => {
	const site = sites["both"] as Site;
	site.handle("/key", (_request, response) => response.writeHead(204).end());
	const text = "k".repeat(200);
	const ways: [tool: string, args: object, told: RegExp][] = [
		["press", { key: "a", times: 90 }, /\d+ keys were pressed. Then: The person has taken the tab back/],
		["type", { selector: "input", text, keyEvents: true }, /The person has taken the tab back/],
	];
	for (const [tool, args, told] of ways) {
		const url = `${site.origin}/?${tool}`;
		await product.must("tab_new", { url });
		const [tab] = (await lab.tabs()).filter((one) => one.url === url);
		const heard = site.hits("/key");
		await product.must("eval", { expression: "onkeydown = () => { fetch('/key') }, 1" });
		const acting = product.call(tool, { ...args });
		await until("keys arrive", async () => site.hits("/key") > heard);
		await lab.must({ do: "take_back", tab: tab?.id });
		const answer = await acting;
		expect(answer.code, answer.text).toBe("tab_gone");
		expect(answer.text).toMatch(told);
		expect((await lab.tabs()).some(({ id }) => id === tab?.id)).toBe(true);
	}
});

test("no tab of the person's is listed without leave", async () => {
	await lab.openTab(`${origin("both")}/?private`);
	expect((await product.must("tabs_list")).text).not.toContain("private");
});

test("the person cancels the debugging bar: user_detached, and it stays so", async () => {
	await product.must("navigate", { url: `${origin("both")}/` });
	await product.must("get_text");
	await lab.cancelDebugger();
	expect((await product.call("get_text")).code).toBe("user_detached");
	expect(await lab.attachedTabs()).toEqual([]);
	await lab.killWorker();
	expect((await product.call("click", { selector: "button" })).code).toBe("user_detached");
	await lab.killBroker();
	expect((await product.call("tab_new", { url: `${origin("both")}/` })).code).toBe("user_detached");
	expect(await lab.attachedTabs()).toEqual([]);
	expect((await lab.state()).userDetached).toBe(true);
	await lab.must({ do: "resume" });
	expect((await product.must("navigate", { url: `${origin("both")}/` })).text).toContain("HTTP 200");
});
