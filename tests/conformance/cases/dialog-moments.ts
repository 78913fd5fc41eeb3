// Dialogs at every moment of a page's life, and what else a page asks of a person: nothing hangs on any of them.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const out = '<p id="out">nothing</p>';
const OPEN = "dialog_open";
/** Far less than any deadline. */
const SOON = 5_000;

const guard = `<button onclick="window.addEventListener('beforeunload', (e) => e.preventDefault())">Guard</button><p>here</p>`;

async function soon<T>(work: Promise<T>): Promise<T> {
	const started = performance.now();
	const answer = await work;
	expect(performance.now() - started).toBeLessThan(SOON);
	return answer;
}

/** Loads a page that opens a dialog by itself, answers that, and gives what the page shows then. */
async function loadAndAnswer({ call, must, serve }: CaseContext, body: string): Promise<string> {
	const { code, text } = await soon(call("navigate", { url: serve(body) }));
	expect(code, text).toBe(OPEN);
	expect(text).toContain('"now"');
	await must("dialog", { accept: true });
	await must("wait_for", { text: "after" });
	return (await must("get_text")).text;
}

/** Handles of the session's tabs, and the one that was not there before. */
const handles = async (must: CaseContext["must"]): Promise<string[]> =>
	(await must("tabs_list")).text.match(/^t\d+/gm) ?? [];
const newIn = (now: string[], before: string[]) => now.find((handle) => !before.includes(handle));

