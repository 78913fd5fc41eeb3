// Tabs that a page opens: they belong to the session, and the receipt names them.

import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const opened = (text: string) => /new tab: (t\d+)/.exec(text)?.[1];

export const popupCases = group("popups", {
	"a link into a tab that is there by its name": async ({ must, open, serve }) => {
		const [one, two] = [serve("<p>one</p>"), serve("<p>two</p>")];
		await open(`<a target="side" href="${one}">One</a><a target="side" href="${two}">Two</a>`);
		const first = (await must("click", { name: "One" })).text;
		const opened = /new tab: (t\d+)/.exec(first)?.[1];
		expect((await must("click", { name: "Two" })).text).toContain(`opened in ${opened}: ${two}`);
	},
	"a link to a new tab is named in the receipt": async ({ must, open, serve }) => {
		const there = serve("<h1>Popup</h1>");
		await open(`<a href="${there}" target="_blank">Go</a>`);
		const { text } = await must("click", { selector: "a" });
		const tabId = opened(text);
		expect(text).toMatch(/new tab: t\d+ http/);
		expect((await must("get_text", { tabId })).text).toBe("Popup");
		await must("tab_close", { tabId });
	},
	"noopener makes no difference": async ({ must, open, serve }) => {
		const there = serve("<h1>Popup</h1>");
		await open(`<a href="${there}" target="_blank" rel="noopener noreferrer">Go</a>`);
		const tabId = opened((await must("click", { selector: "a" })).text);
		expect((await must("get_text", { tabId })).text).toBe("Popup");
		await must("tab_close", { tabId });
	},
	"a window that a script opens": async ({ must, open, serve }) => {
		const there = serve("<h1>Popup</h1>");
		await open(`<button onclick="window.open('${there}')">Go</button>`);
		const tabId = opened((await must("click", { selector: "button" })).text);
		expect((await must("get_text", { tabId })).text).toBe("Popup");
		await must("tab_close", { tabId });
	},
	"a window whose page comes late is waited for": async ({ must, open, site, path }) => {
		let answer = () => {};
		const there = site.handle(path("late"), (_request, response) => {
			answer = () => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Popup</h1>");
		});
		await open(`<button onclick="window.open('${there}')">Go</button>`);
		const tabId = opened((await must("click", { selector: "button" })).text);
		const text = must("get_text", { tabId });
		await must("get_text");
		answer();
		expect((await text).text).toBe("Popup");
		await must("tab_close", { tabId });
	},
	"a new tab at a site that nobody has allowed is named by its origin": async (context) => {
		const { must, open, stranger, path } = context;
		const there = stranger.page(path("closed"), "<h1>Popup</h1>");
		await open(`<a href="${there}?token=secret" target="_blank">Go</a>`);
		const { text } = await must("click", { selector: "a" });
		expect(text).toMatch(new RegExp(`^new tab: t\\d+ ${stranger.origin} \\(did not load\\)$`, "m"));
		expect(text).not.toContain("secret");
		await must("tab_close", { tabId: opened(text) });
	},
	"a popup is not the current tab": async ({ must, open, serve, current }) => {
		await open(`<p>opener</p><a href="${serve("<h1>Popup</h1>")}" target="_blank">Go</a>`);
		const before = await current();
		const tabId = opened((await must("click", { selector: "a" })).text);
		expect(await current()).toBe(before);
		expect((await must("get_text", { selector: "p" })).text).toBe("opener");
		await must("tab_close", { tabId });
	},
	"a popup opened by a tab in the background": async ({ must, newTab, serve }) => {
		const there = serve("<h1>Popup</h1>");
		const back = await newTab(serve(`<a href="${there}" target="_blank">Go</a>`));
		await newTab(serve("<p>front</p>"));
		const tabId = opened((await must("click", { selector: "a", tabId: back })).text);
		expect((await must("get_text", { tabId })).text).toBe("Popup");
		expect((await must("get_text")).text).toBe("front");
		await must("tab_close", { tabId });
	},
	"one whose page does not come says so": async ({ must, open, closed }) => {
		await open(`<a href="${closed}/" target="_blank">Nowhere</a>`);
		const { text } = await must("click", { name: "Nowhere" });
		expect(text).toMatch(/^new tab: t\d+ http:.* \(did not load\)$/m);
		await must("tab_close", { tabId: /new tab: (t\d+)/.exec(text)?.[1] });
	},
	"a popup can be acted in and closed by its page": async ({ must, call, open, serve }) => {
		const there = serve('<button onclick="window.close()">Done</button>');
		await open(`<button onclick="window.open('${there}')">Go</button>`);
		const tabId = opened((await must("click", { selector: "button" })).text);
		expect((await must("click", { selector: "button", tabId })).text).toContain("the tab closed");
		expect((await call("get_text", { tabId })).code).toBe("tab_gone");
	},
	"two popups of one click": async ({ must, open, serve }) => {
		const [one, two] = [serve("<h1>One</h1>"), serve("<h1>Two</h1>")];
		await open(`<button onclick="window.open('${one}'); window.open('${two}')">Go</button>`);
		const before = (await must("tabs_list")).text.split("\n").length;
		const { text } = await must("click", { selector: "button" });
		const handles = [...text.matchAll(/new tab: (t\d+)/g)].map(([, handle]) => handle as string);
		// A browser that blocks the second one has blocked it; it never goes unnamed.
		expect(handles.length).toBeGreaterThanOrEqual(1);
		expect((await must("tabs_list")).text.split("\n")).toHaveLength(before + handles.length);
		for (const tabId of handles) await must("tab_close", { tabId });
	},
	"a receipt names the tabs of its own tab, and not those that are opened beside it": async (context) => {
		const { must, newTab, serve } = context;
		const slow = slowly(context);
		const inner = serve("<h1>Inner</h1>");
		const outer = serve(`<button onclick="window.open('${inner}')">Inner</button>`);
		const waits = `fetch("${slow.url}").then((answer) => answer.text()).then((text) => { result.textContent = text; })`;
		const here = await newTab(serve(`<button onclick='${waits}'>Wait</button><p id="result"></p>`));
		const beside = await newTab(serve(`<button onclick="window.open('${outer}')">Open</button>`));
		const clicked = must("click", { selector: "button", tabId: here });
		await slow.asked;
		const [made, other] = await Promise.all([
			must("tab_new", { url: inner }),
			must("click", { selector: "button", tabId: beside }),
		]);
		const popup = opened(other.text);
		expect(other.text.match(/new tab/g)).toHaveLength(1);
		expect(made.text).not.toMatch(new RegExp(`^${popup} `));
		slow.answer();
		const { text } = await clicked;
		expect(text).toContain("answered");
		expect(text).not.toContain("new tab");
		for (const tabId of [popup, /^t\d+/.exec(made.text)?.[0]]) await must("tab_close", { tabId });
	},
	"a link that the browser opens in a new tab is its own tab's too": async (context) => {
		const { must, newTab, serve } = context;
		const slow = slowly(context);
		const there = serve("<h1>Popup</h1>");
		const here = await newTab(serve(`<button onclick='fetch("${slow.url}")'>Wait</button>`));
		const beside = await newTab(serve(`<a href="${there}">Go</a>`));
		const clicked = must("click", { selector: "button", tabId: here });
		await slow.asked;
		const handles: (string | undefined)[] = [];
		for (const how of [{ button: "middle" }, { modifiers: ["Control"] }]) {
			const { text } = await must("click", { selector: "a", tabId: beside, ...how });
			expect(text).toContain(there);
			handles.push(opened(text));
		}
		slow.answer();
		expect((await clicked).text).not.toContain("new tab");
		for (const tabId of handles) await must("tab_close", { tabId });
	},
});

/** An address that is answered when it is told to. */
function slowly({ site, path }: CaseContext) {
	let answer = () => {};
	let hasAsked = () => {};
	const asked = new Promise<void>((resolve) => {
		hasAsked = resolve;
	});
	const url = site.handle(path("slow"), (_request, response) => {
		answer = () => response.end("answered");
		hasAsked();
	});
	return { url, asked, answer: () => answer() };
}
