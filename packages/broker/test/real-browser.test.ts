// A person's browser whose connection comes and goes: what is asked again, what is not, and which browser a
// session means.

import { readFileSync } from "node:fs";
import path from "node:path";
import { newKeyPair, Trace } from "@reins/protocol";
import { until } from "@reins/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BrokerClient } from "../src/client/broker-client.ts";
import { Broker } from "../src/daemon/broker.ts";
import { hello, startBroker } from "./broker-on-socket.ts";
import { FakeExtension, type FakeExtensionOptions } from "./fake-extension.ts";

let running: Awaited<ReturnType<typeof startBroker>>;
let open: { end?(): void; close?(): unknown }[];
beforeEach(async () => {
	running = await startBroker();
	open = [];
});
afterEach(async () => {
	for (const one of open) {
		one.end?.();
		await one.close?.();
	}
	await running.end();
});

async function join(options: FakeExtensionOptions = {}): Promise<FakeExtension> {
	const extension = await FakeExtension.join(running.places.address, options);
	open.push(extension);
	extension.answer = (rpc) => answers(rpc);
	return extension;
}

/** The page's text, said to be of its origin. */
const FENCED = /^<page-([0-9a-f]{8}) https:\/\/a\.example>\nA page\n<\/page-\1>$/;
const page = { url: "https://a.example/", document: "d1", origin: "https://a.example" };

/** A browser with one tab, 7, that shows a page. */
function answers({ method, params }: { method: string; params: Record<string, unknown> }): unknown {
	if (method === "link.committed") return page;
	if (method !== "link.call") return {};
	const row = { tab: "7", url: page.url, title: "A", own: true, crashed: false, discarded: false };
	if (params["primitive"] === "tabs.open") return row;
	if (params["primitive"] === "tabs.list") return [row];
	if (params["primitive"] === "page.call") return { value: { text: "A page", omitted: 0 } };
	if (params["primitive"] === "frames") return [];
	if (params["primitive"] === "nav.reload") return { url: page.url, title: "A" };
	return {};
}

function client(more: { browser?: string; label?: string; allow?: string[] } = {}): BrokerClient {
	const options = hello().session?.options;
	if (!options) throw new Error("The hello of a test has a session.");
	const made = new BrokerClient({
		identity: { name: "test", version: "1", release: "1.0.0" },
		session: {
			...(more.label && { label: more.label }),
			options: {
				...options,
				browser: more.browser ?? "extension",
				allow: more.allow ?? ["https://a.example"],
			},
		},
		places: running.places,
	});
	open.push(made);
	return made;
}

