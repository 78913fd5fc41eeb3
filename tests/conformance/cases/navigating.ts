// How far a page is waited for, where it really came from, and why one does not come.

import type { ServerResponse } from "node:http";
import { until } from "@reins/testkit";
import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

/** Far less than any deadline. */
const SOON = 5_000;

const nothing = (_request: unknown, response: ServerResponse) => void response.writeHead(204).end();
const html = (response: ServerResponse, body: string) =>
	response.writeHead(200, { "content-type": "text/html" }).end(body);

async function soon<T>(work: Promise<T>): Promise<T> {
	const started = performance.now();
	const answer = await work;
	expect(performance.now() - started).toBeLessThan(SOON);
	return answer;
}

/** The failure that a redirect to this place ends with. */
async function failure({ call, site, path }: CaseContext, location: string) {
	const url = site.handle(path(), (_request, response) => void response.writeHead(302, { location }).end());
	const { code, text, error } = await call("navigate", { url });
	expect(code, text).toBe("navigation_failed");
	return { text, kind: error?.data?.["kind"], reason: String(error?.data?.["reason"]) };
}

/** A page whose address answers differently from the second time on. */
function changing({ site, path }: CaseContext, later: (response: ServerResponse) => void): string {
	let visits = 0;
	return site.handle(path(), (_request, response) => {
		visits += 1;
		if (visits === 1) html(response, "<p>still here</p>");
		else later(response);
	});
}

