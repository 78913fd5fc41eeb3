// The lab: a real Chromium with the real extension, installed by the real command, as a person would have
// it; with hands to kill each of its parts, and eyes that do not keep the worker alive.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ChromeProcess } from "./chrome-process.ts";
import { runReins } from "./commands.ts";
import { ExtensionPage } from "./extension-page.ts";
import type { TestHome } from "./home.ts";
import { LabPopup, type PopupAnswer, type PopupState } from "./lab-popup.ts";
import { refuseFiles } from "./lab-settings.ts";
import { idOf, type LabTab, type LabTarget } from "./lab-terms.ts";
import { isAlive, signal, treeOf } from "./process-table.ts";
import { until } from "./until.ts";

interface LabOptions {
	home: TestHome;
	/** Names the user-data-dir; the same name finds it again. */
	profile?: string;
	/** The display to show a window on; headless without it. */
	display?: string;
	/** What the person calls this browser. */
	name?: string;
	/** Folders of other extensions. */
	others?: readonly string[];
	flags?: readonly string[];
}

const built = fileURLToPath(new URL("../../cli/dist/extension", import.meta.url));

export class ChromeLab {
	readonly home: TestHome;
	readonly userDataDir: string;
	readonly extensionId: string;
	readonly #options: LabOptions;
	readonly #folder: string;
	#chrome!: ChromeProcess;
	#quiet!: ExtensionPage;
	#popup: LabPopup | undefined;
	#own: number[] = [];

	private constructor(options: LabOptions, userDataDir: string, folder: string) {
		this.#options = options;
		this.home = options.home;
		this.userDataDir = userDataDir;
		this.#folder = folder;
		this.extensionId = idOf(folder);
	}

	static async start(options: LabOptions): Promise<ChromeLab> {
		const { home, profile = "default", name } = options;
		const userDataDir = join(home.labBrowsers, profile);
		const installed = await runReins(home, ["install", "--user-data-dir", userDataDir]);
		if (installed.code !== 0) throw new Error(`reins install: ${installed.err || installed.out}`);
		const stable = join(home.path, "extension");
		const folder = existsSync(join(stable, "manifest.json")) ? stable : built;
		const lab = new ChromeLab(options, userDataDir, folder);
		await lab.#launch();
		if (name) await lab.must({ do: "rename", name });
		return lab;
	}

	get pid(): number {
		return this.#chrome.pid;
	}

