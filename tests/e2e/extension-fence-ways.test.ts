// Ways past the fence in the person's own Chrome that a page or a second agent might try, and what stays the person's.

import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { agent, openedBy } from "./extension-setup.ts";

const home = new TestHome();
let open: Site;
/** Allowed by the person, and open to the second session alone. */
let narrow: Site;
let closed: Site;
let lab: ChromeLab;
let product: Product;
beforeAll(async () => {
	open = await Site.start();
	narrow = await Site.start("narrow.localhost");
	closed = await Site.start("closed.localhost");
	for (const site of [narrow, closed]) site.page("/", "<h1>Not for this agent</h1>");
	open.page("/", "<h1>Open</h1>");
	lab = await ChromeLab.start({ home });
	for (const { origin } of [open, narrow]) await lab.allow(origin);
	await lab.connected();
	product = await agent(home, [open.origin]);
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	for (const site of [open, narrow, closed]) await site?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});
beforeEach(() => {
	closed.requests.length = 0;
	narrow.requests.length = 0;
});

/** A page of the open site; answers its address. */
const page = (path: string, body: string) => open.page(path, body);
const away = () => `${closed.origin}/`;

/** Waits until the browser has refused to load it in some tab. */
const refusedAt = (site: Site) =>
	until("a load was refused", async () =>
		(await lab.tabs()).some(({ url, status }) => url.startsWith(site.origin) && status === "complete"),
	);

test.each(["window", "link"])("a page that its server has locked away opens a %s", async (kind) => {
	const headers = {
		"content-type": "text/html",
		"content-security-policy": "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
	};
	const body =
		kind === "window"
			? `<button id="go" onclick="window.open('${away()}')">Go</button>`
			: `<a id="go" target="_blank" href="${away()}">Go</a>`;
	open.handle(`/locked-${kind}`, (_request, response) => response.writeHead(200, headers).end(body));
	await product.must("navigate", { url: `${open.origin}/locked-${kind}` });
	const opened = openedBy((await product.must("click", { selector: "#go" })).text);
	await refusedAt(closed);
	expect(closed.requests).toEqual([]);
	await product.must("tab_close", { tabId: opened });
});

test("what another session may does not open it to this one", async () => {
	const first = await agent(home, [open.origin], { name: "first" });
	const second = await agent(home, [open.origin, narrow.origin], { name: "second" });
	await second.must("navigate", { url: page("/second", `<button id="go">Go</button>`) });
	const leaves = `addEventListener("message", () => { fetch("/told").then(() => { location = "${narrow.origin}/" }) })`;
	await first.must("navigate", { url: page("/first", `<h1>First</h1><script>${leaves}</script>`) });
	await second.must("click", { selector: "#go" });
	await lab.command(`${open.origin}/first`, "Runtime.evaluate", { expression: "postMessage(1)" });
	await until("the page has gone on", () => open.hits("/told") > 0);
	await refusedAt(narrow);
	expect(narrow.requests).toEqual([]);
	await first.close();
	await second.close();
});

test("the wall around new tabs stands when the worker has died", async () => {
	const script = `addEventListener("message", () => window.open("${away()}"))`;
	await product.must("navigate", {
		url: page("/late", `<button id="go">Go</button><script>${script}</script>`),
	});
	await product.must("click", { selector: "#go" });
	await lab.killWorker();
	// Nothing is read before the next worker's fence stands.
	await product.must("get_text");
	await lab.command(`${open.origin}/late`, "Runtime.evaluate", {
		expression: "postMessage(1)",
		userGesture: true,
	});
	await refusedAt(closed);
	expect(closed.requests).toEqual([]);
});

test("a tab that an agent's page has opened is the person's when they take it, and when the session ends", async () => {
	const second = await agent(home, [open.origin], { name: "second" });
	const opener = (name: string) =>
		page(
			`/opener-${name}`,
			`<a id="go" target="_blank" href="${page(`/opened-${name}`, "<h1>Opened</h1>")}">Go</a>`,
		);
	await second.must("navigate", { url: opener("taken") });
	await second.must("click", { selector: "#go" });
	const taken = await tabAt(`${open.origin}/opened-taken`);
	await lab.must({ do: "take_back", tab: taken });
	await lab.leadAway(`${open.origin}/opened-taken`, away());
	expect(await urlOf(taken)).toBe(away());
	await second.must("navigate", { url: opener("ended") });
	await second.must("click", { selector: "#go" });
	const ended = await tabAt(`${open.origin}/opened-ended`);
	await second.close();
	await until("its tabs are let go", async () =>
		(await lab.state()).sessions.every(({ label }) => label !== "second"),
	);
	await lab.leadAway(`${open.origin}/opened-ended`, away());
	expect(await urlOf(ended)).toBe(away());
	expect(closed.hits("/")).toBe(2);
});

test("a link that the person opens out of a tab that they have shared", async () => {
	const second = await agent(home, [open.origin], { name: "second" });
	await second.must("tabs_list");
	const { session } = await until("the session is there", async () =>
		(await lab.state()).sessions.find(({ label }) => label === "second"),
	);
	const url = page("/shared", `<h1>Shared</h1>`);
	await lab.must({ do: "share", tab: await lab.openTab(url), session });
	await until("the page is there", async () =>
		(await lab.tabs()).some((tab) => tab.url === url && tab.status === "complete"),
	);
	const expression = `void window.open("${away()}")`;
	await lab.command(url, "Runtime.evaluate", { expression, userGesture: true });
	await until("it has come", () => closed.hits("/") === 1);
	const tabs = (await lab.state()).sessions.find((one) => one.session === session)?.tabs ?? [];
	expect(tabs.map((tab) => tab.url)).toEqual([url]);
	await second.close();
});

test("a form that the person sends into a new tab while an agent acts is never sent as something else", async () => {
	closed.handle("/post", (_request, response) => response.writeHead(200).end("sent"));
	const mine = page(
		"/mine",
		`<form id="form" method="post" target="_blank" action="${closed.origin}/post"><input name="a" value="b"></form>`,
	);
	await lab.openTab(mine);
	await until("the person's page is there", async () =>
		(await lab.tabs()).some((tab) => tab.url === mine && tab.status === "complete"),
	);
	await product.must("navigate", { url: `${open.origin}/` });
	await product.must("click", { selector: "h1" });
	await lab.command(mine, "Runtime.evaluate", { expression: "form.submit()", userGesture: true });
	await until("a tab is there for it", async () =>
		(await lab.tabs()).some((tab) => tab.url === `${closed.origin}/post`),
	);
	expect(closed.requests.filter(({ method }) => method !== "POST")).toEqual([]);
});

test("what the person has switched off is not fenced", async () => {
	await product.must("navigate", { url: page("/off", "<h1>Off</h1>") });
	await lab.must({ do: "kill", on: true });
	await lab.leadAway(`${open.origin}/off`, away());
	expect(closed.hits("/")).toBe(1);
	await lab.must({ do: "kill", on: false });
});

async function tabAt(url: string): Promise<number> {
	return (await until(`a tab shows ${url}`, async () => (await lab.tabs()).find((tab) => tab.url === url)))
		.id;
}

async function urlOf(tab: number): Promise<string | undefined> {
	return (await lab.tabs()).find(({ id }) => id === tab)?.url;
}
