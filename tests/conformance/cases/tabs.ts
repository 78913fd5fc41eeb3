// chrome_status and the tabs of a session.

import { expect } from "vitest";
import { group } from "../case.ts";

export const tabCases = group(
	"tabs",
	{
		"status names browser, policy and session": async ({ must }) => {
			const status = JSON.parse((await must("chrome_status")).text);
			expect(status).toMatchObject({ ready: true, session: "tabs" });
			expect(status.browser).toMatch(/Chrom/);
			expect(status.policy).toMatch(/^(sandbox|strict)$/);
			expect(status.broker.pid).toBeTypeOf("number");
		},
		"a new session has no tabs": async ({ must }) => {
			expect((await must("tabs_list")).text).toBe("no tabs");
		},
		"a session without a tab says so": async ({ call }) => {
			expect((await call("get_text")).code).toBe("no_such_tab");
		},
		"an empty tab can be opened and listed": async ({ must, newTab }) => {
			const handle = await newTab();
			expect((await must("tabs_list")).text).toMatch(new RegExp(`^${handle} \\(current\\) about:blank`));
		},
		"a tab opens with its page loaded": async ({ must, newTab, serve }) => {
			const url = serve("<h1>Ready</h1>", "<title>Opened</title>");
			const handle = await newTab(url);
			expect((await must("tabs_list")).text).toBe(`${handle} (current) ${url} "Opened"`);
			expect((await must("get_text")).text).toBe("Ready");
		},
		"handles are never used again": async ({ must, newTab }) => {
			const first = await newTab();
			await must("tab_close", { tabId: first });
			expect(await newTab()).not.toBe(first);
		},
		"a closed tab answers tab_gone": async ({ must, call, newTab }) => {
			const handle = await newTab();
			expect((await must("tab_close", { tabId: handle })).text).toBe(`closed ${handle}`);
			for (const tool of ["snapshot", "get_text", "screenshot", "reload", "back"]) {
				expect((await call(tool, { tabId: handle })).code, tool).toBe("tab_gone");
			}
		},
		"an unknown handle answers no_such_tab": async ({ call }) => {
			expect((await call("snapshot", { tabId: "t999999" })).code).toBe("no_such_tab");
			expect((await call("tab_close", { tabId: "t999999" })).code).toBe("no_such_tab");
			expect((await call("tab_select", { tabId: "nonsense" })).code).toBe("no_such_tab");
		},
		"select makes a tab the default": async ({ must, newTab, serve }) => {
			const one = await newTab(serve("<p>one</p>"));
			const two = await newTab(serve("<p>two</p>"));
			expect((await must("get_text")).text).toBe("two");
			expect((await must("tab_select", { tabId: one })).text).toContain(`${one} (current)`);
			expect((await must("get_text")).text).toBe("one");
			expect((await must("get_text", { tabId: two })).text).toBe("two");
		},
		"two tabs in turn keep what is theirs": async ({ must, newTab, serve, value }) => {
			const page = (name: string) => serve(`<h1>${name}</h1><input aria-label="Field">`);
			const one = await newTab(page("one"));
			const two = await newTab(page("two"));
			for (let round = 0; round < 3; round++) {
				for (const [tabId, letter] of [
					[one, "a"],
					[two, "b"],
				]) {
					await must("type", { selector: "input", text: letter, tabId });
				}
			}
			expect(await value("document.querySelector('input').value", one)).toBe("aaa");
			expect(await value("document.querySelector('input').value", two)).toBe("bbb");
		},
		"calls to two tabs at once go each to its own": async ({ must, newTab, serve }) => {
			const tabs = [await newTab(serve("<p>one</p>")), await newTab(serve("<p>two</p>"))];
			const seen = await Promise.all(
				Array.from({ length: 10 }, (_, index) => must("get_text", { tabId: tabs[index % 2] })),
			);
			expect(seen.map(({ text }) => text)).toEqual(Array(5).fill(["one", "two"]).flat());
		},
		"a tab can be brought to the front": async ({ must, newTab, serve, value }) => {
			const handle = await newTab(serve("<p>front</p>"));
			await must("tab_select", { tabId: handle, focus: true });
			expect(await value("document.visibilityState", handle)).toBe("visible");
		},
		"a page that did not come is not called refused": async ({ call, must, closed }) => {
			await call("navigate", { url: closed });
			const { text } = await must("tabs_list");
			expect(text).toContain('(an error page of the browser) "(the page did not load)"');
			expect(text).not.toContain("not allowed by the policy");
		},
		"an odd title is shown as text of one line": async ({ must, open }) => {
			await open("<p>x</p>", '<title>A "quoted"\n title \u{1f600} ünï</title>');
			const rows = (await must("tabs_list")).text.split("\n");
			expect(rows.find((row) => row.includes("(current"))).toContain(
				JSON.stringify('A "quoted" title \u{1f600} ünï'),
			);
		},
	},
	{ "a tab can be brought to the front": ["front"] },
);