	async #launch(): Promise<void> {
		const { home, display, others = [], flags = [] } = this.#options;
		this.#chrome = await ChromeProcess.start({
			userDataDir: this.userDataDir,
			extensions: [this.#folder, ...others],
			env: { ...home.env, ...(display && { DISPLAY: display }) },
			headed: display !== undefined,
			flags,
		});
		this.#popup = undefined;
		this.#own = [];
		await until("the extension is loaded", () => this.worker(), 20_000);
		// A file of the extension that runs nothing: it can ask Chrome, and keeps nobody awake.
		this.#quiet = await this.#openPage("manifest.json");
	}

	async #openPage(path: string): Promise<ExtensionPage> {
		const page = await ExtensionPage.open(
			this.#chrome.pipe,
			`chrome-extension://${this.extensionId}/${path}`,
		);
		await until(`${path} of the extension is open`, () =>
			page.evaluate<boolean>("document.readyState === 'complete' && Boolean(globalThis.chrome?.tabs)"),
		);
		this.#own.push(await page.evaluate<number>("chrome.tabs.getCurrent().then((tab) => tab.id)"));
		return page;
	}

	/** Evaluates in a page of the extension that itself does nothing. */
	evaluate<T>(expression: string): Promise<T> {
		return this.#quiet.evaluate<T>(expression);
	}

	call<T>(body: string, ...args: unknown[]): Promise<T> {
		return this.#quiet.call<T>(body, ...args);
	}

	/** Opens the popup, as a background tab, so that later requests are quick. */
	async openPopup(): Promise<void> {
		this.#popup ??= await LabPopup.open(await this.#openPage("popup.html"), this.#quiet);
	}

	/** Closes the popup, which asks the worker for news and so wakes it. */
	async closePopup(): Promise<void> {
		await this.#popup?.close();
		this.#popup = undefined;
	}

	/** Asks the worker as the popup does. */
	async ask(request: Record<string, unknown>): Promise<PopupAnswer> {
		await this.openPopup();
		return (this.#popup as LabPopup).ask(request);
	}

	/** The same, where a refusal is a failure of the test; answers the popup's state. */
	async must(request: Record<string, unknown>): Promise<PopupState> {
		const answer = await this.ask(request);
		if (!answer?.ok) throw new Error(`${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
		return answer.state;
	}

	state(): Promise<PopupState> {
		return this.must({ ask: "state" });
	}

	/** Puts a site on the person's list, or takes it off. */
	async allow(origin: string, level: "read" | "act" | "script" | null = "script"): Promise<void> {
		await this.must({ do: "site", origin, level });
	}

	/** What `reins status` says. */
	async status(): Promise<{ browsers: Record<string, unknown>[]; sessions: Record<string, unknown>[] }> {
		const { out } = await runReins(this.home, ["status", "--json"]);
		const status = JSON.parse(out || "{}") as Partial<Awaited<ReturnType<ChromeLab["status"]>>>;
		return { browsers: status.browsers ?? [], sessions: status.sessions ?? [] };
	}

	/** Waits until popup and broker agree that the extension is connected. */
	async connected(limit = 10_000): Promise<void> {
		await until(
			"the popup says connected",
			async () => (await this.state()).connection === "connected",
			limit,
		);
		await until(
			"the broker shows the extension",
			async () => (await this.status()).browsers.some((browser) => browser["kind"] === "extension"),
			limit,
		);
		await this.closePopup();
	}

	async targets(): Promise<LabTarget[]> {
		const { targetInfos } = await this.#chrome.pipe.send<{ targetInfos: LabTarget[] }>("Target.getTargets");
		return targetInfos;
	}

	/** The service worker while it runs. Nobody attaches to it: that would keep it alive. */
	async worker(): Promise<LabTarget | undefined> {
		const prefix = `chrome-extension://${this.extensionId}/`;
		return (await this.targets()).find(
			({ type, url }) => type === "service_worker" && url.startsWith(prefix),
		);
	}

	/** Kills the worker and answers when it was told to, once its death is certain. */
	async killWorker(): Promise<number> {
		for (;;) {
			const { targetId } = await until("the worker runs", () => this.worker());
			const death = this.#destroyed(targetId);
			const at = performance.now();
			await this.#chrome.pipe.send("Target.closeTarget", { targetId }).catch(() => {});
			// Within some 10 ms of a wake Chrome says yes and does nothing.
			if (await death) return at;
		}
	}

	/** Ends the workers of a site; they run again when they are needed. */
	async stopWorkers(origin: string): Promise<void> {
		const workers = (await this.targets()).filter(
			({ type, url }) => type === "service_worker" && url.startsWith(`${origin}/`),
		);
		for (const { targetId } of workers) {
			const death = this.#destroyed(targetId, 2_000);
			await this.#chrome.pipe.send("Target.closeTarget", { targetId }).catch(() => {});
			await death;
		}
	}

	#destroyed(targetId: string, limit = 300): Promise<boolean> {
		return new Promise((resolve) => {
			const done = (answer: boolean) => {
				clearTimeout(timer);
				stop();
				resolve(answer);
			};
			const timer = setTimeout(() => done(false), limit);
			const stop = this.#chrome.pipe.listen((method, params) => {
				if (method === "Target.targetDestroyed" && params["targetId"] === targetId) done(true);
			});
		});
	}

	/** Crashes the process of the page or frame that shows this URL; of a page that moves on, ask for it each time. */
	async killRenderer(url: string | (() => string)): Promise<number> {
		const wanted = typeof url === "string" ? () => url : url;
		for (;;) {
			const page = await until(`a page shows ${wanted()}`, async () =>
				(await this.targets()).find(
					({ type, url: shown }) => ["page", "iframe"].includes(type) && shown === wanted(),
				),
			);
			const at = await this.#crash(page.targetId);
			if (at !== undefined) return at;
		}
	}

	/** When it was told to crash; unset where it was about to go elsewhere: Chrome refuses then, or it was faster. */
	async #crash(targetId: string): Promise<number | undefined> {
		const { pipe } = this.#chrome;
		const attach = { targetId, flatten: true };
		const { sessionId } = await pipe.send<{ sessionId: string }>("Target.attachToTarget", attach);
		const at = performance.now();
		const crashed = await new Promise<boolean>((resolve) => {
			const done = (answer: boolean) => {
				stop();
				resolve(answer);
			};
			const stop = pipe.listen((method) => {
				if (method === "Inspector.targetCrashed" || method === "Target.targetCrashed") done(true);
			});
			// Who crashes does not answer.
			pipe.send("Page.crash", {}, sessionId).catch((error: Error) => {
				if (/pending navigations|navigated or closed/.test(error.message)) done(false);
			});
		});
		await pipe.send("Target.detachFromTarget", { sessionId }).catch(() => {});
		return crashed ? at : undefined;
	}

	/** Has the browser do something to the page that shows this URL, as its own tools could. */
	async command(url: string, method: string, params: Record<string, unknown>): Promise<void> {
		const { pipe } = this.#chrome;
		const page = (await this.targets()).find((target) => target.type === "page" && target.url === url);
		if (!page) throw new Error(`No page shows ${url}.`);
		const attach = { targetId: page.targetId, flatten: true };
		const { sessionId } = await pipe.send<{ sessionId: string }>("Target.attachToTarget", attach);
		await pipe.send(method, params, sessionId);
		await pipe.send("Target.detachFromTarget", { sessionId });
	}

	/** The native hosts that this browser has started. */
	shims(): number[] {
		const mine = treeOf(this.pid);
		return this.home.shims().filter((pid) => mine.includes(pid));
	}

	async killShim(): Promise<number> {
		return kill(await until("a shim runs", () => this.shims()[0]));
	}

	async killBroker(): Promise<number> {
		return kill(await until("a broker runs", () => this.home.brokers()[0]));
	}

	/** SIGKILL of the whole browser, then a new start with the same user-data-dir. */
	async restart(): Promise<void> {
		await this.#chrome.kill();
		await this.#launch();
	}

	/** Takes "Allow access to file URLs" from the extension, as it is where it comes out of a store. Chrome reloads it. */
	async refuseFiles(): Promise<void> {
		const old = await until("the worker runs", () => this.worker());
		await refuseFiles(this.#chrome.pipe, this.extensionId);
		await until("the extension is loaded again", async () => {
			const worker = await this.worker();
			return worker !== undefined && worker.targetId !== old.targetId;
		});
		this.#popup = undefined;
		this.#own = [];
		this.#quiet = await this.#openPage("manifest.json");
	}

	/** Chrome's ids of the tabs that have a debugger; the lab's own pages do not count. */
	attachedTabs(): Promise<number[]> {
		return this.call<number[]>(
			`async (own) => (await chrome.debugger.getTargets())
				.filter((target) => target.attached && target.tabId !== undefined && !own.includes(target.tabId))
				.map((target) => target.tabId)`,
			this.#own,
		);
	}

	/** Chrome's tabs without the lab's own pages. */
	tabs(): Promise<LabTab[]> {
		return this.call<LabTab[]>(
			`async (own) => (await chrome.tabs.query({})).filter(({ id }) => !own.includes(id))
				.map(({ id, windowId, url, title, active, discarded, status }) =>
					({ id, windowId, url, title, active, discarded, status }))`,
			this.#own,
		);
	}

	/** Opens a tab as the person does, in the background unless told otherwise. */
	openTab(url: string, active = false): Promise<number> {
		return this.call<number>(
			"async (url, active) => (await chrome.tabs.create({ url, active })).id",
			url,
			active,
		);
	}

	/** The person goes elsewhere in a tab that shows `from`. */
	async leadAway(from: string, to: string): Promise<void> {
		const tab = await until(`a tab shows ${from}`, async () =>
			(await this.tabs()).find(({ url }) => url === from),
		);
		await this.call("(tab, url) => chrome.tabs.update(tab, { url }).then(() => {})", tab.id, to);
		await until(`the tab has left ${from}`, async () =>
			(await this.tabs()).some(
				({ id, url, status }) => id === tab.id && url !== from && status === "complete",
			),
		);
	}

	/** Puts a tab to sleep; answers its id, which may be another one then. */
	discard(tab: number): Promise<number> {
		return this.call<number>("async (tab) => (await chrome.tabs.discard(tab))?.id ?? tab", tab);
	}

	/**
	 * What pressing Cancel on the debugging bar does. Headless there is no bar to press, so it is done in two
	 * steps: every debugger of the extension is really detached, then its worker hears Chrome's event.
	 */
	async cancelDebugger(): Promise<void> {
		const attached = await this.attachedTabs();
		const { targetId } = await until("the worker runs", () => this.worker());
		const { pipe } = this.#chrome;
		const { sessionId } = await pipe.send<{ sessionId: string }>("Target.attachToTarget", {
			targetId,
			flatten: true,
		});
		await this.call(
			"(tabs) => Promise.all(tabs.map((tabId) => chrome.debugger.detach({ tabId })))",
			attached,
		);
		const dispatch = `for (const tabId of ${JSON.stringify(attached)})
			chrome.debugger.onDetach.dispatch({ tabId }, "canceled_by_user")`;
		const said = await pipe.send("Runtime.evaluate", { expression: dispatch }, sessionId);
		await pipe.send("Target.detachFromTarget", { sessionId });
		if (said["exceptionDetails"]) throw new Error(JSON.stringify(said["exceptionDetails"]));
	}

	/** From now on writes down which tab and which window come to the front, and when. */
	async recordFocus(): Promise<void> {
		await this.evaluate(`
			globalThis.focusChanges = [];
			chrome.tabs.onActivated.addListener(({ tabId }) =>
				focusChanges.push({ kind: "tab", id: tabId, at: performance.now() }));
			chrome.windows.onFocusChanged.addListener((id) =>
				focusChanges.push({ kind: "window", id, at: performance.now() }));`);
	}

	focusChanges(): Promise<{ kind: "tab" | "window"; id: number; at: number }[]> {
		return this.evaluate("focusChanges");
	}

	async activeTab(): Promise<number | undefined> {
		return this.evaluate<number | undefined>(
			"chrome.tabs.query({ active: true, lastFocusedWindow: true }).then((tabs) => tabs[0]?.id)",
		);
	}

	focusedWindow(): Promise<number> {
		return this.evaluate<number>("chrome.windows.getLastFocused().then((window) => window.id)");
	}

	/** Ends the browser; its shims end with it, and the broker leaves by itself. */
	close(): Promise<void> {
		return this.#chrome.close();
	}
}

/** Answers when the signal was sent, once the process is no more. */
async function kill(pid: number): Promise<number> {
	const at = performance.now();
	signal(pid, "SIGKILL");
	await until(`process ${pid} is dead`, () => !isAlive(pid));
	return at;
}
