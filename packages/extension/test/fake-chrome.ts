// As much of Chrome as the worker's own checks need: it remembers what was asked of it.

// biome-ignore lint/correctness/noUndeclaredDependencies: a tool of the workspace, as in every test
import { vi } from "vitest";

export interface FakeTab {
	id: number;
	url: string;
	incognito?: boolean;
	openerTabId?: number;
	status?: string;
	window?: number;
	active?: boolean;
}

type Listener = (...args: unknown[]) => unknown;

export const OWN_ID = "abcdefghijklmnopabcdefghijklmnop";

export class FakeChrome {
	tabs: FakeTab[];
	/** Tabs that a debugger was attached to. */
	readonly attached: number[] = [];
	/** How many wait for their debugger, and until when. */
	attaching = 0;
	mayAttach = Promise.resolve();
	/** How many commands pages were sent; none is obeyed. */
	asked = 0;
	readonly closed: number[] = [];
	/** Where tabs were led. */
	readonly loaded: [tab: number, url: string][] = [];
	readonly reloaded: number[] = [];
	/** The window that has the focus. */
	focused = 1;
	/** How its windows stand. */
	windows: { id: number; focused: boolean; state: string }[] = [];
	/** Windows that were minimised, or put behind other applications. */
	readonly putAway: [how: string, id: number][] = [];
	/** Tabs and windows that were brought to the front. */
	readonly shown: [what: "tab" | "window", id: number][] = [];
	/** Addresses of frames, by tab. */
	readonly frames: Record<number, string[]> = {};
	/** Scripts of workers that run. */
	workers: string[] = [];
	/** The rules of now, and whether Chrome takes any. */
	rules: Record<string, unknown>[] = [];
	takesRules = true;
	/** What its rules can speak of that older ones cannot. */
	readonly conditions: Record<string, string> = { EXCLUDED_TOP_DOMAINS: "excludedTopDomains" };
	readonly #listeners = new Map<string, Listener[]>();

	constructor(tabs: FakeTab[] = []) {
		this.tabs = tabs;
		vi.stubGlobal("chrome", this.#interface());
		vi.stubGlobal("navigator", {});
	}

	/** What the listeners of an event answer. */
	fire(event: string, ...args: unknown[]): unknown[] {
		return (this.#listeners.get(event) ?? []).map((listener) => listener(...args));
	}

	/** A tab comes to the front of its window, whoever has brought it there. */
	activate(id: number): void {
		const tab = this.tabs.find((one) => one.id === id);
		if (!tab) throw new Error("No tab with id");
		const { window = 1 } = tab;
		for (const one of this.tabs) if ((one.window ?? 1) === window) one.active = one.id === id;
		this.fire("activated", { tabId: id, windowId: window });
	}

	/** A window gets the focus. */
	focus(id: number): void {
		this.focused = id;
		this.fire("focused", id);
	}

	#event(name: string) {
		return {
			addListener: (listener: Listener) =>
				this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]),
			removeListener: () => {},
		};
	}

	#tab({
		id,
		url,
		incognito = false,
		openerTabId,
		status = "complete",
		window = 1,
		active = false,
	}: FakeTab) {
		return {
			status,
			openerTabId,
			id,
			url,
			title: "A title",
			windowId: window,
			active,
			discarded: false,
			incognito,
			groupId: -1,
		};
	}

	#interface() {
		const store = () => {
			const values: Record<string, unknown> = {};
			return {
				get: async () => ({ ...values }),
				set: async (more: object) => void Object.assign(values, more),
			};
		};
		return {
			runtime: {
				id: OWN_ID,
				getManifest: () => ({ version: "1.0.0" }),
				onMessage: this.#event("message"),
				onConnect: this.#event("connect"),
			},
			extension: { isAllowedFileSchemeAccess: async () => false },
			storage: { local: store(), session: store() },
			tabs: {
				query: async ({ active }: { active?: boolean } = {}) =>
					this.tabs.map((tab) => this.#tab(tab)).filter((tab) => !active || tab.active),
				get: async (id: number) => {
					const found = this.tabs.find((tab) => tab.id === id);
					if (!found) throw new Error("No tab with id");
					return this.#tab(found);
				},
				update: async (id: number, { url, active }: { url?: string; active?: boolean }) => {
					if (url !== undefined) this.loaded.push([id, url]);
					if (!active) return;
					this.shown.push(["tab", id]);
					this.activate(id);
				},
				onActivated: this.#event("activated"),
				reload: async (id: number) => void this.reloaded.push(id),
				remove: async (id: number) => void this.closed.push(id),
				group: async () => 1,
				ungroup: async () => {},
			},
			windows: {
				WINDOW_ID_NONE: -1,
				onFocusChanged: this.#event("focused"),
				getAll: async () => this.windows,
				getLastFocused: async () => ({ id: this.focused, focused: true }),
				update: async (id: number, { focused, state }: { focused?: boolean; state?: string }) => {
					if (focused) {
						this.shown.push(["window", id]);
						this.focus(id);
					} else this.putAway.push([state ?? "lowered", id]);
				},
			},
			tabGroups: { get: async () => ({}), update: async () => ({}) },
			debugger: {
				attach: async ({ tabId }: { tabId: number }) => {
					this.attaching += 1;
					await this.mayAttach;
					this.attached.push(tabId);
				},
				detach: async ({ tabId }: { tabId: number }) => {
					const at = this.attached.indexOf(tabId);
					if (at === -1) throw new Error("Debugger is not attached.");
					this.attached.splice(at, 1);
				},
				sendCommand: async () => {
					this.asked += 1;
					throw new Error("The fake has no pages.");
				},
				getTargets: async () => [
					...this.attached.map((tabId) => ({ type: "page", tabId, attached: true })),
					...this.workers.map((url) => ({ type: "worker", url, attached: false })),
				],
			},
			webNavigation: {
				getAllFrames: async ({ tabId }: { tabId: number }) =>
					(this.frames[tabId] ?? []).map((url) => ({ url })),
			},
			declarativeNetRequest: {
				RuleConditionKeys: this.conditions,
				ResourceType: { MAIN_FRAME: "main_frame", SCRIPT: "script" },
				getSessionRules: async () => [],
				updateSessionRules: async ({ addRules }: { addRules: Record<string, unknown>[] }) => {
					if (!this.takesRules) throw new Error("Too many rules.");
					this.rules = addRules;
				},
			},
		};
	}
}
