// What a page leads to that nobody has allowed: nothing is asked of it, however the page goes about it.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

/** A page of the site that nobody has allowed, and whether anything was asked of it. */
function forbidden({ stranger, path }: CaseContext) {
	const at = path("forbidden");
	const url = stranger.page(at, "<h1>Forbidden</h1>");
	return { url, hits: () => stranger.hits(at) };
}

/** Presses the button of a page that then goes where it should not. */
async function press(context: CaseContext, body: string) {
	await context.open(body);
	return (await context.must("click", { selector: "#go" })).text;
}

const refused = ({ stranger }: CaseContext) =>
	`${stranger.origin} was not loaded: this session may not go there`;

export const fenceCases = group("fence", {
	"a link": async (context) => {
		const { url, hits } = forbidden(context);
		expect(await press(context, `<a id="go" href="${url}?secret">Go</a>`)).toContain(refused(context));
		expect(hits()).toBe(0);
	},
	"what is there then can be left": async (context) => {
		const { url } = forbidden(context);
		await press(context, `<p>Before</p><a id="go" href="${url}">Go</a>`);
		expect((await context.call("get_text")).code).toBe("restricted_url");
		await context.must("back");
		expect((await context.must("get_text", { selector: "p" })).text).toBe("Before");
	},
	"a script": async (context) => {
		const { url, hits } = forbidden(context);
		const text = await press(context, `<button id="go" onclick="location = '${url}'">Go</button>`);
		expect(text).toContain(refused(context));
		expect(hits()).toBe(0);
	},
	"a script at the press of a button, before it is let go": async (context) => {
		const { url, hits } = forbidden(context);
		await context.open(`<button id="go" onmousedown="location.replace('${url}')">Go</button>`);
		await context.call("click", { selector: "#go" });
		expect(hits()).toBe(0);
		expect(await shows(context)).not.toContain("Forbidden");
	},
	"a form": async (context) => {
		const { url, hits } = forbidden(context);
		const text = await press(
			context,
			`<form action="${url}" method="post"><input name="a" value="b"><button id="go">Go</button></form>`,
		);
		expect(text).toContain(refused(context));
		expect(hits()).toBe(0);
	},
	"a redirect at the end of others": async (context) => {
		const { site, path, call } = context;
		const { url, hits } = forbidden(context);
		const second = site.handle(path("second"), (_request, response) =>
			response.writeHead(302, { location: url }).end(),
		);
		const first = site.handle(path("first"), (_request, response) =>
			response.writeHead(302, { location: second }).end(),
		);
		const answer = await call("navigate", { url: first });
		expect(answer.code).toBe("policy_denied");
		expect(answer.text).toContain(context.stranger.origin);
		expect(hits()).toBe(0);
	},
	"a link to a redirect": async (context) => {
		const { site, path } = context;
		const { url, hits } = forbidden(context);
		const first = site.handle(path("first"), (_request, response) =>
			response.writeHead(302, { location: url }).end(),
		);
		expect(await press(context, `<a id="go" href="${first}">Go</a>`)).toContain(refused(context));
		expect(hits()).toBe(0);
	},
	"a refresh": async (context) => {
		const { url, hits } = forbidden(context);
		await context.call("navigate", {
			url: context.serve("<p>Here</p>", `<meta http-equiv="refresh" content="0;url=${url}">`),
		});
		await nothingIsIn(context);
		expect(hits()).toBe(0);
	},
	"a window": async (context) => {
		const { url, hits } = forbidden(context);
		const text = await press(context, `<button id="go" onclick="window.open('${url}')">Go</button>`);
		await never(context, text);
		expect(hits()).toBe(0);
	},
	"an empty window that is led there": async (context) => {
		const { url, hits } = forbidden(context);
		const script = `const there = window.open(''); setTimeout(() => there.location = '${url}')`;
		await never(context, await press(context, `<button id="go" onclick="${script}">Go</button>`));
		expect(hits()).toBe(0);
	},
	"a link into another tab": async (context) => {
		const { url, hits } = forbidden(context);
		await never(context, await press(context, `<a id="go" target="_blank" href="${url}">Go</a>`));
		expect(hits()).toBe(0);
	},
	"a link into another tab that has no opener": async (context) => {
		const { url, hits } = forbidden(context);
		const link = `<a id="go" target="_blank" rel="noopener noreferrer" href="${url}">Go</a>`;
		await never(context, await press(context, link));
		expect(hits()).toBe(0);
	},
	"a link that the browser opens in another tab, by a key or the middle button": async (context) => {
		const { url, hits } = forbidden(context);
		const link = `<a id="go" href="${url}">Go</a>`;
		for (const how of [{ modifiers: ["Control"] }, { button: "middle" }]) {
			await context.open(link);
			await never(context, (await context.must("click", { selector: "#go", ...how })).text);
			expect(hits(), JSON.stringify(how)).toBe(0);
		}
	},
	"frames load what they like": async (context) => {
		const { url, hits } = forbidden(context);
		await context.open(`<iframe src="${url}"></iframe>`);
		expect(hits()).toBe(1);
	},
	"a link into a frame": async (context) => {
		const { url, hits } = forbidden(context);
		await context.open(`<iframe name="in"></iframe><a id="go" target="in" href="${url}">Go</a>`);
		await context.must("click", { selector: "#go" });
		await until("the frame has loaded", () => hits() === 1);
	},
});

async function shows({ call }: CaseContext): Promise<string> {
	return (await call("get_text")).text;
}

/** The tab that the receipt names is there, and nothing is in it. */
async function never(context: CaseContext, receipt: string): Promise<void> {
	const tabId = /new tab: (t\d+)/.exec(receipt)?.[1];
	expect(receipt).toMatch(/new tab: t\d+/);
	await nothingIsIn(context, tabId);
	await context.must("tab_close", { tabId });
}

/** The load was refused, and the browser says so. */
function nothingIsIn({ call }: CaseContext, tabId?: string): Promise<unknown> {
	return until(
		"the load is refused",
		async () => (await call("get_text", { tabId })).code === "restricted_url",
	);
}
