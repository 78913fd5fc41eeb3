// What a running tool sees of its session, for the length of one call.

import type { Tab } from "@reins/driver";
import type { Link } from "@reins/link";
import { type ActionLog, ReinsError, type Trace } from "@reins/protocol";
import type { SessionState, TabRow, ToolContext } from "@reins/tools";
import type { Session } from "./session.ts";
import type { LeasedTab } from "./tab-registry.ts";

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

	constructor(session: Session, call: CallCircumstances) {
		this.#session = session;
		this.#call = call;
	}

	async tab(handle: string | undefined): Promise<Tab> {
		const wanted = this.#wanted(handle);
		if (!wanted) {
			throw new ReinsError("no_such_tab", "This session has no tab yet.", {
				hint: "Call navigate or tab_new first.",
			});
		}
		return this.#open(this.#session.find(wanted));
	}

	async tabToLoad(handle: string | undefined): Promise<Tab> {
		await this.#session.seat();
		const wanted = this.#wanted(handle);
		// A tab that is gone cannot be loaded into; unless it was asked for by name, a new one serves.
		if (wanted && (handle || this.#session.holds(wanted))) return this.tab(wanted);
		const { tabId } = await this.openTab("about:blank", false);
		return this.tab(tabId);
	}

	handle(linkTab: string): string {
		return this.#session.lease(linkTab).handle;
	}

	async tabs(): Promise<TabRow[]> {
		if (!this.#session.browser && this.#session.options.browser === "managed") return [];
		const link = await this.#link();
		const found = await link.call("tabs.list", {}, this.#call);
		return found
			.filter((tab) => this.#session.maySee(tab.tab, tab.own))
			.map((tab) => this.#row(this.#session.lease(tab.tab, tab.own), tab));
	}

	async openTab(url: string, focus: boolean): Promise<TabRow> {
		const link = await this.#link();
		this.#session.countOpening();
		const opened = await link.call("tabs.open", { url, focus }, this.#call);
		const leased = this.#session.lease(opened.tab);
		this.#session.current = leased.handle;
		return this.#row(leased, opened);
	}

	async selectTab(handle: string, focus: boolean): Promise<TabRow> {
		const leased = this.#session.find(handle);
		const link = await this.#link();
		if (focus) await link.call("tabs.activate", { tab: leased.linkTab }, this.#call);
		const found = (await link.call("tabs.list", {}, this.#call)).find((tab) => tab.tab === leased.linkTab);
		if (!found) throw new ReinsError("tab_gone", `${handle} was closed.`);
		this.#session.current = handle;
		return this.#row(leased, found);
	}

	async closeTab(handle: string | undefined): Promise<string> {
		const wanted = this.#wanted(handle);
		if (!wanted) throw new ReinsError("no_such_tab", "This session has no tab.");
		const leased = this.#session.find(wanted);
		const link = await this.#link();
		await link.call("tabs.close", { tab: leased.linkTab }, this.#call);
		return wanted;
	}

	async state(): Promise<SessionState> {
		const session = this.#session;
		const base = { session: session.label, policy: session.policy.preset, broker: this.#call.broker };
		try {
			const { browser } = await session.seat();
			return {
				ready: true,
				browser: `${browser.name} (${browser.version})`,
				detail: browser.managed
					? `started by Reins${browser.headless ? ", headless" : ""}`
					: "found running; Reins never closes it",
				tabs: session.tabCount,
				currentTab: session.current ?? null,
				...base,
			};
		} catch (error) {
			const { code, message, hint } = ReinsError.from(error);
			return {
				ready: false,
				browser: "none",
				detail: `${code}: ${message} ${hint}`,
				tabs: 0,
				currentTab: null,
				...base,
			};
		}
	}

	#wanted(handle: string | undefined): string | undefined {
		return handle ?? this.#call.tab ?? this.#session.current;
	}

	async #open(leased: LeasedTab): Promise<Tab> {
		const { link } = await this.#session.seat();
		return this.#session.tab(leased, link, this.#call.log, this.#call.signal, this.#call.trace);
	}

	async #link(): Promise<Link> {
		const { link } = await this.#session.seat();
		return this.#session.guard(link, this.#call.log);
	}

	// A page that may not be read is not read in the list either.
	#row(leased: LeasedTab, { url, title, crashed }: { url: string; title: string; crashed: boolean }): TabRow {
		const row = { tabId: leased.handle, crashed, current: leased.handle === this.#session.current };
		if (this.#session.mayRead(url)) return { ...row, url, title };
		const { origin } = URL.canParse(url) ? new URL(url) : { origin: "null" };
		return {
			...row,
			url: origin === "null" ? "(another page)" : origin,
			title: "(not allowed by the policy)",
		};
	}
}
