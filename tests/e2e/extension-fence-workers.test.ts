// Sites with service workers in the person's profile, while an agent acts: one that a page of the agent's leads to is
// asked for nothing, and what the person has open goes on as if nobody were there.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { agent, handleOf, openedBy } from "./extension-setup.ts";

const home = new TestHome();
let open: Site;
/** Many sites by their names, each with a worker. */
let worked: Site;
/** Another one, that is never the person's. */
let closed: Site;
let lab: ChromeLab;
let product: Product;
/** Where another extension is. */
let stranger: string;
let acting: Promise<unknown> | undefined;
beforeAll(async () => {
	open = await Site.start("open.localhost");
	open.page("/", "<h1>Open</h1>");
	worked = await Site.start("worked.localhost");
	closed = await Site.start("closed.localhost");
	for (const site of [worked, closed]) serveWorker(site);
	const folder = join(home.path, "stranger");
	otherExtension(folder);
	lab = await ChromeLab.start({ home, others: [folder] });
	const { url } = await until("the other extension runs", async () =>
		(await lab.targets()).find(
			(target) => target.type === "service_worker" && target.url.endsWith("/stranger.js"),
		),
	);
	stranger = new URL(".", url).href;
	await lab.allow(open.origin);
	await lab.connected();
	product = await agent(home, [open.origin]);
	const origins = [closed.origin, ...["mine", "followed", "typed", "opened", "linked"].map(at)];
	const tabs = await Promise.all(origins.map((origin) => lab.openTab(`${origin}/install`)));
	await until("their workers are there", async () =>
		(await lab.tabs()).every(({ id, title }) => !tabs.includes(id) || title === "installed"),
	);
	await lab.call("(tabs) => chrome.tabs.remove(tabs)", tabs);
	await person(`${at("mine")}/page`);
	await person(`${open.origin}/`);
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	for (const site of [open, worked, closed]) await site?.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});
afterEach(async () => {
	const end = { expression: "postMessage(1)" };
	if (acting) await lab.command(`${open.origin}/agent`, "Runtime.evaluate", end);
	await acting;
	acting = undefined;
});

/** A worker that fetches what its pages ask for; the page at `/kept` it has itself. */
function serveWorker(site: Site): void {
	const script = { "content-type": "text/javascript" };
	site.handle("/sw.js", (_request, response) =>
		response.writeHead(200, script).end(`oninstall = () => skipWaiting();
			onactivate = (event) => event.waitUntil(clients.claim());
			const page = () => new Response("<script>fetch('/of-opened')</script>", { headers: { "content-type": "text/html" } });
			onfetch = (event) => event.respondWith(
				event.request.url.endsWith("/kept") ? page() : fetch(event.request))`),
	);
	site.page(
		"/install",
		`<script>navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)
			.then(() => { document.title = "installed" })</script>`,
	);
	site.page("/page", `<script>fetch("/of-" + location.host.split(".")[0])</script>`);
}

/** Another one of the sites, on the same server. */
const at = (name: string) => worked.origin.replace("worked", name);

/** The person opens a page, and it comes. */
async function person(url: string): Promise<void> {
	const tab = await lab.openTab(url);
	await until(`${url} is there`, async () =>
		(await lab.tabs()).some((one) => one.id === tab && one.url === url && one.status === "complete"),
	);
}

/** From now on an agent acts, until the test is over. */
async function act(): Promise<void> {
	await product.must("navigate", { url: open.page("/agent", "<h1>The agent's</h1>") });
	const before = open.hits("/acting");
	const expression = `fetch("/acting"), new Promise((done) => { onmessage = () => done(1) })`;
	acting = product.must("eval", { expression });
	await until("an agent acts", () => open.hits("/acting") > before);
}

