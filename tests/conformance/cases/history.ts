// back, forward, reload.

import { expect } from "vitest";
import { group } from "../case.ts";

export const historyCases = group("history", {
	"back and forward go one page each": async ({ must, newTab, serve }) => {
		const [one, two] = [serve("<p>one</p>"), serve("<p>two</p>")];
		await newTab(one);
		await must("navigate", { url: two });
		expect((await must("back")).text).toContain(one);
		expect((await must("get_text")).text).toBe("one");
		expect((await must("forward")).text).toContain(two);
		expect((await must("get_text")).text).toBe("two");
	},
	"the first page has nothing before it": async ({ must, call, newTab, serve }) => {
		await newTab(serve("<p>only</p>"));
		expect((await call("back")).code).toBe("not_found");
		expect((await must("get_text")).text).toBe("only");
	},
	"the last page has nothing after it": async ({ must, call, open }) => {
		await open("<p>last</p>");
		expect((await call("forward")).code).toBe("not_found");
		expect((await must("get_text")).text).toBe("last");
	},
	"a new page ends the way forward": async ({ must, call, newTab, serve }) => {
		await newTab(serve("<p>one</p>"));
		await must("navigate", { url: serve("<p>two</p>") });
		await must("back");
		await must("navigate", { url: serve("<p>three</p>") });
		expect((await call("forward")).code).toBe("not_found");
	},
	"back across a fragment keeps the document": async ({ must, newTab, serve, value }) => {
		const url = serve("<h2 id='part'>Part</h2>");
		await newTab(url);
		await value("globalThis.kept = 7");
		await must("navigate", { url: `${url}#part` });
		const { text } = await must("back");
		expect(text).toContain(url);
		expect(text).not.toContain("#part");
		expect(await value("globalThis.kept")).toBe(7);
	},
	"back to a state that a script has pushed": async ({ must, open }) => {
		await open(`<button onclick="history.pushState({}, '', '?step=2')">Next</button>`);
		await must("click", { selector: "button" });
		expect((await must("back")).text).not.toContain("step=2");
		expect((await must("forward")).text).toContain("step=2");
	},
	"a step that a frame has made": async ({ must, newTab, serve, site, sister, path }) => {
		for (const around of [site, sister]) {
			const second = around.page(path(), "<p>second</p>");
			const first = around.page(path(), `<a href="${second}">Next</a><p>first</p>`);
			const url = serve(`<h1>Outer</h1><iframe src="${first}"></iframe>`);
			await newTab(url);
			await must("click", { name: "Next" });
			await must("wait_for", { text: "second" });
			for (const [way, text] of [
				["back", "first"],
				["forward", "second"],
			] as const) {
				const told = (await must(way)).text;
				expect(told).toContain(url);
				expect(told).toContain("a frame of the page made this step");
				await must("wait_for", { text });
			}
		}
	},
	"a step that a script made in a frame": async ({ must, open, serve }) => {
		await open(
			`<iframe id="f" src="${serve("<p>in</p>")}"></iframe><button onclick="f.contentWindow.location.hash = 'x'">Hash</button>`,
		);
		await must("click", { selector: "button" });
		expect((await must("back")).text).toContain("a frame of the page made this step");
	},
	"a page that gives itself other addresses is not taken for the one that it is left for": async (
		context,
	) => {
		const { must, newTab, serve, site, path, value } = context;
		const picture = site.handle(path("picture"), (_request, response) => {
			setTimeout(() => response.writeHead(404).end(), 700);
		});
		const kept = { "content-type": "text/html", "cache-control": "no-store" };
		// The browser does not keep it to show it again.
		const used =
			"<script>addEventListener('unload', () => {}); navigator.locks.request('one', () => new Promise(() => {}))</script>";
		const first = site.handle(path("first"), (_request, response) => {
			setTimeout(
				() => response.writeHead(200, kept).end(`${used}<p>first</p><img src="${picture}?${Math.random()}">`),
				300,
			);
		});
		const ways = ["history.replaceState({}, '', '?r=' + count)", "location.replace('#' + count)"];
		for (const way of ways) {
			await newTab(first);
			const left = `<p>left</p><script>let count = 0; setInterval(() => { count += 1; ${way} }, 20)</script>`;
			await must("navigate", { url: serve(left) });
			expect((await must("back")).text).toContain(first);
			expect(await value("[document.querySelector('p').textContent, document.readyState].join()")).toBe(
				"first,complete",
			);
		}
	},
	"back within a page that gives itself other addresses": async ({ must, newTab, serve, value }) => {
		const restless = "let count = 0; setInterval(() => history.replaceState({}, '', '?r=' + ++count), 20)";
		await newTab(serve("<h2 id='part'>Part</h2>"));
		await value("globalThis.kept = 7; location.hash = 'part'; 0");
		await value(`${restless}; 0`);
		await must("back");
		expect(await value("globalThis.kept")).toBe(7);
		expect(await value("navigation.currentEntry.index")).toBe(await value("navigation.entries().length - 2"));
	},
	"back to another site works": async ({ must, newTab, serve, other, path }) => {
		const here = serve("<p>here</p>");
		await newTab(here);
		await must("navigate", { url: other.page(path("there"), "<p>there</p>") });
		expect((await must("back")).text).toContain(here);
		expect((await must("get_text")).text).toBe("here");
		await must("forward");
		expect((await must("get_text")).text).toBe("there");
	},
	"reload asks the server again": async ({ must, site, path }) => {
		let count = 0;
		const url = site.handle(path(), (_request, response) => {
			response.writeHead(200, { "content-type": "text/html" }).end(`<p>visit ${++count}</p>`);
		});
		await must("navigate", { url });
		expect((await must("reload")).text).toMatch(/\(HTTP 200\)/);
		expect((await must("get_text")).text).toBe("visit 2");
	},
	"reload forgets what scripts have kept, and old refs are stale": async ({ must, call, open, value }) => {
		await open("<button>Press</button>");
		await value("globalThis.kept = 7");
		const ref = /\[(e\d+)\]/.exec((await must("snapshot")).text)?.[1];
		await must("reload");
		expect(await value("globalThis.kept ?? null")).toBeNull();
		expect((await call("click", { ref })).code).toBe("stale_ref");
	},
	"reload of a form that was sent does not ask anybody": async ({ must, site, path }) => {
		const url = site.page(
			path(),
			`<form method="post" action="${path("sent")}"><button>Send</button></form>`,
		);
		site.handle(path("sent"), (_request, response) => {
			response.writeHead(200, { "content-type": "text/html" }).end("<p>sent</p>");
		});
		await must("navigate", { url });
		await must("click", { selector: "button" });
		expect((await must("reload")).text).toContain("(HTTP 200)");
		expect((await must("get_text")).text).toBe("sent");
	},
});
