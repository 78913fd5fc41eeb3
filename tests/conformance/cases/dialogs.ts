// Dialogs of pages, at every point of a page's life: they end what opened them, and wait for an answer.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

const out = '<p id="out">nothing</p>';
const OPEN = "dialog_open";

export const dialogCases = group("dialogs", {
	"an alert ends the click that opened it": async ({ must, open }) => {
		await open(`${out}<button onclick="alert('Hello'); out.textContent = 'after'">Say</button>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(
			/^clicked button "Say" \[e\d+\]\ndialog_open: alert "Hello"; answer it with dialog$/,
		);
		const answered = (await must("dialog", { accept: true })).text;
		expect(answered).toContain('accepted alert "Hello"');
		expect(answered).toContain('+ text "after"');
	},
	"one that opens when a server has answered ends the wait, and cuts nothing off": async (context) => {
		const { must, open, site, path } = context;
		const data = path("data");
		site.handle(data, (_request, response) => setTimeout(() => response.end("x"), 150));
		await open(`<button onclick="fetch('${data}').then(() => confirm('Sure?'))">Delete</button>`);
		const started = performance.now();
		const { text } = await must("click", { selector: "button" });
		expect(text).toContain('dialog_open: confirm "Sure?"; answer it with dialog');
		expect(text).not.toContain("the rest was left");
		expect(performance.now() - started).toBeLessThan(1_500);
		await must("dialog", { accept: false });
	},
	"a confirm gets the answer it is given": async ({ must, open, value }) => {
		await open(`${out}<button onclick="out.textContent = confirm('Sure?')">Ask</button>`);
		for (const accept of [true, false]) {
			expect((await must("click", { selector: "button" })).text).toContain('confirm "Sure?"');
			await must("dialog", { accept });
			expect(await value("out.textContent")).toBe(String(accept));
		}
	},
	"a prompt that offers something: that is told, and taken where nothing else is given": async ({
		must,
		call,
		open,
		value,
	}) => {
		await open(`${out}<button onclick="out.textContent = String(prompt('Name?', 'Bob'))">Ask</button>`);
		for (const [answer, got] of [
			[{ accept: true }, "Bob"],
			[{ accept: true, text: "" }, ""],
			[{ accept: false }, "null"],
		] as const) {
			const { text } = await must("click", { selector: "button" });
			expect(text).toContain('dialog_open: prompt "Name?", offering "Bob"');
			expect((await call("get_text")).text).toContain('which offers "Bob"');
			await must("dialog", answer);
			expect(await value("out.textContent")).toBe(got);
		}
	},
	"a prompt gets its text": async ({ must, open, value }) => {
		await open(`${out}<button onclick="out.textContent = String(prompt('Name?'))">Ask</button>`);
		await must("click", { selector: "button" });
		await must("dialog", { accept: true, text: 'Ada "the first"' });
		expect(await value("out.textContent")).toBe('Ada "the first"');
		await must("click", { selector: "button" });
		await must("dialog", { accept: false });
		expect(await value("out.textContent")).toBe("null");
	},
	"while it is open every call says so at once": async ({ call, must, open }) => {
		await open("<button onclick=\"alert('Wait')\">Say</button>");
		await must("click", { selector: "button" });
		for (const [tool, args] of [
			["snapshot", {}],
			["get_text", {}],
			["screenshot", {}],
			["click", { selector: "button" }],
			["type", { selector: "button", text: "x" }],
			["eval", { expression: "1" }],
			["navigate", { url: "about:blank" }],
			["reload", {}],
		] as const) {
			const { code, text } = await call(tool, args);
			expect(`${tool} ${code}`).toBe(`${tool} ${tool === "navigate" && code !== OPEN ? code : OPEN}`);
			if (code === OPEN) expect(text).toContain('"Wait"');
		}
		await must("dialog", { accept: true });
		await must("snapshot");
	},
	"what the answer does in a frame is told": async ({ must, open, serve, sister, path }) => {
		const body = `${out}<button onclick="out.textContent = 'answered ' + confirm('Sure?')">Ask</button>`;
		for (const url of [serve(body), sister.page(path("other"), body)]) {
			await open(`<p>page</p><iframe src="${url}"></iframe>`);
			expect((await must("click", { name: "Ask" })).text).toContain('confirm "Sure?"');
			expect((await must("dialog", { accept: true })).text).toContain('+ text "answered true"');
		}
		await open(`<p>page</p><button onclick="setTimeout(() => alert('later'), 100)">Later</button>`);
		await must("click", { name: "Later" });
		await until("it asks", async () =>
			(await must("tabs_list")).text.includes("(current, a dialog is open)"),
		);
		expect((await must("dialog", { accept: true })).text).toContain("nothing changed on the page");
	},
	"one that comes when the click is done cuts nothing off": async ({ must, open, site, path }) => {
		const data = site.handle(path("data"), (_request, response) => {
			setTimeout(() => response.end("late"), 100);
		});
		await open(`${out}<button onclick="fetch('${data}').then(() => alert('Late'))">Ask</button>`);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(/^clicked button "Ask" \[e\d+\]\ndialog_open: alert "Late"; answer it with dialog$/);
		await must("dialog", { accept: true });
	},
	"keys after the one that opens it are not pressed, and the receipt counts": async ({
		must,
		open,
		value,
	}) => {
		await open(`<input autofocus><script>
			let keys = 0;
			document.querySelector("input").addEventListener("keydown", () => { if (++keys === 3) alert("third"); });
		</script>`);
		await must("click", { selector: "input" });
		const { text } = await must("press", { key: "a", times: 10 });
		expect(text).toMatch(/^pressed a 3 of 10 times\ndialog_open: alert "third"/);
		await must("dialog", { accept: true });
		expect(await value("document.querySelector('input').value.length")).toBeLessThanOrEqual(3);
	},
	"what is left of a drag that it broke off is not done later": async ({ must, open, value }) => {
		const box = "width: 80px; height: 80px";
		await open(`<div id="a" style="${box}">A</div><div id="b" style="${box}">B</div><script>
			moves = 0;
			a.onmousedown = () => alert("down");
			addEventListener("mousemove", ({ buttons }) => { if (buttons) moves += 1; });
		</script>`);
		const { text } = await must("drag", { from: { selector: "#a" }, onto: { selector: "#b" } });
		expect(text).toContain("it came before all of that was done, and the rest was left");
		await must("dialog", { accept: true });
		await must("hover", { selector: "#b" });
		expect(await value("moves")).toBe(0);
	},
	"a slow page of another site is not taken to wait for it": async (context) => {
		const { must, newTab, open, sister, path } = context;
		await open(`<button onclick="alert('Mine')">Say</button>`);
		const asking = await context.current();
		await must("click", { selector: "button" });
		const late = `<p id="out">wait</p><script>setTimeout(() => { out.textContent = "Ready" }, 2500)</script>`;
		await newTab(sister.page(path(), late));
		await must("wait_for", { text: "Ready" });
		const slow = sister.handle(path(), (_request, response) => {
			setTimeout(() => response.end("come"), 2_000);
		});
		await must("navigate", { url: slow });
		await must("dialog", { accept: true, tabId: asking });
	},
	"what was told before it is not told again": async ({ call, must, open }) => {
		await open(
			`${out}<button onclick="out.textContent = 'told'; setTimeout(() => { const so = confirm('Later'); if (so) out.textContent = 'after' }, 500)">Go</button>`,
		);
		const opens = () => until("the dialog opens", async () => (await call("get_text")).code === OPEN);
		expect((await must("click", { selector: "button" })).text).toContain('+ text "told"');
		await opens();
		const dismissed = (await must("dialog", { accept: false })).text;
		expect(dismissed).toContain("nothing changed on the page");
		await must("click", { selector: "button" });
		await opens();
		const { text } = await must("dialog", { accept: true });
		expect(text).toContain('+ text "after"');
		expect(text).toContain('− text "told"');
	},
	"what was not told before it is told then": async ({ must, open, site, path }) => {
		const data = site.handle(
			path("data"),
			(_request, response) => void setTimeout(() => response.end("x"), 300),
		);
		await open(
			`${out}<button onclick="out.textContent = 'loading'; fetch('${data}').then(() => alert('Come'))">Go</button>`,
		);
		expect((await must("click", { selector: "button" })).text).toContain("dialog_open");
		expect((await must("dialog", { accept: true })).text).toContain('+ text "loading"');
	},
	"none is open": async ({ call, open }) => {
		await open("<p>calm</p>");
		expect((await call("dialog", { accept: true })).code).toBe("not_found");
	},
	"one that a timer opens is met by the next call": async ({ call, must, open, value }) => {
		await open(`${out}<script>setTimeout(() => { alert("late"); out.textContent = "after" }, 300)</script>`);
		const waited = await call("wait_for", { text: "after", timeout: 5_000 });
		expect(waited.code).toBe(OPEN);
		await must("dialog", { accept: true });
		expect(await value("out.textContent")).toBe("after");
	},
	"one that a script opens ends the script": async ({ call, must, open }) => {
		await open("<p>calm</p>");
		expect((await call("eval", { expression: "confirm('From a script?')" })).code).toBe(OPEN);
		await must("dialog", { accept: true });
		expect((await must("get_text")).text).toBe("calm");
	},
	"one that opens while the page loads": async ({ call, must, serve, site, path }) => {
		await must("navigate", { url: serve("<p>before</p>") });
		const url = site.page(path("loading"), `<script>alert("at once")</script><p>loaded</p>`);
		expect((await call("navigate", { url })).code).toBe(OPEN);
		await must("dialog", { accept: true });
		await must("wait_for", { text: "loaded" });
	},
	"leaving is asked for and can be refused": async ({ call, must, open, serve }) => {
		const there = serve("<p>there</p>");
		await open(
			`<button onclick="window.addEventListener('beforeunload', (e) => e.preventDefault())">Guard</button><p>here</p>`,
		);
		await must("click", { selector: "button" });
		expect((await call("navigate", { url: there })).code).toBe(OPEN);
		expect((await must("dialog", { accept: false })).text).toContain("dismissed beforeunload");
		expect((await must("get_text")).text).toContain("here");
		expect((await call("navigate", { url: there })).code).toBe(OPEN);
		expect((await must("dialog", { accept: true })).text).toContain(`navigated to ${there}`);
		expect((await must("get_text")).text).toBe("there");
	},
	"one that typing opens": async ({ must, open, value }) => {
		await open(`<input aria-label="Field" oninput="alert('typed')">`);
		expect((await must("type", { selector: "input", text: "a" })).text).toContain(
			'dialog_open: alert "typed"',
		);
		await must("dialog", { accept: true });
		expect(await value("document.querySelector('input').value")).toBe("a");
	},
	"two in a row are answered one by one": async ({ must, open, value }) => {
		await open(`${out}<button onclick="out.textContent = [confirm('one'), confirm('two')]">Ask</button>`);
		expect((await must("click", { selector: "button" })).text).toContain('confirm "one"');
		expect((await must("dialog", { accept: true })).text).toContain('dialog_open: confirm "two"');
		await must("dialog", { accept: false });
		expect(await value("out.textContent")).toBe("true,false");
	},
	"one in a popup says in which tab it is": async ({ call, must, open, site, path, current }) => {
		const popup = site.page(path("popup"), `<button onclick="alert('inside')">Say</button>`);
		await open(`<button onclick="window.open('${popup}')">Open</button>`);
		const opener = await current();
		const tab = /new tab: (t\d+)/.exec((await must("click", { selector: "button" })).text)?.[1];
		expect((await must("click", { selector: "button", tabId: tab })).text).toContain('alert "inside"');
		// The opener may be of the same process, and is then silent, too.
		const { code } = await call("get_text", { tabId: opener });
		expect([OPEN, undefined]).toContain(code);
		await must("dialog", { accept: true, tabId: tab });
		await must("get_text", { tabId: opener });
		await must("tab_close", { tabId: tab });
	},
	"other tabs go on": async ({ must, open, newTab, current, sister, path }) => {
		await open(`<button onclick="alert('Wait')">Say</button>`);
		const blocked = await current();
		const free = await newTab(sister.page(path("free"), "<p>free</p>"));
		await must("click", { selector: "button", tabId: blocked });
		expect((await must("get_text", { tabId: free })).text).toBe("free");
		await must("dialog", { accept: true, tabId: blocked });
	},
	"one in a frame": async ({ must, open, sister, path }) => {
		const inner = sister.page(path("inner"), `<button onclick="alert('framed')">Inside</button>`);
		await open(`<iframe src="${inner}"></iframe>`);
		await until("the frame can be read", async () => (await must("snapshot")).text.includes("Inside"));
		const ref = /button "Inside" \[(\w+)\]/.exec((await must("snapshot")).text)?.[1];
		expect((await must("click", { ref })).text).toContain('dialog_open: alert "framed"');
		await must("dialog", { accept: true });
		expect((await must("snapshot")).text).toContain("Inside");
	},
	"what an open dialog keeps from beginning was not done": async ({ must, call, open, serve, current }) => {
		await open(`<button onclick="alert('Hello')">Say</button>`);
		const tabId = await current();
		await must("click", { selector: "button" });
		const { code, text } = await call("navigate", { url: serve("<p>there</p>"), tabId });
		expect(code).toBe(OPEN);
		expect(text).toContain("Nothing was done.");
		await must("dialog", { accept: true });
		const { text: none } = await call("dialog", { accept: true });
		expect(none).toContain("No dialog is open in this tab.");
		expect(none).toContain("tabs_list says where one is open");
	},
});