test("a worker brings nothing into a tab in which nobody has acted yet", async () => {
	closed.requests.length = 0;
	const url = open.page(
		"/leaves",
		`<script>onmessage = () => { location = "${closed.origin}/kept" }</script>`,
	);
	const { text } = await product.must("tab_new", { url });
	await lab.command(url, "Runtime.evaluate", { expression: "postMessage(1)" });
	await until("it was refused", async () =>
		(await lab.tabs()).some(({ url, status, title }) =>
			url.startsWith(closed.origin) ? status === "complete" && title !== "" : false,
		),
	);
	await product.must("tab_close", { tabId: handleOf(text) });
	expect(closed.requests).toEqual([]);
});

test("what a worker would fetch for a tab that the agent's page opens is not fetched", async () => {
	const target = `${closed.origin}/page`;
	await product.must("navigate", {
		url: open.page("/opens", `<a id="go" target="_blank" href="${target}">Go</a>`),
	});
	closed.requests.length = 0;
	const opened = openedBy((await product.must("click", { selector: "#go" })).text);
	await until("the tab is as it stays", async () =>
		(await lab.tabs()).every(({ url, status, title }) =>
			url.startsWith(closed.origin) ? status === "complete" && title !== "" : true,
		),
	);
	await product.must("tab_close", { tabId: opened });
	expect(closed.requests).toEqual([]);
});

test("a window of an open site has its pictures, and its frames have theirs", async () => {
	const policy = join(home.path, "frames.json");
	const effects = ["read", "navigate", "act"];
	writeFileSync(
		policy,
		JSON.stringify({ preset: "strict", closedFrames: true, allow: [{ origins: [open.origin], effects }] }),
	);
	const second = await Product.start({
		home,
		name: "second",
		flags: ["--browser", "extension", "--policy", policy],
	});
	worked.page("/framed", `<img src="/picture-of-frame">`);
	open.page("/window", `<img src="${worked.origin}/picture"><iframe src="${worked.origin}/framed"></iframe>`);
	await second.must("navigate", {
		url: open.page("/windows", `<button onclick="window.open('/window')">Go</button>`),
	});
	await second.must("click", { selector: "button" });
	await until("all is there", () => worked.hits("/picture") > 0 && worked.hits("/picture-of-frame") > 0);
	await second.close();
});

test("what the person has open goes on", async () => {
	await act();
	const expression = `fetch("/later")`;
	await lab.command(`${at("mine")}/page`, "Runtime.evaluate", { expression });
	await until("its worker has fetched", () => worked.hits("/later") > 0);
});

test.each(["followed", "typed", "opened", "linked"])("a site that they go to (%s)", async (name) => {
	await act();
	const url = `${at(name)}/page`;
	const inTheirs = (from: string, expression: string) =>
		lab.command(from, "Runtime.evaluate", { expression, userGesture: true });
	if (name === "followed") await inTheirs(`${open.origin}/`, `location = "${url}"`);
	if (name === "typed")
		await lab.command(`${at("followed")}/page`, "Page.navigate", { url, transitionType: "typed" });
	if (name === "opened") await lab.openTab(`${at(name)}/kept`);
	if (name === "linked") await inTheirs(`${at("mine")}/page`, `void window.open("${url}")`);
	await until("its page has what it asked for", () => worked.hits(`/of-${name}`) > 0);
});

test("another extension", async () => {
	await act();
	await lab.openTab(`${stranger}page.html#${worked.origin}/by-stranger`);
	await until("it has fetched", () => worked.hits("/by-stranger") > 0);
});

/** One whose worker fetches what its page tells it. */
function otherExtension(folder: string): void {
	mkdirSync(folder, { recursive: true });
	const files = {
		"manifest.json": JSON.stringify({
			manifest_version: 3,
			name: "Stranger",
			version: "1",
			background: { service_worker: "stranger.js" },
		}),
		"stranger.js": "chrome.runtime.onMessage.addListener((url) => void fetch(url, { mode: 'no-cors' }));",
		"page.html": `<!doctype html><script src="page.js"></script>`,
		"page.js": "chrome.runtime.sendMessage(location.hash.slice(1));",
	};
	for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
