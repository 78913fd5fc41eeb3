// What pages open while the person uses another application, or has put the browser out of sight: the browser goes back to
// where it was. With a window manager, without which nothing is minimised and nothing has the focus for good.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { ChromeLab, type Product, Screen, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { agent, handleOf, openedBy } from "./extension-setup.ts";

const manager = "/usr/bin/openbox";

interface Window {
	id: number;
	type: string;
	state: string;
	focused: boolean;
}

describe.runIf(Screen.available && existsSync(manager))("with a window manager", () => {
	const home = new TestHome();
	let screen: Screen;
	let managing: ChildProcess;
	let site: Site;
	let lab: ChromeLab;
	let product: Product;
	let front: number;
	let window: number;
	let tabId: string;
	beforeAll(async () => {
		site = await Site.start();
		site.page("/popup", "<p>Popup</p>");
		screen = await Screen.start();
		managing = spawn(manager, { env: { ...process.env, DISPLAY: screen.display }, stdio: "ignore" });
		lab = await ChromeLab.start({ home, display: screen.display });
		await lab.allow(site.origin);
		await lab.connected();
		front = await lab.openTab(site.page("/front", "<p>The person reads this</p>"), true);
		window = (await lab.tabs()).find(({ id }) => id === front)?.windowId as number;
		product = await agent(home, [site.origin], { flags: ["--tools", "core,page"] });
		const body = `<button id="quiet" onclick="out.textContent = 'pressed'">Quiet</button>
			<button id="open" onclick="window.open('/popup')">Open</button>
			<a id="link" href="/popup" target="_blank">Link</a>
			<button id="small" onclick="window.open('/popup', '', 'width=300,height=300')">Small</button>
			<button id="named" onclick="globalThis.w ? w.focus() : (w = window.open('/popup', 'named'))">Named</button>
			<p id="out">none</p>`;
		tabId = handleOf((await product.must("tab_new", { url: site.page("/opens", body) })).text);
		await until("the window is managed", async () => {
			await update({ focused: true });
			return (await windows()).some(({ id, focused }) => id === window && focused);
		});
	});
	afterEach(async () => {
		for (const { id } of await windows()) if (id !== window) await close(id);
		// A window manager that has given the focus already does not give it again.
		await update({ state: "minimized" });
		await update({ state: "normal", focused: true });
		await until("the window has the focus", async () => (await windows())[0]?.focused);
	});
	afterAll(async () => {
		await product?.close();
		await lab?.close();
		managing?.kill();
		await screen?.stop();
		await site.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	});

	const windows = () =>
		lab.evaluate<Window[]>(
			`chrome.windows.getAll().then((all) =>
				all.map(({ id, type, state, focused }) => ({ id, type, state, focused })))`,
		);
	const update = (how: Record<string, unknown>) =>
		lab.call("(id, how) => chrome.windows.update(id, how).then(() => {})", window, how);
	const close = (id: number) => lab.call("(id) => chrome.windows.remove(id)", id);

	/** It stays so: a window manager may answer late. */
	async function stays(what: string, condition: () => Promise<boolean>): Promise<void> {
		await until(what, condition);
		for (let times = 0; times < 10; times += 1) {
			await new Promise((resolve) => setTimeout(resolve, 50));
			expect(await condition(), what).toBe(true);
		}
	}

	const opening = ["#quiet", "#open", "#link", "#small", "#named", "#named"];

	test("a browser that is out of sight stays there", async () => {
		await update({ state: "minimized" });
		await until("it is", async () => (await windows())[0]?.state === "minimized");
		for (const selector of opening) {
			await product.must("click", { tabId, selector });
			await stays(`after ${selector} everything is out of sight`, async () =>
				(await windows()).every(({ state, focused }) => state === "minimized" && !focused),
			);
			expect((await lab.tabs()).find(({ id }) => id === front)?.active).toBe(true);
		}
		expect((await product.must("screenshot", { tabId })).image).toBeDefined();
	});

	test("one behind another application does not take the focus", async () => {
		await update({ focused: false });
		await until("it has no focus", async () => !(await windows())[0]?.focused);
		for (const selector of opening) {
			await product.must("click", { tabId, selector });
			await stays(`after ${selector} nothing of it has the focus`, async () =>
				(await windows()).every(({ state, focused }) => state === "normal" && !focused),
			);
			expect((await lab.tabs()).find(({ id }) => id === front)?.active).toBe(true);
		}
	});

	test("one of whose windows has the focus keeps it in that", async () => {
		const other = await lab.call<number>(
			"async (url) => (await chrome.windows.create({ url, focused: true })).id",
			`${site.origin}/front`,
		);
		const has = async (id: number) => (await windows()).some((one) => one.id === id && one.focused);
		await until("the other window has the focus", () => has(other));
		for (const selector of opening) {
			await product.must("click", { tabId, selector });
			await stays(`after ${selector} the other window has the focus`, () => has(other));
		}
	});

	test("a window that a page puts over all others becomes a tab of the session, and the receipt names it", async () => {
		const body = `<button onclick="documentPictureInPicture.requestWindow().then(({ document }) => {
			document.body.innerHTML = '<p id=in>Small</p><button onclick=\\'this.textContent = innerWidth\\'>Inside</button>';
		})">Float</button>`;
		const floats = handleOf((await product.must("tab_new", { url: site.page("/floats", body) })).text);
		const { text } = await product.must("click", { tabId: floats, selector: "button" });
		const floating = openedBy(text);
		await stays("there is one window again, and it has the focus", async () => {
			const all = await windows();
			return all.length === 1 && all[0]?.id === window && all[0].focused;
		});
		expect((await lab.tabs()).find(({ id }) => id === front)?.active).toBe(true);
		expect((await product.must("get_text", { tabId: floating, selector: "#in" })).text).toBe("Small");
		await product.must("click", { tabId: floating, selector: "button" });
		expect((await product.must("get_text", { tabId: floating })).text).toMatch(/^Small\s+[1-9]\d+$/);
		expect((await product.must("screenshot", { tabId: floating })).image).toBeDefined();
		await product.must("tab_close", { tabId: floating });
	});

	test("a sleeping tab wakes where its window is out of sight", async () => {
		const url = site.page("/sleeps", `<button onclick="this.textContent = innerWidth">Press</button>`);
		const sleeper = handleOf((await product.must("tab_new", { url })).text);
		await lab.discard((await lab.tabs()).find((tab) => tab.url === url)?.id as number);
		await update({ state: "minimized" });
		await until("it is", async () => (await windows())[0]?.state === "minimized");
		await product.must("click", { tabId: sleeper, selector: "button" });
		await stays("it is out of sight", async () => (await windows())[0]?.state === "minimized");
		expect((await product.must("screenshot", { tabId: sleeper })).image).toBeDefined();
	});
});
