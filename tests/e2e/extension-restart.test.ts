// The person's Chrome ends and comes back, or nothing happens for a long time: the link heals by itself.

import { ChromeLab, type Product, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { agent, handleOf, slack } from "./extension-setup.ts";

const home = new TestHome();
let site: Site;
let lab: ChromeLab;
let product: Product;
beforeAll(async () => {
	site = await Site.start();
	site.page("/", "<h1>Here</h1>");
	lab = await ChromeLab.start({ home });
	await lab.allow(site.origin, "script");
	await lab.connected();
	product = await agent(home, [site.origin], { flags: ["--tools", "core,page"] });
});
afterAll(async () => {
	await product?.close();
	await lab?.close();
	await site.stop();
	await stopReins(home);
	await home.empty();
	home.remove();
});

const epoch = async () => {
	const { browsers } = await lab.status();
	const found = browsers.find(({ kind }) => kind === "extension")?.["extension"];
	const { epoch: now, connected } = (found ?? {}) as { epoch?: string; connected?: boolean };
	return connected ? now : undefined;
};

test("Chrome killed and started again: back within 8 s, old handles are stale", async () => {
	const tabId = handleOf((await product.must("tab_new", { url: `${site.origin}/` })).text);
	const before = await epoch();
	const started = performance.now();
	await lab.restart();
	await until("a new epoch is connected", async () => ![undefined, before].includes(await epoch()), 20_000);
	expect(performance.now() - started).toBeLessThan(8_000 * slack);

	expect((await product.call("get_text", { tabId })).code).toBe("stale_tab");
	expect((await product.must("navigate", { url: `${site.origin}/` })).text).toContain("HTTP 200");
	expect((await product.must("get_text")).text).toBe("Here");
	expect((await product.call("click", { selector: "h1", tabId })).code).toBe("stale_tab");
});

test("a call during the absence is answered in time, by name or by success", async () => {
	const restarted = lab.restart();
	const started = performance.now();
	const answer = await product.call("navigate", { url: `${site.origin}/` });
	expect(performance.now() - started).toBeLessThan(15_000);
	expect(answer.code ?? "ok").toMatch(
		/^(ok|browser_gone|stale_tab|no_browser|extension_missing|tab_gone|worker_restarting)$/,
	);
	await restarted;
	await until("the extension is back", epoch, 20_000);
	expect((await product.must("navigate", { url: `${site.origin}/` })).text).toContain("HTTP 200");
});

test("the person's own tabs are left alone by all of it", async () => {
	expect((await lab.tabs()).some(({ url }) => url === "about:blank")).toBe(true);
});

test("a worker that was killed while nothing happened serves the next call", async () => {
	const tabId = handleOf((await product.must("tab_new", { url: `${site.origin}/` })).text);
	for (let count = 0; count < 3; count++) {
		await lab.killWorker();
		expect((await product.must("get_text", { tabId })).text).toBe("Here");
	}
	expect(await lab.attachedTabs()).not.toEqual([]);
});

describe("the worker dies in the middle of an action", () => {
	const open = async (path: string, body: string) => {
		await product.must("tab_new", { url: site.page(path, body) });
	};
	/** The worker is killed when the page has seen the action begin. */
	const killedDuring = async (path: string, tool: string, args: Record<string, unknown>) => {
		const acting = product.call(tool, args);
		await until("the action has begun", async () => site.hits(path) > 0);
		await lab.killWorker();
		return acting;
	};
	const begun = (path: string) => {
		site.handle(path, (_request, response) => response.writeHead(204).end());
		return `navigator.sendBeacon('${path}')`;
	};

	test("scripts run right after it", async () => {
		await open("/dies-keys", `<body onkeydown="if (!window.n) { n = 1; ${begun("/keys-began")} }">`);
		const { code } = await killedDuring("/keys-began", "press", { key: "Shift+A", times: 80 });
		expect(code).toBe("worker_restarting");
		const started = performance.now();
		expect((await product.must("eval", { expression: "1 + 1" })).text).toContain("2");
		expect(performance.now() - started).toBeLessThan(5_000 * slack);
	});

	test("what goes on in the page is not told as a page that came", async () => {
		await open(
			"/dies-form",
			`<button id="b" onclick="${begun("/click-began")}; fetch('/slow').then(() => { o.textContent = 'done' })">Go</button><p id="o">x</p>`,
		);
		let answer: () => void = () => {};
		site.handle("/slow", (_request, response) => {
			answer = () => response.writeHead(204).end();
		});
		const clicked = killedDuring("/click-began", "click", { selector: "#b" });
		await until("the worker is there again", async () => (await lab.attachedTabs()).length > 0);
		answer();
		const { text } = await clicked;
		expect(text).not.toContain("navigated to");
	});

	test("a drag that it was in the middle of holds up nothing", async () => {
		await open(
			"/dies-drag",
			`<div id="a" draggable="true" style="width:60px;height:60px" ondragstart="event.dataTransfer.setData('text', 'x')">card</div>
			<div id="b" style="width:100px;height:60px" ondragover="event.preventDefault(); if (!window.n) { n = 1; ${begun("/drag-began")}; end = performance.now() + 400; while (performance.now() < end); }" ondrop="this.textContent = 'fell'">place</div>
			<button onclick="this.textContent = 'pressed'">Press</button>`,
		);
		await killedDuring("/drag-began", "drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect((await product.must("click", { selector: "button" })).text).toContain("pressed");
		await product.must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect((await product.must("get_text", { selector: "#b" })).text).toBe("fell");
	});
});

describe.runIf(process.env["REINS_FULL"])("idle", () => {
	test("six minutes without a call, then one: same tab", { timeout: 500_000 }, async () => {
		const tabId = handleOf((await product.must("tab_new", { url: `${site.origin}/` })).text);
		await lab.closePopup();
		// The promise itself is a length of time.
		await new Promise((resolve) => setTimeout(resolve, 360_000));
		const started = performance.now();
		expect((await product.must("get_text", { tabId })).text).toBe("Here");
		expect(performance.now() - started).toBeLessThan(2_000);
	});
});