const moments: Parameters<typeof group>[1] = {
	"in the middle of parsing": async (context) => {
		const body = `<p>above</p><script>alert("now")</script><p>after</p>`;
		expect(await loadAndAnswer(context, body)).toBe("above\n\nafter");
	},
	"at DOMContentLoaded": async (context) => {
		const body = `${out}<script>addEventListener("DOMContentLoaded", () => { alert("now"); out.textContent = "after" })</script>`;
		expect(await loadAndAnswer(context, body)).toBe("after");
	},
	"at load": async (context) => {
		const body = `${out}<script>addEventListener("load", () => { alert("now"); out.textContent = "after" })</script>`;
		expect(await loadAndAnswer(context, body)).toBe("after");
	},
	"when a tab is opened for it": async ({ call, must, serve }) => {
		const url = serve(`<script>alert("now")</script><p>after</p>`);
		const { text } = await soon(must("tab_new", { url }));
		expect(text).toContain("(current, a dialog is open)");
		expect((await must("tabs_list")).text).toContain("(current, a dialog is open)");
		expect((await call("get_text")).code).toBe(OPEN);
		await must("dialog", { accept: true });
		await must("wait_for", { text: "after" });
		await must("tab_close");
	},
	"when the mouse is pressed": async ({ must, open, value }) => {
		await open(`${out}<button onmousedown="alert('now'); out.textContent = 'after'">Press</button>`);
		expect((await soon(must("click", { selector: "button" }))).text).toContain('dialog_open: alert "now"');
		await must("dialog", { accept: true });
		expect(await value("out.textContent")).toBe("after");
	},
	"when the mouse comes": async ({ must, open, value }) => {
		await open(`${out}<button onmouseenter="alert('now'); out.textContent = 'after'">Come</button>`);
		expect((await soon(must("hover", { selector: "button" }))).text).toContain('dialog_open: alert "now"');
		await must("dialog", { accept: true });
		expect(await value("out.textContent")).toBe("after");
	},
	"when a key goes down": async ({ must, open, value }) => {
		await open(
			`${out}<input autofocus aria-label="Field" onkeydown="alert('now'); out.textContent = 'after'">`,
		);
		const { text } = await soon(must("press", { key: "a" }));
		expect(text).toContain('dialog_open: alert "now"');
		await must("dialog", { accept: true });
		expect(await value("out.textContent")).toBe("after");
	},
	"when an option is chosen": async ({ must, open, value }) => {
		await open(
			`${out}<select aria-label="List" onchange="out.textContent = confirm('now')"><option>a<option>b</select>`,
		);
		const { text } = await soon(must("select_option", { selector: "select", options: ["b"] }));
		expect(text).toContain('dialog_open: confirm "now"');
		await must("dialog", { accept: true });
		expect(await value("out.textContent")).toBe("true");
	},
	"leaving by reload": async ({ call, must, open }) => {
		await open(guard);
		await must("click", { selector: "button" });
		const { code, text } = await soon(call("reload"));
		expect(code, text).toBe(OPEN);
		expect((await soon(must("dialog", { accept: false }))).text).toContain("dismissed beforeunload");
		expect((await must("get_text")).text).toContain("here");
		expect((await call("reload")).code).toBe(OPEN);
		await must("dialog", { accept: true });
		await must("wait_for", { text: "here" });
	},
	"in the process of a page that cannot come": async ({ call, must, newTab, serve, site }) => {
		const popup = serve("<p>popup</p>");
		const opener = await newTab(
			serve(`<a onclick="window.open('${popup}')">Open</a><button onclick="alert('now')">Ask</button>`),
		);
		const { text } = await must("click", { selector: "a" });
		const tabId = /new tab: (t\d+)/.exec(text)?.[1];
		await must("click", { selector: "button" });
		let visits = 0;
		const there = site.handle("/dialog-moments/there", (_request, response) => {
			response.writeHead(200, { "content-type": "text/html" }).end(`<p>visit ${++visits}</p>`);
		});
		const asks = async (tool: string, args = {}) => {
			const { code, text } = await soon(call(tool, { tabId, ...args }));
			expect(code, text).toBe(OPEN);
			expect(text).toContain('"now"');
		};
		await asks("navigate", { url: there });
		for (const tool of ["reload", "back"]) await asks(tool);
		const reloaded = must("reload", { tabId });
		await must("dialog", { tabId: opener, accept: true });
		expect((await soon(reloaded)).text).toContain(there);
		expect((await must("get_text", { tabId })).text).toBe("visit 2");
		expect(visits).toBe(2);
		await must("tab_close", { tabId });
	},
	"leaving by the way back": async ({ call, must, newTab, serve }) => {
		await newTab(serve("<p>before</p>"));
		await must("navigate", { url: serve(guard) });
		await must("click", { selector: "button" });
		const { code, text } = await soon(call("back"));
		expect(code, text).toBe(OPEN);
		await must("dialog", { accept: true });
		await must("wait_for", { text: "before" });
	},
	"leaving by a link": async ({ call, must, open, serve }) => {
		const there = serve("<p>there</p>");
		await open(`${guard}<a href="${there}">Go</a>`);
		await must("click", { selector: "button" });
		const asked = (await soon(must("click", { selector: "a" }))).text;
		expect(asked).toContain("dialog_open: beforeunload");
		expect((await call("get_text")).code).toBe(OPEN);
		await must("dialog", { accept: false });
		expect((await must("get_text")).text).toContain("here");
		expect((await must("click", { selector: "a" })).text).toContain("dialog_open: beforeunload");
		expect((await soon(must("dialog", { accept: true }))).text).toContain(`navigated to ${there}`);
		expect((await must("get_text")).text).toBe("there");
	},
	"who leaves is heard once, and told that it is left": async ({ must, open, serve, value }) => {
		const there = serve("<p>there</p>");
		await open(
			`<button onclick="onbeforeunload = () => { localStorage.left = Number(localStorage.left ?? 0) + 1; return 'no' }">Guard</button>`,
		);
		await must("click", { selector: "button" });
		await must("eval", { expression: "localStorage.removeItem('left')" });
		const move = must("navigate", { url: there }).catch((error: Error) => error.message);
		expect(await move).toContain(OPEN);
		await must("dialog", { accept: true });
		await must("wait_for", { text: "there" });
		expect(await value("localStorage.left")).toBe("1");
	},
	"leaving by closing the tab": async ({ must, newTab, serve }) => {
		const tabId = await newTab(serve(guard));
		await must("click", { selector: "button" });
		await soon(must("tab_close", { tabId }));
		await until("the tab is gone", async () => !(await must("tabs_list")).text.includes(`${tabId} `));
	},
	"a tab that has asked whether it may be left can be closed": async ({ call, must, newTab, serve }) => {
		const tabId = await newTab(serve(guard));
		await must("click", { selector: "button" });
		expect((await call("reload")).code).toBe(OPEN);
		await soon(must("tab_close", { tabId }));
		await until("the tab is gone", async () => !(await must("tabs_list")).text.includes(`${tabId} `));
	},
	"a tab whose dialog is open can be closed": async ({ must, newTab, serve }) => {
		const tabId = await newTab(serve(`<button onclick="alert('now')">Say</button>`));
		await must("click", { selector: "button" });
		await soon(must("tab_close", { tabId }));
		await until("the tab is gone", async () => !(await must("tabs_list")).text.includes(`${tabId} `));
	},
	"while a page unloads a browser shows none": async ({ must, open, serve }) => {
		await open(
			`<script>for (const end of ["unload", "pagehide"]) addEventListener(end, () => alert("now"))</script>`,
		);
		const there = serve("<p>there</p>");
		expect((await soon(must("navigate", { url: there }))).text).toContain(there);
	},
	"in a frame of another process, by itself": async ({ call, must, serve, sister, path }) => {
		const inner = sister.page(path("inner"), `<script>alert("now")</script><p>after</p>`);
		const { code, text } = await soon(
			call("navigate", { url: serve(`<p>around</p><iframe src="${inner}"></iframe>`) }),
		);
		expect(code, text).toBe(OPEN);
		await must("dialog", { accept: true });
		await until("the frame can be read", async () => (await must("snapshot")).text.includes("after"));
	},
	"in a popup at once": async ({ must, open, site, path }) => {
		const popup = site.page(path("popup"), `<script>alert("now")</script><p>after</p>`);
		await open(`<button onclick="window.open('${popup}')">Open</button>`);
		const { text } = await soon(must("click", { selector: "button" }));
		expect(text).toContain('alert "now"; answer it with dialog');
		const tabId = /dialog_open in (t\d+)/.exec(text)?.[1];
		await must("dialog", { accept: true, tabId });
		await must("wait_for", { text: "after", tabId });
		await must("tab_close", { tabId });
	},
	"in a popup at once, though nobody may be there yet": async ({ call, must, open, site, path }) => {
		const popup = site.page(path("popup"), `<script>alert("now")</script><p>after</p>`);
		await open(`<p>opener</p><button onclick="window.open('${popup}')">Open</button>`);
		const before = await handles(must);
		await soon(call("click", { selector: "button" }));
		const tabId = await until("the popup is listed", async () => newIn(await handles(must), before));
		// Answered, or named as one that only the person can answer, or answered by Chrome already.
		const { code } = await soon(call("dialog", { accept: true, tabId }));
		expect([undefined, OPEN, "not_found"]).toContain(code);
		await soon(must("tab_close", { tabId }));
		await until("the opener answers", async () => !(await call("get_text")).code);
	},
	"in a popup before anybody can have come to it": async ({ call, must, open }) => {
		await open(`<p>opener</p><button onclick="window.open('about:blank').alert('now')">Open</button>`);
		const before = await handles(must);
		// Chrome may have answered it by itself, as it does in tabs that nobody looks at; if not, it is named.
		const { text } = await soon(call("click", { selector: "button" }));
		if ((await soon(call("get_text"))).code) expect(text).toContain("dialog_open");
		const tabId = newIn(await handles(must), before);
		await soon(must("tab_close", { tabId }));
		await until("the opener answers", async () => !(await call("get_text")).code);
	},
	"while a button is held, which ends that": async ({ must, open }) => {
		await open(`${out}<button onmousedown="setTimeout(() => alert('held'), 200)">Hold</button>`);
		const { text } = await soon(must("click_at", { selector: "button", x: 5, y: 5, holdMs: 10_000 }));
		expect(text).toContain('dialog_open: alert "held"; answer it with dialog');
		expect(text).toContain("it came before all of that was done");
		await must("dialog", { accept: true });
	},
	"print neither hangs nor asks": async ({ must, open, value }) => {
		await open(`${out}<button onclick="print(); out.textContent = 'after'">Print</button>`);
		await soon(must("click", { selector: "button" }));
		expect(await value("out.textContent")).toBe("after");
	},
	"what needs a permission does not hold up an action": async ({ must, open, value }) => {
		await open(`${out}<button onclick="
			navigator.geolocation.getCurrentPosition(() => {}, () => {});
			Notification.requestPermission();
			navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => {});
			out.textContent = 'asked'">Ask</button>`);
		expect((await soon(must("click", { selector: "button" }))).text).toContain("asked");
		expect(await value("out.textContent")).toBe("asked");
	},
};

export const dialogMomentCases = group("dialogs", moments, { "in a popup at once": ["held"] });
