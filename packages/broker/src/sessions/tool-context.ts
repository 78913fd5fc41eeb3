// What a running tool sees of its session, for the length of one call.

import type { StagedFile, Tab } from "@reins/driver";
import type { Link } from "@reins/link";
import { ActionLog, type LinkTab, parseUrl, ReinsError, type Trace } from "@reins/protocol";
import type { Look, Part, SessionState, TabRow, ToolContext } from "@reins/tools";
import type { Browser } from "./browser-pool.ts";
import type { Session } from "./session.ts";
import type { LeasedTab } from "./tab-registry.ts";

/** What a link tells of a tab. */
type ShownTab = Pick<LinkTab, "url" | "title" | "crashed" | "dialog">;

export interface CallCircumstances {
	signal: AbortSignal;
	trace: Trace;
	log: ActionLog;
	broker: SessionState["broker"];
	/** The tab that was current when the call came. */
	tab: string | undefined;
}

export class SessionToolContext implements ToolContext {
	readonly #session: Session;
	readonly #call: CallCircumstances;
	/** The tab that is meant where none is named; a step of a batch may go on to another. */
	#tab: string | undefined;
	#settles = true;
	/** What the tool has answered so far. */
	answered: readonly Part[] = [];

	constructor(session: Session, call: CallCircumstances) {
		this.#session = session;
		this.#call = call;
		this.#tab = call.tab;
	}

	async tab(handle: string | undefined): Promise<Tab> {
		await this.#session.regain();
		const wanted = this.#wanted(handle);
		if (!wanted) {
			throw new ReinsError("no_such_tab", "This session has no current tab.", {
				hint: "Call tab_select with one that tabs_list shows, or navigate or tab_new for a new one.",
			});
		}
		const tab = await this.#open(this.#session.find(wanted));
		tab.settles = this.#settles;
		return tab;
	}

	note(answered: readonly Part[]): void {
		this.answered = answered;
	}

	hurry(): void {
		this.#settles = false;
	}

	async tabToLoad(handle: string | undefined): Promise<{ tab: Tab; fresh: boolean }> {
		await this.#session.seat();
		const wanted = this.#wanted(handle);
		// A tab that is gone cannot be loaded into; unless it was asked for by name, a new one serves.
		if (wanted && (handle || this.#session.holds(wanted))) {
			return { tab: await this.tab(wanted), fresh: false };
		}
		// An empty tab is no effect of the action: it is noted apart.
		const { tabId } = await this.#openTab("about:blank", false, new ActionLog("empty tab"));
		return { tab: await this.tab(tabId), fresh: true };
	}

	async drop(tab: Tab): Promise<void> {
		const link = await this.#link(new ActionLog("empty tab"));
		await link.call("tabs.close", { tab: tab.id }, this.#call).catch(() => {
			// It closed itself.
		});
	}

	swapLook(tab: Tab, way: string, look: Look): Look | undefined {
		return this.#session.looks.swap(tab.id, way, look);
	}