export const navigatingCases = group("navigating", {
	"networkidle waits for what scripts fetch after the load": async ({ must, site, path }) => {
		const data = site.handle(path("data"), (_request, response) => {
			setTimeout(() => response.end("fetched"), 300);
		});
		const script = `addEventListener("load", () => setTimeout(async () => { out.textContent = await (await fetch("${data}")).text() }))`;
		const url = site.page(path(), `<p id="out">empty</p><script>${script}</script>`);
		await must("navigate", { url, waitUntil: "networkidle" });
		expect((await must("get_text")).text).toBe("fetched");
	},
	"a redirect is told, and from where": async ({ must, site, serve, path }) => {
		const last = serve("<h1>Last</h1>");
		const first = site.handle(path(), (_request, response) => {
			response.writeHead(302, { location: last }).end();
		});
		expect((await must("navigate", { url: first })).text).toContain(`\nredirected from ${first}`);
		expect((await must("navigate", { url: last })).text).not.toContain("redirected");
	},
	"an address that a script has changed is no redirect": async ({ must, serve }) => {
		const url = serve("<script>history.replaceState({}, '', '?changed')</script>");
		const { text } = await must("navigate", { url });
		expect(text).toContain("?changed");
		expect(text).not.toContain("redirected");
	},
	"a refused connection says what it is": async ({ call, closed }) => {
		const { text, error } = await call("navigate", { url: `${closed}/` });
		expect(text).toContain("nothing listens at this address (net::ERR_CONNECTION_REFUSED)");
		expect(error?.data?.["kind"]).toBe("refused");
		expect(error?.hint).toContain("Check the port");
	},
	"a host that does not exist": async (context) => {
		const { kind, text } = await failure(context, "http://nowhere.invalid/");
		expect(kind, text).toBe("dns");
	},
	"a server that speaks no TLS": async (context) => {
		const { kind, text } = await failure(context, context.site.origin.replace("http:", "https:"));
		expect(kind, text).toBe("tls");
	},
	"redirects in a circle": async (context) => {
		const round = context.path("round");
		context.site.handle(
			round,
			(_request, response) => void response.writeHead(302, { location: round }).end(),
		);
		expect((await failure(context, round)).kind).toBe("redirects");
	},
	"a connection that is cut": async ({ call, site, path }) => {
		const url = site.handle(path(), (request) => request.socket.destroy());
		expect((await call("navigate", { url })).error?.data?.["kind"]).toBe("broken");
	},
	"an answer without content": async ({ call, open, site, path }) => {
		await open("<p>still here</p>");
		const { error } = await soon(call("navigate", { url: site.handle(path(), nothing) }));
		expect(error?.data?.["kind"]).toBe("aborted");
		expect(error?.hint).toContain("still there");
	},
	"an error status without a page": async ({ call, site, path }) => {
		const url = site.handle(path(), (_request, response) => void response.writeHead(404).end());
		const { error, text } = await call("navigate", { url });
		expect(error?.data?.["kind"], text).toBe("status");
		expect(text).toContain("the server answered with an error status, such as 404, and no page");
	},
	"a port that browsers do not use": async (context) => {
		expect((await failure(context, "http://127.0.0.1:25/")).kind).toBe("blocked");
	},
	"reload that is answered without content ends soon": async (context) => {
		const { must, call } = context;
		await must("navigate", { url: changing(context, (response) => response.writeHead(204).end()) });
		const { code, text } = await soon(call("reload"));
		expect(code, text).toBe("navigation_failed");
		expect((await must("get_text")).text).toBe("still here");
	},
	"reload that becomes a download ends soon": async (context) => {
		const { must, call } = context;
		const download = { "content-type": "application/octet-stream", "content-disposition": "attachment" };
		await must("navigate", {
			url: changing(context, (response) => response.writeHead(200, download).end("x")),
		});
		expect((await soon(call("reload"))).code).toBe("navigation_failed");
		expect((await must("get_text")).text).toBe("still here");
	},
	"back to what has no content any more ends soon": async (context) => {
		const { must, call, newTab, sister, path } = context;
		const first = changing(context, (response) => response.writeHead(204).end());
		await newTab(first);
		// A page that is not kept is asked for again.
		await must("eval", { expression: "void addEventListener('unload', () => {})" });
		await must("navigate", { url: sister.page(path("second"), "<p>second</p>") });
		const { code } = await soon(call("back"));
		expect([undefined, "navigation_failed"]).toContain(code);
		expect((await must("get_text")).text).toBe(code ? "second" : "still here");
	},
	"reload while the page still loads gets the new page": async ({ must, site, path }) => {
		let visits = 0;
		const image = site.handle(path("image"), () => {
			// Never answered.
		});
		const url = site.handle(path(), (_request, response) => {
			visits += 1;
			if (visits === 1) html(response, `<p>old</p><img src="${image}" alt="">`);
			else setTimeout(() => html(response, "<p>new</p>"), 800);
		});
		await must("navigate", { url, waitUntil: "domcontentloaded" });
		await must("reload");
		expect((await must("get_text")).text).toBe("new");
	},
	"the way back and forward take the same waits": async ({ must, newTab, serve }) => {
		const [one, two] = [serve("<p>one</p>"), serve("<p>two</p>")];
		await newTab(one);
		await must("navigate", { url: two, waitUntil: "networkidle" });
		expect((await must("back", { waitUntil: "commit" })).text).toContain(one);
		expect((await must("forward", { waitUntil: "networkidle" })).text).toContain(two);
	},
	"stop ends a navigation that another call waits for": async ({ must, call, open, site, path }) => {
		await open("<p>still here</p>");
		const url = site.handle(path("silent"), () => {
			// Never answered.
		});
		const waiting = call("navigate", { url });
		await until("the server is asked", () => site.hits(path("silent")) > 0);
		await soon(must("stop"));
		const { error } = await soon(waiting);
		expect(error?.data?.["kind"]).toBe("aborted");
		expect((await must("get_text")).text).toBe("still here");
	},
	"a load that is broken off is over, and the page is used as it is": async ({ must, site, serve, path }) => {
		const stopped = serve("<p>begun</p><script>stop()</script><p>rest</p>");
		const cut = site.handle(path("cut"), (_request, response) => {
			response.writeHead(200, { "content-type": "text/html", "content-length": "5000" });
			response.write("<p>begun</p>", () => setTimeout(() => response.destroy(), 50));
		});
		for (const url of [stopped, cut]) {
			const { text } = await soon(must("navigate", { url }));
			expect(text).toContain("its load was broken off: not everything has come");
			expect((await must("get_text")).text).toContain("begun");
		}
		expect((await must("navigate", { url: serve("<p>whole</p>") })).text).not.toContain("broken off");
	},
	"stop ends the wait for a page that is there in part": async ({ must, open, serve, site, path }) => {
		const never = site.handle(path("never"), () => {});
		await open("<p>before</p>");
		const going = must("navigate", { url: serve(`<p>there</p><img src="${never}">`) });
		await until("its picture is asked for", () => site.hits(new URL(never).pathname) > 0);
		await soon(must("stop"));
		expect((await soon(going)).text).toContain("not everything has come");
	},
	"a file after a way that was refused is told as a file": async ({ call, must, site, stranger, path }) => {
		const location = `${stranger.origin}/`;
		const refused = site.handle(path("refused"), (_request, response) => {
			response.writeHead(302, { location }).end();
		});
		const file = site.handle(path("file"), (_request, response) => {
			response.writeHead(200, { "content-disposition": "attachment; filename=kept.txt" }).end("kept");
		});
		expect((await call("navigate", { url: refused })).code).toBe("policy_denied");
		expect((await must("navigate", { url: file })).text).toContain("downloaded 4 bytes");
	},
	"stop where nothing loads": async ({ must, open }) => {
		const url = await open("<p>calm</p>");
		expect((await must("stop")).text).toContain(url);
	},
	"an address that a script pushes is told, and what changed with it": async ({ must, open }) => {
		await open(
			`<p id="out">one</p><button onclick="history.pushState({}, '', '?page=2'); out.textContent = 'two'">Next</button>`,
		);
		const { text } = await must("click", { selector: "button" });
		expect(text).toMatch(/navigated to \S+\?page=2/);
		expect(text).toContain('text "two"');
	},
	"the outcome of an action and its key are told to programs": async ({ must, call, open }) => {
		await open("<button>Press</button>");
		const keys = new Set<string>();
		for (let count = 0; count < 2; count++) {
			const { outcome } = await must("click", { selector: "button" });
			expect(outcome).toEqual({ outcome: "done", key: expect.stringMatching(/^a/) });
			keys.add(outcome?.key ?? "");
		}
		expect(keys.size).toBe(2);
		expect((await must("get_text")).outcome).toBeUndefined();
		const { error } = await call("click", { selector: "#none" });
		expect(error?.data?.["outcome"]).toEqual({ outcome: "not_executed", key: expect.stringMatching(/^a/) });
	},
	"a link within the page is told": async ({ must, open }) => {
		await open(`<a href="#part">Part</a><div style="height: 3000px"></div><h2 id="part">Part</h2>`);
		expect((await must("click", { selector: "a" })).text).toMatch(/navigated to \S+#part/);
	},
	"a link that is answered without content leaves the page as it is": async ({ must, open, site, path }) => {
		await open(`<p>still here</p><a href="${site.handle(path("none"), nothing)}">Nothing</a>`);
		const { text } = await soon(must("click", { selector: "a" }));
		expect(text).not.toContain("navigated");
		expect((await must("get_text")).text).toContain("still here");
	},
	"a click that leads to a page that does not come": async ({ must, call, open, closed }) => {
		const url = await open(`<a href="${closed}/">Away</a>`);
		const { text } = await must("click", { name: "Away" });
		expect(text).toContain(`${closed}/ did not load: the browser shows an error`);
		expect(text).toContain(`failed request: ${closed}/ "net::ERR_CONNECTION_REFUSED"`);
		const { text: refused } = await call("snapshot");
		expect(refused).toContain("The page did not load");
		expect(refused).toContain("Call navigate, back or reload.");
		expect((await call("reload")).code).toBe("navigation_failed");
		expect((await must("back")).text).toContain(url);
		expect((await must("snapshot")).text).toContain('link "Away"');
	},
	"a click that leads to an error of the server": async ({ must, open, site, path }) => {
		const url = site.handle(path(), (_request, response) => void response.writeHead(500).end("broken"));
		await open(`<a href="${url}">Away</a>`);
		expect((await must("click", { name: "Away" })).text).toContain(`failed request: ${url} "HTTP 500"`);
	},
	"an address out of the history that a script gave is no redirect": async ({ must, open }) => {
		await open(`<button onclick="history.pushState({}, '', '?page=2')">Next</button>`);
		await must("click", { name: "Next" });
		await must("back");
		const { text } = await must("forward");
		expect(text).toContain("?page=2");
		expect(text).not.toContain("redirected");
	},
});
