// Tabs that no window draws by itself: one that Chrome put to sleep, one that was moved behind another while its window
// closed. They work from the first action on as any tab in the background, and the person keeps what they look at.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ChromeLab, Product, Screen, Site, stopReins, TestHome, until } from "@reins/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleOf, slack } from "./extension-setup.ts";

const isFull = process.env["REINS_FULL"] !== undefined;
/** An action takes a tenth of a second; one in a tab that is not drawn five to six, and a picture never comes. */
const IN_TIME = 3_000;
/** What is shown for its window's sake is gone before it is drawn. */
const SHOWN = 100 * slack;

const body = `<button id="press" onclick="out.textContent = 'pressed at ' + innerWidth">Press</button>
	<button id="over" onmouseenter="out.textContent = 'hovered'">Over</button>
	<label>Name <input id="name"></label><p id="out">none</p>`;

describe.each(Screen.available && isFull ? ["headless", "with a window"] : ["headless"])("%s", (kind) => {
	const home = new TestHome();
	let screen: Screen | undefined;
	let site: Site;
	let lab: ChromeLab;
	let product: Product;
	let front: number;
	beforeAll(async () => {
		site = await Site.start();
		if (kind !== "headless") screen = await Screen.start();
		// A browser that is started again has the tabs that it had.
		const flags = ["--restore-last-session"];
		lab = await ChromeLab.start({ home, flags, ...(screen && { display: screen.display }) });
		await lab.allow(site.origin);
		await lab.connected();
		const policy = join(home.path, "policy.json");
		const effects = ["read", "navigate", "act", "eval"];
		writeFileSync(
			policy,
			JSON.stringify({ preset: "strict", allow: [{ origins: [site.origin], effects }], allowAllTabs: true }),
		);
		product = await Product.start({
			home,
			name: "agent",
			flags: ["--browser", "extension", "--policy", policy, "--tools", "core,page"],
		});
		front = await lab.openTab(site.page("/front", "<p>The person reads this</p>"), true);
		await lab.recordFocus();
	});
	afterAll(async () => {
		await product?.close();
		await lab?.close();
		await screen?.stop();
		await site.stop();
		await stopReins(home);
		await home.empty();
		home.remove();
	});

	async function timed(tool: string, args: Record<string, unknown>) {
		const started = performance.now();
		const answer = await product.must(tool, args);
		expect(performance.now() - started, tool).toBeLessThan(IN_TIME);
		return answer;
	}

	/** What an agent does in any tab, at once and in time. */
	async function isOfUse(tabId: string): Promise<void> {
		const out = async () => (await timed("get_text", { tabId, selector: "#out" })).text;
		await timed("click", { tabId, selector: "#press" });
		expect(await out()).toMatch(/^pressed at [1-9]\d+$/);
		await timed("hover", { tabId, selector: "#over" });
		expect(await out()).toBe("hovered");
		await timed("type", { tabId, selector: "#name", text: "Ada", keyEvents: true });
		expect((await timed("screenshot", { tabId })).image).toBeDefined();
	}

	/** Chrome may have said that something else was in front, for a moment. */
	async function onlyForAMoment(since: number): Promise<void> {
		const all = (await lab.focusChanges()).slice(since);
		// Of a window that has closed the focus goes back to the person's, now or a little later.
		const own = (await lab.tabs()).find(({ id }) => id === front)?.windowId;
		const windows = all.flatMap(({ kind, id }) => (kind === "window" && id !== -1 ? [id] : []));
		expect(windows.filter((id) => id !== own)).toEqual([]);
		const changes = all.filter(({ kind }) => kind === "tab");
		for (let index = 0; index < changes.length; index += 2) {
			const [shown, back] = changes.slice(index, index + 2);
			expect(back?.id).toBe(front);
			expect((back?.at ?? 0) - (shown?.at ?? 0)).toBeLessThan(SHOWN);
		}
		expect(await lab.activeTab()).toBe(front);
	}

	async function fallsAsleep(url: string): Promise<void> {
		const tab = await until("it has loaded", async () =>
			(await lab.tabs()).find((one) => one.url === url && one.status === "complete"),
		);
		await lab.discard(tab.id);
		await until("it sleeps", async () => (await lab.tabs()).some((one) => one.url === url && one.discarded));
	}

	async function listed(url: string): Promise<string> {
		const rows = (await product.must("tabs_list")).text.split("\n");
		return handleOf(rows.find((row) => row.includes(`${url} `)) ?? "");
	}

	test("an agent's tab that sleeps works from the first action on", async () => {
		const url = site.page("/own", body);
		const tabId = handleOf((await product.must("tab_new", { url })).text);
		await product.must("get_text", { tabId });
		await fallsAsleep(url);
		const since = (await lab.focusChanges()).length;
		await isOfUse(tabId);
		await onlyForAMoment(since);
		// What has been shown once is not shown again.
		const before = (await lab.focusChanges()).length;
		await product.must("reload", { tabId });
		await isOfUse(tabId);
		expect((await lab.focusChanges()).length).toBe(before);
	});

	test("one that is put to sleep in this moment is selected all the same", async () => {
		const url = site.page("/selected", "<p>Selected</p>");
		const tabId = handleOf((await product.must("tab_new", { url })).text);
		for (let times = 0; times < 5; times += 1) {
			const tab = (await lab.tabs()).find((one) => one.url === url)?.id as number;
			const [selected] = await Promise.all([product.call("tab_select", { tabId }), lab.discard(tab)]);
			expect(selected.code, selected.text).toBeUndefined();
			await lab.call("(tab) => chrome.tabs.discard(tab).then(() => {})", tab).catch(() => {
				// It sleeps, and has another number.
			});
			expect((await product.call("tab_select", { tabId })).code).toBeUndefined();
			expect((await product.must("get_text", { tabId })).text).toBe("Selected");
		}
	});

	test("so does one of the person's", async () => {
		const url = site.page("/theirs", body);
		await lab.openTab(url);
		await fallsAsleep(url);
		const since = (await lab.focusChanges()).length;
		await isOfUse(await listed(url));
		await onlyForAMoment(since);
	});

	test("one that was woken by others, where no worker saw it", async () => {
		const url = site.page("/woken", body);
		await lab.openTab(url);
		await fallsAsleep(url);
		const tab = (await lab.tabs()).find((one) => one.url === url)?.id;
		await lab.call("(tab) => chrome.tabs.reload(tab).then(() => {})", tab);
		await until("it is awake", async () =>
			(await lab.tabs()).some(({ id, status }) => id === tab && status === "complete"),
		);
		await lab.killWorker();
		await isOfUse(await listed(url));
		expect(await lab.activeTab()).toBe(front);
	});

	test.each([
		["a window that is not in front", { focused: false }],
		["a minimised window", { state: "minimized" }],
	])("a tab that is shared out of %s, which closes", async (what, how) => {
		const url = site.page(`/shared/${encodeURIComponent(what)}`, body);
		const tab = await lab.call<number>(
			"async (url, how) => (await chrome.windows.create({ url, ...how })).tabs[0].id",
			url,
			how,
		);
		await until("it has loaded", async () =>
			(await lab.tabs()).some(({ id, status }) => id === tab && status === "complete"),
		);
		const { sessions } = await lab.state();
		await lab.must({ do: "share", tab, session: sessions[0]?.session });
		await lab.closePopup();
		await until("it lies behind what the person looks at", async () => {
			const [shared, shown] = await Promise.all(
				[tab, front].map(async (id) => (await lab.tabs()).find((one) => one.id === id)),
			);
			return shared?.windowId === shown?.windowId && shared?.active === false;
		});
		const since = (await lab.focusChanges()).length;
		await isOfUse(await listed(url));
		await onlyForAMoment(since);
	});

	test("a tab that was moved out of a window which closes later", async () => {
		const url = site.page("/moved", body);
		const [window, tab] = await lab.call<[number, number]>(
			`async (url, front) => {
				const { id, tabs } = await chrome.windows.create({ url: [url, "about:blank"], focused: false });
				const { windowId } = await chrome.tabs.get(front);
				await chrome.tabs.move(tabs[0].id, { windowId, index: -1 });
				return [id, tabs[0].id];
			}`,
			url,
			front,
		);
		await until("it has loaded", async () =>
			(await lab.tabs()).some(({ id, status }) => id === tab && status === "complete"),
		);
		const tabId = await listed(url);
		await isOfUse(tabId);
		await lab.call("(window) => chrome.windows.remove(window)", window);
		await until("the window has closed", async () =>
			(await lab.tabs()).every(({ windowId }) => windowId !== window),
		);
		const since = (await lab.focusChanges()).length;
		await isOfUse(tabId);
		await onlyForAMoment(since);
	});

	test("nothing is shown over what fills the screen; such a tab is read meanwhile, and why no more is told", async () => {
		const url = site.page("/film", body);
		await lab.openTab(url);
		await fallsAsleep(url);
		const window = (await lab.tabs()).find(({ id }) => id === front)?.windowId;
		const set = (state: string) =>
			lab.call("(window, state) => chrome.windows.update(window, { state }).then(() => {})", window, state);
		const fills = (whole: boolean) =>
			until("the page fills the screen, or does not", () =>
				lab.call<boolean>(
					`async (window, front, whole) => {
						const [{ height: all }, { height }] = [await chrome.windows.get(window), await chrome.tabs.get(front)];
						return (height >= all) === whole;
					}`,
					window,
					front,
					whole,
				),
			);
		await set("fullscreen");
		await fills(true);
		const before = (await lab.focusChanges()).length;
		const tabId = await listed(url);
		expect((await timed("get_text", { tabId, selector: "#out" })).text).toBe("none");
		for (const [tool, args] of [
			["click", { selector: "#press" }],
			["screenshot", {}],
		] as const) {
			const started = performance.now();
			const { code, text } = await product.call(tool, { tabId, ...args });
			expect(code, text).toBe("not_actionable");
			expect(text).toContain("its window fills the screen");
			expect(performance.now() - started).toBeLessThan(IN_TIME);
		}
		expect((await lab.focusChanges()).slice(before)).toEqual([]);
		await set("normal");
		await fills(false);
		await isOfUse(tabId);
	});

	test.runIf(isFull)("tabs of a browser that was started again sleep until they are used", async () => {
		const url = site.page("/restored", body);
		await lab.openTab(url);
		await until("it has loaded", async () =>
			(await lab.tabs()).some((one) => one.url === url && one.status === "complete"),
		);
		// Chrome writes its tabs down a few seconds later.
		await new Promise((resolve) => setTimeout(resolve, 4_000));
		await lab.restart();
		await lab.connected();
		await until("it is there again", async () => (await lab.tabs()).some((one) => one.url === url));
		await until("it is listed", async () => (await product.must("tabs_list")).text.includes(`${url} `));
		await isOfUse(await listed(url));
	});
});
