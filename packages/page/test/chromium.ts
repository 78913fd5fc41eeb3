// A real Chromium for the tests of the page kit, driven over its debugging pipe: the kit is about what a browser
// lays out, hits and hides, and no imitation of a DOM knows that. Small on purpose: it must not depend on `link`.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { KitArgs, KitFunction, KitReply, KitResult } from "@reins/protocol";
// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the workspace, as in every test
import { afterAll, beforeAll } from "vitest";
import { source } from "../src/generated/kit-source.ts";

interface Reply {
	id?: number;
	result?: Record<string, unknown>;
	error?: { message: string };
}

const FLAGS = [
	"--headless=new",
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--remote-debugging-pipe",
	"--window-size=800,600",
	// No page but ours: neither a new tab page nor those behind the address bar, which cost more than all else.
	"--no-startup-window",
	"--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
	// Whatever a document refers to, nothing is fetched from anywhere.
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

/** NUL-terminated JSON over file descriptors 3 and 4. */
class Pipe {
	readonly #waiting = new Map<
		number,
		{ resolve(result: Record<string, unknown>): void; reject(error: Error): void }
	>();
	readonly #out: Writable;
	#rest = "";
	#id = 0;

	constructor(chrome: ChildProcess) {
		this.#out = chrome.stdio[3] as Writable;
		const input = chrome.stdio[4] as Readable;
		input.setEncoding("utf8");
		input.on("data", (chunk: string) => this.#receive(chunk));
		input.on("close", () => this.#failAll(new Error("chromium closed the pipe")));
		chrome.on("error", (error) => this.#failAll(error));
		this.#out.on("error", () => {});
	}

	send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
		this.#id += 1;
		const id = this.#id;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
			this.#out.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
		});
	}

	#failAll(error: Error): void {
		for (const { reject } of this.#waiting.values()) reject(error);
		this.#waiting.clear();
	}

	#receive(chunk: string): void {
		const parts = (this.#rest + chunk).split("\0");
		this.#rest = parts.pop() ?? "";
		for (const part of parts) {
			const reply = JSON.parse(part) as Reply;
			const call = this.#waiting.get(reply.id ?? -1);
			if (!call) continue;
			this.#waiting.delete(reply.id ?? -1);
			if (reply.error) call.reject(new Error(reply.error.message));
			else call.resolve(reply.result ?? {});
		}
	}
}

export class Page {
	readonly #pipe: Pipe;
	readonly #session: string;
	readonly #source: string;
	#world = 0;

	constructor(pipe: Pipe, session: string, source: string) {
		this.#pipe = pipe;
		this.#session = session;
		this.#source = source;
	}

	send(method: string, params: object = {}): Promise<Record<string, unknown>> {
		return this.#pipe.send(method, params, this.#session);
	}

	/** A fresh document with this body, and the kit in its isolated world. */
	async open(html: string): Promise<void> {
		const { frameId } = (await this.send("Page.navigate", { url: "about:blank" })) as { frameId: string };
		await this.send("Page.setDocumentContent", {
			frameId,
			html: `<!doctype html><html><head><title>Test page</title></head><body>${html}</body></html>`,
		});
		await this.#enter(frameId);
	}

	/** A document of a server, loaded as far as it can be, and the kit in its isolated world. */
	async visit(url: string): Promise<void> {
		const { frameId } = (await this.send("Page.navigate", { url })) as { frameId: string };
		await this.#enter(frameId);
		await this.#value("Runtime.evaluate", {
			expression: `document.readyState === "complete" || new Promise((done) => addEventListener("load", done))`,
			contextId: this.#world,
			awaitPromise: true,
		});
		// As whoever opens a page is answered: a large one when it is at rest.
		await this.#value("Runtime.evaluate", {
			expression: "globalThis.reinsKit.rest()",
			contextId: this.#world,
			awaitPromise: true,
		});
	}

	async #enter(frameId: string): Promise<void> {
		const world = await this.send("Page.createIsolatedWorld", { frameId, worldName: "reins" });
		this.#world = world["executionContextId"] as number;
		await this.inject();
	}

	async inject(): Promise<void> {
		await this.#value("Runtime.evaluate", { expression: this.#source, contextId: this.#world });
	}

	/** In the page's own world. */
	evaluate(expression: string): Promise<unknown> {
		return this.#value("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
	}

	/** In the kit's world. */
	besideKit(expression: string): Promise<unknown> {
		return this.#value("Runtime.evaluate", { expression, contextId: this.#world, returnByValue: true });
	}

	async reply<F extends KitFunction>(fn: F, args: KitArgs<F>): Promise<KitReply<F>> {
		return (await this.#value("Runtime.callFunctionOn", {
			functionDeclaration: "function (fn, args) { return globalThis.reinsKit.call(fn, args); }",
			arguments: [{ value: fn }, { value: args }],
			executionContextId: this.#world,
			awaitPromise: true,
			returnByValue: true,
		})) as KitReply<F>;
	}

	/** Calls a function again and again from inside of the page, which changes and scrolls between the calls. */
	async repeat<F extends KitFunction>(fn: F, args: KitArgs<F>, count: number): Promise<void> {
		await this.#value("Runtime.callFunctionOn", {
			functionDeclaration: `async function (fn, args, count) {
				const changing = document.body.appendChild(document.createElement("p"));
				for (let call = 0; call < count; call += 1) {
					changing.textContent = "call " + call;
					scrollTo(0, 300 * (call % 5));
					const { ok, error } = await globalThis.reinsKit.call(fn, args);
					if (!ok) throw new Error(error.message);
				}
				changing.remove();
			}`,
			arguments: [{ value: fn }, { value: args }, { value: count }],
			executionContextId: this.#world,
			awaitPromise: true,
			returnByValue: true,
		});
	}

	/** Milliseconds that the page's main thread computes for a call; unlike the clock, true on a busy machine too. */
	async cost(call: () => Promise<unknown>): Promise<number> {
		const before = await this.#threadTime();
		await call();
		return (await this.#threadTime()) - before;
	}

	async #threadTime(): Promise<number> {
		const { metrics } = (await this.send("Performance.getMetrics")) as {
			metrics: { name: string; value: number }[];
		};
		const metric = metrics.find(({ name }) => name === "ThreadTime");
		if (!metric) throw new Error("this browser does not tell the time of its main thread");
		return metric.value * 1_000;
	}

	async call<F extends KitFunction>(fn: F, args: KitArgs<F>): Promise<KitResult<F>> {
		const reply = await this.reply(fn, args);
		if (reply.ok) return reply.value;
		throw new Error(`${fn}: ${reply.error.code}: ${reply.error.message}`);
	}

	/** The error of a call that must fail. */
	async failure<F extends KitFunction>(fn: F, args: KitArgs<F>) {
		const reply = await this.reply(fn, args);
		if (reply.ok) throw new Error(`${fn} succeeded: ${JSON.stringify(reply.value)}`);
		return reply.error;
	}

	async snapshot(args: KitArgs<"snapshot"> = {}): Promise<string> {
		return (await this.call("snapshot", args)).text;
	}

	/** The line of the snapshot that holds the words, without its indent. */
	async line(words: string): Promise<string> {
		const found = (await this.snapshot()).split("\n").find((line) => line.includes(words));
		if (found === undefined) throw new Error(`no line with ${words} in:\n${await this.snapshot()}`);
		return found.trim();
	}

	async refOf(words: string): Promise<string> {
		const ref = /\[(e\d+)\]/.exec(await this.line(words))?.[1];
		if (!ref) throw new Error(`no ref on the line with ${words}`);
		return ref;
	}

	async #value(method: string, params: object): Promise<unknown> {
		const answer = (await this.send(method, params)) as {
			result: { value?: unknown };
			exceptionDetails?: { text: string; exception?: { description?: string } };
		};
		const failed = answer.exceptionDetails;
		if (failed) throw new Error(failed.exception?.description ?? failed.text);
		return answer.result.value;
	}
}