async function call(from: BrokerClient, tool: string, args: Record<string, unknown> = {}): Promise<string> {
	const answer = await from.call("tool.call", { tool, args }, { deadline: 20_000, trace: new Trace() });
	return answer.content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** The public key of the session that has leased a tab. */
function sessionOf(extension: FakeExtension): string {
	return String(extension.calls.find(({ method }) => method === "tab.lease")?.params["session"]);
}

test("a session opens in the browser, its tab gets a handle, and the browser is told", async () => {
	const extension = await join();
	const agent = client();
	expect(await call(agent, "tab_new", { url: page.url })).toMatch(/^t1 /);
	expect(extension.calls.map(({ method }) => method)).toEqual(
		expect.arrayContaining(["session.open", "link.call", "tab.lease"]),
	);
	const lease = extension.calls.find(({ method }) => method === "tab.lease");
	expect(lease?.params).toMatchObject({ tab: "7", handle: "t1" });
	expect(await call(agent, "get_text")).toMatch(FENCED);
});

test("a read that the break has cut off is asked again, in the same epoch", async () => {
	const keys = await newKeyPair(false);
	const first = await join({ keys });
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	first.answer = ({ method, params }) => (method === "link.call" ? undefined : answers({ method, params }));
	const reading = call(agent, "get_text");
	await until("the read is under way", () =>
		first.calls.some(({ params }) => params["primitive"] === "page.call"),
	);
	first.end();
	const second = await join({ keys });
	expect(await reading).toMatch(FENCED);
	expect(second.calls.some(({ params }) => params["primitive"] === "page.call")).toBe(true);
});

test("a write that the break has cut off is never repeated, and its fate is unknown", async () => {
	const keys = await newKeyPair(false);
	const first = await join({ keys });
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	first.answer = ({ method, params }) => (method === "link.call" ? undefined : answers({ method, params }));
	const reloading = call(agent, "reload").catch((error) => error);
	await until("it is under way", () =>
		first.calls.some(({ params }) => params["primitive"] === "nav.reload"),
	);
	first.end();
	const second = await join({ keys });
	expect(await reloading).toMatchObject({
		code: "worker_restarting",
		data: { outcome: { outcome: "unknown" } },
	});
	expect(await call(agent, "get_text")).toMatch(FENCED);
	expect(second.calls.some(({ params }) => params["primitive"] === "nav.reload")).toBe(false);
});

test("another start of the browser: the old handle is stale, the session goes on in the new one", async () => {
	const keys = await newKeyPair(false);
	const first = await join({ keys });
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	first.end();
	await join({ keys, epoch: "ep_2" });
	await expect(call(agent, "get_text", { tabId: "t1" })).rejects.toMatchObject({ code: "stale_tab" });
	expect(await call(agent, "tab_new", { url: page.url })).toMatch(/^t2 /);
});

test("two browsers and none named: ambiguous; by name the right one", async () => {
	const one = await join({ instance: "br_1", name: "Work" });
	const two = await join({ instance: "br_2", name: "Home" });
	await expect(call(client(), "tab_new")).rejects.toMatchObject({
		code: "ambiguous",
		message: expect.stringMatching(/Work, Home/),
	});
	await expect(call(client({ browser: "auto" }), "tab_new")).rejects.toMatchObject({ code: "ambiguous" });
	await call(client({ browser: "home" }), "tab_new");
	expect(one.count("session.open")).toBe(0);
	expect(two.count("session.open")).toBe(1);
});

test("auto takes a connected browser, and stays with it when it is away", async () => {
	const keys = await newKeyPair(false);
	const first = await join({ keys });
	const agent = client({ browser: "auto" });
	await call(agent, "tab_new", { url: page.url });
	first.end();
	const reading = call(agent, "get_text");
	const second = await join({ keys });
	expect(await reading).toMatch(FENCED);
	expect(second.count("session.open")).toBe(0);
});

test("a name comes back to the tabs that its last server left, within the grace", async () => {
	await join();
	const first = client({ label: "my work" });
	await call(first, "tab_new", { url: page.url });
	await first.close();
	await until("the first is gone", async () => {
		const { sessions } = await client().call("status", {}, { deadline: 5_000, trace: new Trace() });
		return sessions.some(({ label, connected }) => label === "my work" && !connected);
	});
	expect(await call(client({ label: "my work" }), "get_text", { tabId: "t1" })).toMatch(FENCED);
});

test("a name with other options gets a session of its own, and nothing of the last one's rights", async () => {
	await join();
	const first = client({ label: "my work" });
	await call(first, "tab_new", { url: page.url });
	await first.close();
	const status = async () =>
		(await client().call("status", {}, { deadline: 5_000, trace: new Trace() })).sessions;
	await until("the first is gone", async () =>
		(await status()).some(({ label, connected }) => label === "my work" && !connected),
	);
	const other = client({ label: "my work", allow: [] });
	await expect(call(other, "get_text", { tabId: "t1" })).rejects.toMatchObject({ code: "leased" });
	expect((await status()).map(({ label }) => label)).toContain("my work 2");
});

test("a browser that comes back while its old line is still open stays connected", async () => {
	const keys = await newKeyPair(false);
	const first = await join({ keys });
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	await join({ keys });
	await until("the old line is closed", () => first.raw.closed);
	expect(await call(agent, "get_text")).toMatch(FENCED);
	const log = readFileSync(path.join(running.places.logs, "broker.log"), "utf8");
	expect(log).not.toContain("extension_lost");
});

test("a tab that the browser does not list any more is not the session's, whoever took it", async () => {
	const extension = await join();
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	const session = sessionOf(extension);
	const sessions = [{ session, label: "test" }];
	extension.tell({ sessions, leases: [{ tab: "7", session, handle: "t1", own: true }] });
	extension.tell({ sessions, leases: [] });
	await until("it is known", async () =>
		call(agent, "get_text", { tabId: "t1" }).then(
			() => false,
			(error) => error.code === "tab_gone",
		),
	);
	expect(extension.count("tab.lease")).toBe(1);
});

test("a broker that is ended by a signal leaves the session in the browser; the next one finds it", async () => {
	const keys = await newKeyPair(false);
	const first = await join({ keys });
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	const session = sessionOf(first);
	await running.broker.stop("received SIGTERM");
	expect(first.count("session.close")).toBe(0);
	const next = new Broker(running.places, "1.0.0");
	await next.start();
	open.push({ close: () => next.stop("end of test") });
	const state = {
		sessions: [{ session, label: "test" }],
		leases: [{ tab: "7", session, handle: "t1", own: true }],
	};
	await join({ keys, state });
	expect(await call(agent, "get_text", { tabId: "t1" })).toMatch(FENCED);
});

test("an answer of another shape than the primitive's is no answer, and ends nobody's connection", async () => {
	const extension = await join();
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	extension.answer = (rpc) => {
		const { primitive } = rpc.params as { primitive?: string };
		if (rpc.method === "link.committed") return { ...page, more: 1 };
		return primitive === "tabs.list" ? [{ tab: 7 }] : answers(rpc);
	};
	await expect(call(agent, "tabs_list")).rejects.toMatchObject({ code: "bad_frame" });
	extension.answer = (rpc) => answers(rpc);
	expect(await call(agent, "tabs_list")).toContain("t1");
});

test("an agent hears how many sites the person has allowed, and not which", async () => {
	await join({ state: { sites: [{ origin: "https://bank.example", level: "read" }] } });
	const status = await call(client(), "chrome_status");
	expect(status).toContain('"sites": 1');
	expect(status).not.toContain("bank.example");
});

test("a person who has switched off answers for the browser", async () => {
	const extension = await join();
	const agent = client();
	await call(agent, "tab_new", { url: page.url });
	extension.tell({ killed: true });
	await until("it is told", async () => (await call(agent, "chrome_status")).includes("switched off"));
});
