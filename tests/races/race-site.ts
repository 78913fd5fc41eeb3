// A site that leads to another one in every way that a page has, the moment it is touched.

import type { Site } from "@reins/testkit";

/** How a page goes where nobody allowed it to go, once somebody touches `#go`. */
export const raceKinds = [
	...(["replaced at mousedown", "next frame", "redirects", "refresh", "form"] as const),
	...(["window", "empty window", "new tab", "new tab with opener", "history", "prerender"] as const),
	"key",
] as const;
/** More ways to a new tab. */
export const windowKinds = [
	"window that moves on",
	"window by redirect",
	"window of a locked page",
	"window of its own",
] as const;
export type RaceKind = (typeof raceKinds)[number] | (typeof windowKinds)[number];

/** Serves the pages; answers the URL of one by its kind and number. */
export function serveRaces(site: Site, forbidden: Site): (kind: RaceKind, number: number) => string {
	const html = { "content-type": "text/html", "cache-control": "no-store" };
	const queryOf = (url = "/") => new URL(url, site.origin).searchParams;
	const target = (number: string | null) => `${forbidden.origin}/forbidden?${number}`;
	site.handle("/race", ({ url }, response) => {
		const query = queryOf(url);
		const kind = query.get("kind") as RaceKind;
		response
			.writeHead(200, kind === "window of a locked page" ? { ...html, ...locked } : html)
			.end(`<!doctype html>${bodies[kind](target(query.get("n")), query.get("n") ?? "")}`);
	});
	site.handle("/hop", ({ url }, response) => {
		const query = queryOf(url);
		const left = Number(query.get("left"));
		const next = left > 0 ? `/hop?n=${query.get("n")}&left=${left - 1}` : target(query.get("n"));
		response.writeHead(302, { location: next }).end();
	});
	site.handle("/moves", ({ url }, response) => {
		response.writeHead(200, html).end(`<script>location = "${target(queryOf(url).get("n"))}"</script>`);
	});
	site.handle("/refresh", ({ url }, response) => {
		response
			.writeHead(200, html)
			.end(`<meta http-equiv="refresh" content="0;url=${target(queryOf(url).get("n"))}"><p>Soon</p>`);
	});
	// The first time a page, later a way to somewhere else.
	const flipped = new Set<string>();
	site.handle("/flip", ({ url }, response) => {
		const number = queryOf(url).get("n") ?? "";
		if (flipped.has(number)) return response.writeHead(302, { location: target(number) }).end();
		flipped.add(number);
		return response.writeHead(200, html).end(`<script>location = "/race?kind=history&n=${number}"</script>`);
	});
	return (kind, number) => {
		if (kind === "history") return `${site.origin}/flip?n=${number}`;
		return `${site.origin}/race?kind=${encodeURIComponent(kind)}&n=${number}`;
	};
}

/** A page that has no origin. */
const locked = {
	"content-security-policy": "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
};

const button = (script: string) => `<button id="go" onclick="${script}">Go</button>`;

const bodies: Record<RaceKind, (target: string, number: string) => string> = {
	"replaced at mousedown": (to) => `<button id="go" onmousedown="location.replace('${to}')">Go</button>`,
	"next frame": (to) => button(`requestAnimationFrame(() => { location = '${to}' })`),
	redirects: (_to, number) => `<a id="go" href="/hop?n=${number}&left=3">Go</a>`,
	refresh: (_to, number) => `<a id="go" href="/refresh?n=${number}">Go</a>`,
	form: (to) => `<form method="post" action="${to}"><button id="go">Go</button></form>`,
	window: (to) => button(`window.open('${to}')`),
	"empty window": (to) => button(`const w = window.open(''); setTimeout(() => { w.location = '${to}' })`),
	"new tab": (to) => `<a id="go" target="_blank" href="${to}">Go</a>`,
	"new tab with opener": (to) => `<a id="go" target="_blank" rel="opener" href="${to}">Go</a>`,
	history: () => button("history.back()"),
	prerender: (to) =>
		`<script type="speculationrules">{"prerender":[{"urls":["${to}"],"eagerness":"immediate"}]}</script><a id="go" href="${to}">Go</a>`,
	"window that moves on": (_to, number) => button(`window.open('/moves?n=${number}')`),
	"window by redirect": (_to, number) => button(`window.open('/hop?n=${number}&left=1')`),
	"window of its own": (to) => button(`window.open('${to}', '', 'popup,width=300,height=300')`),
	"window of a locked page": (to) => button(`window.open('${to}')`),
	key: (to) => `<input id="go" onkeydown="location = '${to}'">`,
};
