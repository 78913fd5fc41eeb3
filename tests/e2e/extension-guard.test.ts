// Nothing is done on a site that is not allowed, however the page tries to lead there; and what the person took
// back stays taken.

import { writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent, handleOf } from "./extension-setup.ts";

const ROUNDS = process.env["REINS_FULL"] ? 100 : 10;
const home = new TestHome();
let open: Site;
let closed: Site;
let lab: ChromeLab;
let product: Product;

beforeAll(async () => {
	[open, closed] = [await Site.start(), await Site.start()];
	open.page("/", "<h1>Good</h1>");
	closed.page("/", "<h1>Secret</h1><script>0</script>");
	lab = await ChromeLab.start({ home });
	await lab.allow(open.origin, "script");
	await lab.connected();
	product = await agent(home, [open.origin]);
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await open?.stop();
	await closed?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test("a script for one document never runs in the next, though that comes in the same moment", async () => {
	const elsewhere = closed.origin.replace("127.0.0.1", "localhost");
	closed.handle("/stolen", (_request, response) => void response.writeHead(204).end());
	open.handle("/stolen", (_request, response) => void response.writeHead(204).end());
	const away = open.page("/away", `<script>onload = () => { location = "${elsewhere}/" }</script>leaving`);
	const tabId = handleOf((await product.must("tab_new", { url: `${open.origin}/` })).text);
	const stealing = `fetch("${open.origin}/stolen?" + location.host, { mode: "no-cors" }); location.host`;
	for (let round = 0; round < ROUNDS; round++) {
		await product.call("navigate", { url: away, tabId });
		const answers = await Promise.all(
			Array.from({ length: 5 }, () => product.call("eval", { tabId, expression: stealing })),
		);
		for (const { code, text } of answers) if (code === undefined) expect(text).not.toContain("localhost");
	}
	expect(open.requests.filter(({ path }) => path === "/stolen?localhost")).toEqual([]);
	expect(closed.hits("/stolen")).toBe(0);
	await product.must("navigate", { url: `${open.origin}/`, tabId });
	await product.must("tab_close", { tabId });
});

test("a click never lands in a frame of another site, wherever the page puts it", async () => {
	closed.handle("/hit", (_request, response) => void response.writeHead(204).end());
	const inner = closed.page(
		"/inner",
		`<button style="position:fixed;inset:0" onclick="fetch('/hit', { method: 'POST' })">Pay</button>`,
	);
	const frame = `<iframe src="${inner.replace("127.0.0.1", "localhost")}" style="border:0;width:300px;height:200px"></iframe>`;
	const url = open.page("/framing", `<h1>Framing</h1>${frame}<button onclick="this.remove()">Go</button>`);
	// A strict session would not even load it.
	const policy = join(home.path, "frames.json");
	const allow = [{ origins: [open.origin] }];
	const effects = ["read", "navigate", "act"];
	writeFileSync(policy, JSON.stringify({ preset: "strict", allow, effects, closedFrames: true }));
	const framing = await agent(home, [open.origin], { name: "framing", flags: ["--policy", policy] });
	const tabId = handleOf((await framing.must("tab_new", { url })).text);
	await until("the frame has come", () => closed.hits("/inner") > 0);
	const direct = await framing.call("click", { tabId, selector: "iframe" });
	expect(direct.code, direct.text).toBe("not_actionable");
	expect(direct.error?.data?.["outcome"]).toMatchObject({ outcome: "not_executed" });
	await framing.must("click", { tabId, selector: "button" });
	expect(closed.hits("/hit")).toBe(0);
	await framing.close();
});

test("what the person takes back while nobody is connected is not the agent's afterwards", async () => {
	const url = open.page("/shared", "<h1>Mine</h1>");
	await lab.openTab(url);
	const { session } = (await lab.state()).sessions[0] as { session: string };
	const tab = await until("the tab is there", async () => (await lab.tabs()).find((one) => one.url === url));
	await lab.must({ do: "share", tab: tab.id, session });
	const row = (await product.must("tabs_list")).text.split("\n").find((line) => line.includes("/shared"));
	const tabId = handleOf(row ?? "");
	expect((await product.must("get_text", { tabId })).text).toBe("Mine");

	expect((await product.call("tab_close", { tabId })).code).toBe("policy_denied");
	await lab.must({ do: "disconnect" });
	await lab.must({ do: "take_back", tab: tab.id });
	await lab.must({ do: "connect" });
	await lab.connected();
	expect((await product.call("get_text", { tabId })).code).toBe("tab_gone");
	expect((await product.must("tabs_list")).text).not.toContain("/shared");
	expect((await lab.state()).sessions.flatMap(({ tabs }) => tabs.map((one) => one.tab))).not.toContain(
		tab.id,
	);
	expect((await lab.tabs()).some(({ id }) => id === tab.id)).toBe(true);
});

test("where the person goes in a shared tab is told by its site, and what they save there is not told", async () => {
	const attachment = (name: string) => (_request: unknown, response: ServerResponse) => {
		response.writeHead(200, { "content-disposition": `attachment; filename="${name}"` }).end("bytes");
	};
	open.handle("/ours", attachment("ours.txt"));
	closed.handle("/theirs", attachment("SECRET.txt"));
	const url = open.page("/lent", "<h1>Lent</h1>");
	const theirs = `${closed.page("/statement", '<script>onload = () => { location = "/theirs" }</script>')}?account=SECRET`;
	await lab.openTab(url);
	const { session } = (await lab.state()).sessions[0] as { session: string };
	const tab = await until("the tab is there", async () => (await lab.tabs()).find((one) => one.url === url));
	await lab.must({ do: "share", tab: tab.id, session });
	const row = (await product.must("tabs_list")).text.split("\n").find((line) => line.includes("/lent"));
	const tabId = handleOf(row ?? "");
	expect((await product.must("get_text", { tabId })).text).toBe("Lent");

	await lab.leadAway(url, theirs);
	await until("the file is asked for", () => closed.hits("/theirs") > 0);
	// One of our own, which is told after whatever else was to be told.
	const own = handleOf(
		(await product.must("tab_new", { url: open.page("/saves", '<a href="/ours">Save</a>') })).text,
	);
	const saved = await product.must("click", { tabId: own, selector: "a" });
	expect(saved.text).toContain("ours");
	const { text } = await product.must("chrome_status");
	expect(text).toContain("ours");
	expect(text).not.toContain("SECRET");

	await lab.evaluate(`chrome.tabs.remove(${tab.id})`);
	const gone = await until("the tab is gone", async () => {
		const answer = await product.call("get_text", { tabId });
		return answer.code === "tab_gone" ? answer : undefined;
	});
	expect(gone.text).toContain(`it last showed ${closed.origin}`);
	expect(gone.text).not.toContain("SECRET");
	await product.must("tab_close", { tabId: own });
});

test("a session without a name ends with its agent: nothing stays attached", async () => {
	const passing = await agent(home, [open.origin], { name: "passing" });
	await passing.must("tab_new", { url: `${open.origin}/` });
	const before = (await lab.attachedTabs()).length;
	await passing.close();
	await until("its tab is let go", async () => (await lab.attachedTabs()).length === before - 1, 2_000);
	expect((await lab.state()).sessions.map(({ label }) => label)).not.toContain("passing");
});
