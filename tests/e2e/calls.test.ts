// Calls on their way: queued per tab, cancelled, bounded, traced; control never waits.

import { BrokerClient } from "@reins/broker/client";
import { Trace } from "@reins/protocol";
import { Product, Site, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

import { Broker } from "../../packages/broker/src/daemon/broker.ts";
import { placesFor } from "../../packages/broker/src/places/places.ts";
import { preparePlaces } from "../../packages/broker/src/places/private-directory.ts";

const home = new TestHome();
let site: Site;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Here</h1>");
	product = await Product.start({ home });
});
afterAll(async () => {
	await product.close();
	await site.stop();
	await home.empty();
	home.remove();
});

/** A page that answers when the test says so. */
function heldPage(path: string) {
	let asked = () => {};
	let release = () => {};
	const requested = new Promise<void>((resolve) => {
		asked = resolve;
	});
	const url = site.handle(path, (_request, response) => {
		release = () => response.writeHead(200, { "content-type": "text/html" }).end("<h1>At last</h1>");
		asked();
	});
	return { url, requested, release: () => release() };
}

test("a call is cancelled through every hop, and the tab is as before", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const held = heldPage("/held");
	const controller = new AbortController();
	const pending = product.call("navigate", { url: held.url }, { signal: controller.signal });
	await held.requested;
	controller.abort();
	await expect(pending).rejects.toThrow();
	expect((await product.must("get_text")).text).toBe("Here");
	await until("the cancel is in the log", () => home.log().includes('"code":"canceled"'));
});

test("calls to one tab wait for each other, calls to another do not, closing never does", async () => {
	const first = (await product.must("tab_new")).text.split(" ")[0] as string;
	const held = heldPage("/queue");
	const loading = product.call("navigate", { url: held.url, tabId: first });
	await held.requested;
	const behind = product.call("get_text", { tabId: first });
	const other = (await product.must("tab_new")).text.split(" ")[0] as string;
	await product.must("navigate", { url: `${site.origin}/`, tabId: other });
	expect((await product.must("get_text", { tabId: other })).text).toBe("Here");
	held.release();
	expect((await loading).code).toBeUndefined();
	expect((await behind).text).toBe("At last");

	const stuck = heldPage("/stuck");
	const waiting = product.call("navigate", { url: stuck.url, tabId: other });
	await stuck.requested;
	await product.must("tab_close", { tabId: other });
	expect((await waiting).code).toBe("tab_gone");
});

test("a deadline is kept on the way, and the tab goes on", async () => {
	const client = new BrokerClient({
		identity: { name: "hurried", version: "1", release: "0.1.0" },
		session: {
			options: {
				browser: "managed",
				window: "headless",
				noSandbox: false,
				allow: [],
				enableMutations: false,
				unsafeEnableEval: false,
				unsafeAllDomains: false,
			},
		},
		env: home.env,
		places: placesFor({ platform: process.platform, env: home.env, homedir: home.path, user: "test" }),
	});
	const call = (tool: string, args: Record<string, unknown>, deadline = 20_000) =>
		client.call("tool.call", { tool, args }, { deadline, trace: new Trace() });
	await call("tab_new", {});
	const held = heldPage("/late");
	const late = call("navigate", { url: held.url }, 1_500);
	await expect(late).rejects.toMatchObject({ code: "timeout", data: { outcome: { outcome: "unknown" } } });
	const answer = await call("navigate", { url: `${site.origin}/` });
	expect(answer).toMatchObject({ outcome: { outcome: "done" } });
	await client.close();
});

test("a newer client replaces an idle older broker by itself", async () => {
	const place = new TestHome();
	const places = placesFor({ platform: process.platform, env: place.env, homedir: place.path, user: "test" });
	preparePlaces(places);
	const older = new Broker(places, "0.0.1");
	await older.start();
	const newer = await Product.start({ home: place });
	const status = JSON.parse((await newer.must("chrome_status")).text);
	expect(status.broker.release).toBe("0.1.0");
	expect(status.broker.pid).not.toBe(process.pid);
	await newer.close();
	await older.stop("end of test");
	await place.empty();
	place.remove();
});

test("an endless script ends with its caller, and the page lives on", async () => {
	await product.must("navigate", {
		url: `${site.origin}/`,
		tabId: (await product.must("tab_new")).text.split(" ")[0] as string,
	});
	const controller = new AbortController();
	let running = () => {};
	const started = new Promise<void>((resolve) => {
		running = resolve;
	});
	const pending = product.call(
		"eval",
		{ expression: "for (;;);" },
		{ signal: controller.signal, onprogress: ({ message }) => message === "link:eval" && running() },
	);
	await started;
	controller.abort();
	await expect(pending).rejects.toThrow();
	expect((await product.must("get_text")).text).toBe("Here");
});

test("progress is reported to those who ask, and one trace goes through every hop", async () => {
	await product.must("navigate", { url: `${site.origin}/` });
	const held = heldPage("/progress");
	let tell = () => {};
	const heard = new Promise<void>((resolve) => {
		tell = resolve;
	});
	const pending = product.call(
		"navigate",
		{ url: held.url },
		{ onprogress: ({ message }) => message === "link:nav.go" && tell() },
	);
	await Promise.all([heard, held.requested]);
	held.release();
	const answer = await pending;
	const hops = answer.trace.hops.map(({ hop }) => hop);
	expect(hops).toContain("cdp:Page.navigate:done");
	expect(hops.filter((hop) => !hop.startsWith("cdp:"))).toEqual([
		"mcp:received",
		"client:sent",
		"broker:received",
		"broker:run",
		"policy",
		"link:nav.go",
		"link:nav.go:done",
		"broker:answered",
		"client:received",
		"mcp:answered",
	]);
	const times = answer.trace.hops.map(({ at }) => at);
	expect(times.every((at, index) => index === 0 || at >= (times[index - 1] as number) - 1)).toBe(true);
	expect(home.log()).toContain(answer.trace.id);
});

test("an agent in a loop cannot open tabs without end", async () => {
	const greedy = await Product.start({ home, name: "greedy" });
	const answers = [];
	for (let count = 0; count < 21; count++) answers.push((await greedy.call("tab_new")).code);
	expect(answers.slice(0, 20)).toEqual(Array(20).fill(undefined));
	expect(answers[20]).toBe("too_many_tabs");
	await greedy.close();
});
