// A site with a service worker in the person's profile, that brings its pages without the network and asks for whatever
// it can the moment it is called.

import { type ChromeLab, type Site, until } from "@reins/testkit";

/** What the worker does when somebody comes: answers by itself, passes it on, or passes it on as its own. */
const ways = ["cached", "passed on", "asked anew"] as const;

const headers = {
	"content-type": "text/html",
	"content-security-policy-report-only": "img-src 'none'; report-uri /csp",
};

/** Asks for everything, while it is there and when it goes. */
const greedy = `<!doctype html><link rel="icon" href="/icon"><link rel="stylesheet" href="/css"><script src="/script"></script>
<iframe src="/frame"></iframe><iframe sandbox="allow-scripts" srcdoc="<script>fetch('/opaque')</script>"></iframe>
<img src="/img"><script type="speculationrules">{"prefetch":[{"urls":["/ahead"],"eagerness":"immediate"}]}</script>
<script>
const socket = location.origin.replace("http", "ws") + "/socket";
const blob = (script) => URL.createObjectURL(new Blob([script]));
fetch("/seen");
fetch("/kept", { keepalive: true });
navigator.sendBeacon("/beacon", "x");
new WebSocket(socket);
new EventSource("/events");
new Worker(blob("fetch('" + location.origin + "/worker'); new WebSocket('" + socket + "')"));
new SharedWorker("/shared.js");
new SharedWorker(blob("fetch('" + location.origin + "/shared')"));
navigator.serviceWorker.controller?.postMessage("ask");
onkeydown = () => fetch("/key");
onpagehide = () => { navigator.sendBeacon("/bye", "x"); fetch("/bye", { keepalive: true }) };
</script>`;

const worker = `oninstall = () => skipWaiting();
onactivate = (event) => event.waitUntil(clients.claim());
onmessage = () => fetch("/told").catch(() => {});
onfetch = (event) => {
	const { request } = event;
	if (request.mode !== "navigate" || request.destination !== "document" || request.url.endsWith("/install")) return;
	const page = () => new Response(${JSON.stringify(greedy).replaceAll("</", "<\\/")}, { headers: ${JSON.stringify(headers)} });
	const way = Number(new URL(request.url).search.slice(1)) % ${ways.length};
	fetch("/woken").catch(() => {});
	if (way === ${ways.indexOf("passed on")}) event.respondWith(fetch(request).catch(page));
	else if (way === ${ways.indexOf("asked anew")}) event.respondWith(fetch(request.url, { credentials: "include" }).catch(page));
	else event.respondWith(page());
};`;

/** Has the person visit it once, so that its worker is in their profile. */
export async function installWorker(site: Site, lab: ChromeLab): Promise<void> {
	const script = { "content-type": "text/javascript", "cache-control": "no-store" };
	site.handle("/sw.js", (_request, response) => response.writeHead(200, script).end(worker));
	site.handle("/shared.js", (_request, response) => response.writeHead(200, script).end("fetch('/shared')"));
	site.page(
		"/install",
		`<script>navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready)
			.then(() => { document.title = "installed" })</script>`,
	);
	const mine = await lab.openTab(`${site.origin}/install`);
	await until("the worker is there", async () =>
		(await lab.tabs()).some(({ id, title }) => id === mine && title === "installed"),
	);
	await lab.evaluate(`chrome.tabs.remove(${mine})`);
}
