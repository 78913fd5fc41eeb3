// Calls on their way: queued per tab, cancelled, bounded, traced; control never waits.

import { Product, Site, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

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
	const heard: string[] = [];
	const answer = await product.call(
		"navigate",
		{ url: `${site.origin}/` },
		{ onprogress: ({ message }) => heard.push(message ?? "") },
	);
	expect(heard).toContain("link:nav.go");
	const hops = answer.trace.hops.map(({ hop }) => hop);
	expect(hops).toEqual([
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