/** One browser for the test file; the page is ready in every test. */
export function usePage(flags: readonly string[] = []): () => Page {
	let page: Page | undefined;
	let close: (() => Promise<void>) | undefined;
	beforeAll(async () => {
		({ page, close } = await launch(flags));
	}, 60_000);
	afterAll(async () => close?.(), 30_000);
	return () => page as Page;
}

async function launch(flags: readonly string[]): Promise<{ page: Page; close: () => Promise<void> }> {
	const profile = mkdtempSync(join(tmpdir(), "reins-page-"));
	const command = process.env["REINS_CHROME"] ?? "chromium";
	const chrome = spawn(command, [...FLAGS, ...flags, `--user-data-dir=${profile}`], {
		stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
	});
	const ended = new Promise<void>((resolve) => chrome.once("exit", () => resolve()));
	const pipe = new Pipe(chrome);
	const { targetId } = await pipe.send("Target.createTarget", { url: "about:blank" });
	const { sessionId } = await pipe.send("Target.attachToTarget", { targetId, flatten: true });
	const page = new Page(pipe, sessionId as string, source);
	await page.send("Page.enable");
	await page.send("Performance.enable");
	const close = async () => {
		// The browser may be gone before it answers; its exit is what is waited for.
		pipe.send("Browser.close").catch(() => {});
		const killer = setTimeout(() => chrome.kill("SIGKILL"), 5_000);
		await ended;
		clearTimeout(killer);
		rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
	};
	return { page, close };
}
