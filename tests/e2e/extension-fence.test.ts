// The fence in the person's own Chrome: what it holds beyond the cases that every link has, and whom it never holds.

import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { agent } from "./extension-setup.ts";

const home = new TestHome();
let open: Site;
let narrow: Site;
let closed: Site;
/** One with a service worker in the person's profile. */
let worked: Site;
let lab: ChromeLab;
let product: Product;
beforeAll(async () => {
	open = await Site.start();
	narrow = await Site.start("narrow.localhost");
	closed = await Site.start("closed.localhost");
	worked = await Site.start("worked.localhost");
	for (const site of [narrow, closed]) {
		site.page("/", "<h1>Not for agents</h1>");
		site.page("/again", "<h1>Not for agents</h1>");
	}
	open.page(
		"/",
		`<h1>Open</h1><a id="worked" href="${worked.origin}/">Worked</a>
		<a id="narrow" href="${narrow.origin}/">Narrow</a>
`,
	);
	lab = await ChromeLab.start({ home });
	await lab.allow(open.origin);
	await lab.allow(narrow.origin);
	await lab.connected();
	product = await agent(home, [open.origin]);
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	for (const site of [open, narrow, closed, worked]) await site?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const refused = (site: Site) => `${site.origin} was not loaded: this session may not go there`;

test("a site that the person has allowed and the session's own policy has not", async () => {
	await product.must("navigate", { url: `${open.origin}/` });
	expect((await product.must("click", { selector: "#narrow" })).text).toContain(refused(narrow));
	expect(narrow.requests).toEqual([]);
});

test("a site whose own worker would answer without the network", async () => {
	worked.handle("/sw.js", (_request, response) =>
		response
			.writeHead(200, { "content-type": "text/javascript" })
			.end(`onfetch = (event) => event.respondWith(new Response("<h1>By the worker</h1>",
				{ headers: { "content-type": "text/html" } })); oninstall = () => skipWaiting();
				onactivate = (event) => event.waitUntil(clients.claim())`),
	);
	worked.page(
		"/install",
		`<p></p><script>navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)
			.then(() => { document.title = "installed" })</script>`,
	);
	const mine = await lab.openTab(`${worked.origin}/install`);
	await until("the site's worker is there", async () =>
		(await lab.tabs()).some(({ id, title }) => id === mine && title === "installed"),
	);
	worked.requests.length = 0;
	await product.must("navigate", { url: `${open.origin}/` });
	expect((await product.must("click", { selector: "#worked" })).text).toContain(refused(worked));
	expect((await product.call("get_text")).text).not.toContain("By the worker");
	expect(worked.requests).toEqual([]);
	await lab.evaluate(`chrome.tabs.remove(${mine})`);
});

test("what a click with Alt would save", async () => {
	closed.requests.length = 0;
	open.handle("/to-closed", (_request, response) =>
		response.writeHead(302, { location: `${closed.origin}/redirected` }).end(),
	);
	open.page(
		"/links",
		`<a id="closed" href="${closed.origin}/">Closed</a> <a id="hop" href="/to-closed">Hop</a> <a id="own" href="/kept">Own</a>`,
	);
	await product.must("navigate", { url: `${open.origin}/links` });
	const save = (selector: string) => product.must("click", { selector, modifiers: ["Alt"] });
	await save("#closed");
	await save("#hop");
	await until("the way there was asked for", () => open.hits("/to-closed") > 0);
	await save("#own");
	await until("what is open was asked for", () => open.hits("/kept") > 0);
	expect(closed.requests).toEqual([]);
});

test("it stands while no worker runs", async () => {
	await product.must("navigate", { url: `${open.origin}/` });
	const page = (await product.must("tabs_list")).text;
	expect(page).toContain(open.origin);
	closed.requests.length = 0;
	const before = open.requests.length;
	await product.must("eval", {
		expression: `void addEventListener("message", () => { fetch("/told").then(() => location = "${closed.origin}/") })`,
	});
	await lab.killWorker();
	await lab.command(`${open.origin}/`, "Runtime.evaluate", { expression: "postMessage(1)" });
	await until("the page has gone on", () => open.requests.length > before);
	await until("the load was refused", async () =>
		(await lab.tabs()).some(({ url }) => url.startsWith(closed.origin)),
	);
	expect(closed.requests).toEqual([]);
});

test("the person's own tabs go where they like, and so do those that their pages open while an agent acts", async () => {
	closed.requests.length = 0;
	open.page("/mine", "<h1>The person's</h1>");
	const mine = `${open.origin}/mine`;
	await lab.openTab(mine);
	await until("the person's page is there", async () =>
		(await lab.tabs()).some(({ url, status }) => url === mine && status === "complete"),
	);
	await product.must("navigate", { url: `${open.origin}/` });
	await product.must("click", { selector: "h1" });
	const opens = `void window.open("${closed.origin}/again")`;
	await lab.command(mine, "Runtime.evaluate", { expression: opens, userGesture: true });
	await until("the person's popup has loaded", () => closed.hits("/again") > 0);
	await until("and shows it", async () => (await lab.tabs()).some(({ title }) => title === "Test page"));
	await lab.leadAway(mine, `${closed.origin}/`);
	expect(closed.hits("/")).toBe(1);
});

test("tabs of a session that has ended are the person's", async () => {
	const second = await agent(home, [open.origin], { name: "second" });
	open.page("/second", "<h1>Second</h1>");
	await second.must("navigate", { url: `${open.origin}/second` });
	await second.close();
	closed.requests.length = 0;
	await until("its tab is let go", async () =>
		(await lab.state()).sessions.every(({ label }) => label !== "second"),
	);
	await lab.leadAway(`${open.origin}/second`, `${closed.origin}/`);
	expect(closed.hits("/")).toBe(1);
});
