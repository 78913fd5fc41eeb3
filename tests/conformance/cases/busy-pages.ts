// Pages whose own script goes on without an end: nothing waits for them to the end of a call, and they can be left.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

const LOOP = `<button onclick="while (1);">Loop</button><p>Words</p>`;

/** Far less than any deadline. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
	const started = performance.now();
	const answer = await work;
	expect(performance.now() - started).toBeLessThan(milliseconds);
	return answer;
}

/** A page that becomes busy when its server says so, and tells the server in the same turn. */
function waitsToBeBusy({ newTab, serve, site, path }: CaseContext) {
	const [begin, begun] = [path("begin"), path("begun")];
	let start: (() => void) | undefined;
	site.handle(begin, (_request, response) => {
		start = () => response.end();
	});
	const script = `fetch("${begin}").then(() => {
		const told = new XMLHttpRequest();
		told.open("GET", "${begun}", false);
		told.send();
		while (1);
	})`;
	return {
		open: () => newTab(serve(`${LOOP}<script>${script}</script>`)),
		async begins() {
			const before = site.hits(begun);
			const go = await until("the page to ask when to begin", () => start);
			start = undefined;
			go();
			await until("the page to be busy", () => site.hits(begun) > before);
		},
	};
}

/** A tab that somebody has used, and whose page is busy. */
async function busy(context: CaseContext): Promise<string> {
	const page = waitsToBeBusy(context);
	const tabId = await page.open();
	await context.must("press", { key: "a", tabId });
	await page.begins();
	return tabId;
}

export const busyPageCases = group("busy-pages", {
	"what is asked of one ends with the reason, and the next question soon": async ({
		call,
		must,
		newTab,
		serve,
	}) => {
		const tabId = await newTab(serve(LOOP));
		const clicked = await within(15_000, call("click", { name: "Loop", tabId }));
		expect(clicked.code, clicked.text).toBe("timeout");
		expect(clicked.text).toContain("The page does not answer: a script of its own keeps it busy.");
		expect(clicked.text).toMatch(/navigate.*tab_new.*tab_close/);
		const read = await within(4_000, call("snapshot", { tabId }));
		expect(read.text).toContain("a script of its own keeps it busy");
		await within(4_000, must("tab_close", { tabId }));
	},
	"stop ends its script, and the page goes on": async (context) => {
		const tabId = await busy(context);
		const { text } = await within(3_000, context.must("stop", { tabId }));
		expect(text).toContain("a script that kept the page busy was ended");
		expect((await within(3_000, context.must("snapshot", { tabId }))).text).toContain("Words");
		expect((await context.must("stop", { tabId })).text).not.toContain("was ended");
	},
	"stop answers soon, whatever comes of it": async (context) => {
		const tabId = await busy(context);
		await within(3_000, context.call("stop", { tabId }));
	},
	"it is left for another site": async (context) => {
		const tabId = await busy(context);
		const there = context.sister.page(context.path(), "<p>There</p>");
		const { text } = await within(5_000, context.must("navigate", { url: there, tabId }));
		expect(text).toContain(there);
	},
	"it is left for its own site, or its server is not blamed": async (context) => {
		const url = context.serve("<p>Here</p>");
		const tabId = await busy(context);
		const { code, text } = await within(20_000, context.call("navigate", { url, tabId }));
		if (code) expect(text).toMatch(/a script of its own keeps it busy[\s\S]*tab_new.*tab_close/);
		else expect(text).toContain(url);
	},
	"it is left for its own site, and loaded again": async (context) => {
		const { must, serve } = context;
		const page = waitsToBeBusy(context);
		const tabId = await page.open();
		await must("press", { key: "a", tabId });
		await page.begins();
		await within(5_000, must("reload", { tabId }));
		expect((await must("get_text", { tabId })).text).toContain("Words");
		await must("press", { key: "a", tabId });
		await page.begins();
		const url = serve("<p>Here</p>");
		expect((await within(5_000, must("navigate", { url, tabId }))).text).toContain(url);
	},
	"one that computes for a while is waited for": async ({ must, newTab, serve }) => {
		const tabId = await newTab(
			serve(
				`<button onclick="const end = Date.now() + 4500; while (Date.now() < end); this.textContent = 'Done'">Compute</button>`,
			),
		);
		expect((await must("click", { name: "Compute", tabId })).text).toContain('button "Done"');
	},
});