	handle(linkTab: string): string {
		const leased = this.#session.lease(linkTab);
		this.#session.claim(leased).catch(() => {
			// It is claimed again when it is used.
		});
		return leased.handle;
	}

	mayRead(url: string): boolean {
		return this.#session.mayRead(url);
	}

	async tabs(): Promise<TabRow[]> {
		await this.#session.regain();
		// A browser is not started in order to see that it has no tabs.
		if (!this.#session.browser && ["managed", "auto"].includes(this.#session.options.browser)) return [];
		const link = await this.#link();
		const found = await link.call("tabs.list", { all: this.#session.policy.allowAllTabs }, this.#call);
		const rows: TabRow[] = [];
		for (const tab of found) {
			if (!this.#session.maySee(tab.tab, tab.own)) continue;
			const leased = this.#session.lease(tab.tab, tab.own);
			if (leased.session === this.#session.key) await this.#session.claim(leased);
			rows.push(this.#row(leased, tab));
		}
		return rows;
	}

	openTab(url: string, focus: boolean): Promise<TabRow> {
		return this.#openTab(url, focus, this.#call.log);
	}

	async #openTab(url: string, focus: boolean, log: ActionLog): Promise<TabRow> {
		const link = await this.#link(log);
		this.#session.countOpening();
		const opened = await link.call("tabs.open", { url, focus }, this.#call);
		const leased = this.#session.lease(opened.tab);
		await this.#session.claim(leased);
		this.#goTo(leased.handle);
		return this.#row(leased, opened);
	}

	async selectTab(handle: string, focus: boolean): Promise<TabRow> {
		await this.#session.regain();
		const leased = this.#session.find(handle);
		await this.#session.claim(leased);
		const link = await this.#link();
		if (focus) await link.call("tabs.activate", { tab: leased.linkTab }, this.#call);
		const all = await link.call("tabs.list", { all: true }, this.#call);
		// A browser that puts a tab to sleep may have given it another number meanwhile, and has said so before it answered.
		const { linkTab } = this.#session.find(handle);
		const found = all.find((tab) => tab.tab === linkTab);
		if (!found) throw new ReinsError("tab_gone", `${handle} was closed.`);
		this.#goTo(handle);
		return this.#row(leased, found);
	}

	async closeTab(handle: string | undefined): Promise<string> {
		await this.#session.regain();
		const wanted = this.#wanted(handle);
		if (!wanted) throw new ReinsError("no_such_tab", "This session has no current tab.");
		const leased = this.#session.find(wanted);
		await this.#session.claim(leased);
		const link = await this.#link();
		await link.call("tabs.close", { tab: leased.linkTab }, this.#call);
		if (this.#tab === wanted) this.#tab = undefined;
		return wanted;
	}

	async stage(paths: readonly string[]): Promise<StagedFile[]> {
		const staged: StagedFile[] = [];
		for (const path of paths) staged.push(await this.#session.files.stage(path, this.#session.policy));
		return staged;
	}

	async state(): Promise<SessionState> {
		const session = this.#session;
		const downloads = [...session.downloads.values()].map(({ name, state, received, total, path }) => ({
			name,
			state,
			received,
			...(total !== undefined && { total }),
			...(path !== undefined && { path }),
		}));
		const base = {
			session: session.label,
			broker: this.#call.broker,
			...(downloads.length > 0 && { downloads }),
		};
		try {
			const { browser } = await session.seat();
			const stopped = session.stopped;
			return {
				ready: stopped === undefined,
				browser: `${browser.name} (${browser.version})`,
				detail: stopped ?? details[browser.kind](browser),
				policy: session.policy.preset,
				tabs: session.tabCount,
				currentTab: session.current ?? null,
				...base,
				connected: session.connected(),
			};
		} catch (error) {
			const { code, message, hint } = ReinsError.from(error);
			return {
				ready: false,
				browser: "none",
				detail: `${code}: ${message} ${hint}`,
				policy: "set by the browser",
				tabs: 0,
				currentTab: null,
				...base,
				connected: session.connected(),
			};
		}
	}

	#wanted(handle: string | undefined): string | undefined {
		return handle ?? this.#tab ?? this.#session.current;
	}

	#goTo(handle: string): void {
		this.#tab = handle;
		this.#session.current = handle;
	}

	async #open(leased: LeasedTab): Promise<Tab> {
		const { link } = await this.#session.seat();
		await this.#session.claim(leased);
		return this.#session.tab(leased, link, this.#call.log, this.#call.signal, this.#call.trace);
	}

	async #link(log = this.#call.log): Promise<Link> {
		const { link } = await this.#session.seat();
		return this.#session.guard(link, log);
	}

	// A page that may not be read is not read in the list either.
	#row(leased: LeasedTab, { url, title, crashed, dialog = false }: ShownTab): TabRow {
		const row = { tabId: leased.handle, crashed, dialog, current: leased.handle === this.#session.current };
		if (this.#session.mayRead(url)) return { ...row, url, title };
		// The browser's own page, in place of one that did not come.
		if (url.startsWith("chrome-error:"))
			return { ...row, url: "(an error page of the browser)", title: "(the page did not load)" };
		const { origin } = parseUrl(url) ?? { origin: "null" };
		return {
			...row,
			url: origin === "null" ? "(another page)" : origin,
			title: "(not allowed by the policy)",
		};
	}
}

const details: Record<Browser["kind"], (browser: Browser) => string> = {
	managed: ({ headless }) => `started by Reins${headless ? ", headless" : ""}`,
	endpoint: () => "found running; Reins never closes it",
	extension: () => "the person's own, through the Reins extension",
};
