// Loading pages, and all the ways in which they do not load.

import { until } from "@reins/testkit";
import { expect } from "vitest";
import { group } from "../case.ts";

export const navigationCases = group("navigation", {
	"the first navigate opens a tab and tells of the arrival": async ({ must, serve }) => {
		const url = serve("<h1>Here</h1>", "<title>Arrived</title>");
		const { text } = await must("navigate", { url });
		expect(text).toMatch(/^t\d+: http:.* \(HTTP 200\)\ntitle: "Arrived"$/);
		expect(text).toContain(url);
	},
	"navigate stays in the tab that is named": async ({ must, newTab, serve }) => {
		const named = await newTab(serve("<p>first</p>"));
		await newTab(serve("<p>second</p>"));
		await must("navigate", { url: serve("<p>third</p>"), tabId: named });
		expect((await must("get_text", { tabId: named })).text).toBe("third");
		expect((await must("get_text")).text).toBe("second");
	},
	"an error status is told, and its page can be read": async ({ must, site, path }) => {
		const url = site.handle(path(), (_request, response) => {
			response.writeHead(500, { "content-type": "text/html" }).end("<h1>Broken</h1>");
		});
		expect((await must("navigate", { url })).text).toContain("(HTTP 500)");
		expect((await must("get_text")).text).toBe("Broken");
	},
	"redirects are followed to the end": async ({ must, site, serve, path }) => {
		const last = serve("<h1>Last</h1>");
		const middle = site.handle(path(), (_request, response) => {
			response.writeHead(301, { location: last }).end();
		});
		const first = site.handle(path(), (_request, response) => {
			response.writeHead(302, { location: middle }).end();
		});
		expect((await must("navigate", { url: first })).text).toContain(`: ${last} (HTTP 200)`);
	},
	"a redirect to another allowed site is followed": async ({ must, site, other, path }) => {
		const there = other.page(path("there"), "<h1>Other site</h1>");
		const url = site.handle(path(), (_request, response) => {
			response.writeHead(302, { location: there }).end();
		});
		expect((await must("navigate", { url })).text).toContain(there);
		expect((await must("get_text")).text).toBe("Other site");
	},
	"a redirect by script is waited for by the next read": async ({ must, serve }) => {
		const there = serve("<h1>There</h1>");
		await must("navigate", { url: serve(`<script>location.replace("${there}")</script>`) });
		await until("the page is there", async () => (await must("get_text")).text === "There");
	},
	"a refused port answers navigation_failed": async ({ call, closed }) => {
		const answer = await call("navigate", { url: `${closed}/` });
		expect(answer.code, answer.text).toBe("navigation_failed");
		expect(answer.error?.hint).toBeTruthy();
	},
	"after a failed load the tab goes on": async ({ must, call, open, closed }) => {
		await open("<p>before</p>");
		await call("navigate", { url: `${closed}/` });
		await open("<p>after</p>");
		expect((await must("get_text")).text).toBe("after");
	},
	"an answer without content answers navigation_failed and leaves the page": async ({
		must,
		call,
		open,
		site,
		path,
	}) => {
		await open("<p>still here</p>");
		const url = site.handle(path(), (_request, response) => response.writeHead(204).end());
		expect((await call("navigate", { url })).code).toBe("navigation_failed");
		expect((await must("get_text")).text).toBe("still here");
	},
	"a connection that breaks off answers navigation_failed": async ({ call, site, path }) => {
		const url = site.handle(path(), (request) => request.socket.destroy());
		expect((await call("navigate", { url })).code).toBe("navigation_failed");
	},
	"a fragment of the same page does not load it again": async ({ must, open, site, value }) => {
		const url = await open("<h1>Top</h1><h2 id='part'>Part</h2>");
		await value("globalThis.kept = 7");
		expect((await must("navigate", { url: `${url}#part` })).text).toContain("#part");
		expect(await value("globalThis.kept")).toBe(7);
		expect(site.hits(new URL(url).pathname)).toBe(1);
	},
	"waitUntil commit does not wait for the rest": async ({ must, site, path }) => {
		let finish = () => {};
		const image = site.handle(path(), (_request, response) => {
			finish = () => response.writeHead(200, { "content-type": "image/png" }).end();
		});
		const url = site.page(path(), `<p>text</p><img src="${image}" alt="">`);
		await must("navigate", { url, waitUntil: "commit" });
		await must("navigate", { url, waitUntil: "domcontentloaded" });
		expect((await must("get_text")).text).toBe("text");
		finish();
	},
	"a bad address is refused before anything moves": async ({ must, call, open }) => {
		await open("<p>still here</p>");
		expect((await call("navigate", { url: "nonsense" })).code).toBe("bad_url");
		for (const url of [
			"file:///etc/passwd",
			"chrome://settings",
			"javascript:alert(1)",
			"data:text/html,x",
		]) {
			expect((await call("navigate", { url })).code, url).toBe("restricted_url");
		}
		expect((await must("get_text")).text).toBe("still here");
	},
	"a site that policy does not name is refused": async ({ must, call, open }) => {
		await open("<p>still here</p>");
		expect((await call("navigate", { url: "http://169.254.169.254/" })).code).toBe("policy_denied");
		expect((await must("get_text")).text).toBe("still here");
	},
	"unicode in the path arrives as it was meant": async ({ must, site }) => {
		const path = "/navigation/%C3%BCn%C3%AF-%E6%97%A5";
		site.page(path, "<p>ünï-日</p>");
		await must("navigate", { url: `${site.origin}/navigation/ünï-日` });
		expect((await must("get_text")).text).toBe("ünï-日");
	},
	"a page with a service worker of its own loads": async ({ must, site, value, path }) => {
		const script = site.handle(path("worker.js"), (_request, response) => {
			response.writeHead(200, { "content-type": "text/javascript" });
			response.end(
				"addEventListener('fetch', () => {}); addEventListener('activate', () => clients.claim())",
			);
		});
		await must("navigate", { url: site.page(path(), "<h1>Served</h1>") });
		await value(
			`navigator.serviceWorker.register(${JSON.stringify(new URL(script).pathname)}).then(() => 1)`,
		);
		expect((await must("reload")).text).toContain("(HTTP 200)");
		expect((await must("get_text")).text).toBe("Served");
	},
});
