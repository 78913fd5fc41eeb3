// The tabs of one session in the person's own browser: its own and those that were shared with it. The
// debugger is attached when a tab is first used and stays until the session lets go of it.

import { leaveForGood, passServiceWorkers, type TabHost, TabSession, whoseFile } from "@reins/link";
import { type Lease, type LinkEvent, type LinkTab, limits, ReinsError, type Whose } from "@reins/protocol";
import {
	activateTab,
	type BrowserTab,
	closeTab,
	getTab,
	listTabs,
	loadBlank,
	openTab,
} from "../adapters/tabs.ts";
import { focusWindow } from "../adapters/windows.ts";
import type { Attachments } from "./attachments.ts";
import type { Fence } from "./fence.ts";
import type { Leases } from "./leases.ts";
import type { Views } from "./views.ts";

interface Held {
	session: Promise<TabSession>;
	attached?: TabSession;
	/** Ends an attachment that is under way. */
	giveUp(error: ReinsError): void;
}

export interface SessionTabsParts {
	leases: Leases;
	attachments: Attachments;
	/** Whether the person lets agents see what is at this address. */
	mayRead(url: string): boolean;
	/** Whether the person lets agents go there; the fence keeps to it. */
	mayLoad(url: string): boolean;
	fence: Fence;
	views: Views;
	/** Shows the person that the session has this tab. */
	mark(tab: number): void;
	/** Throws where the person has switched off. */
	requireOn(): void;
}

export class SessionTabs implements TabHost {
	readonly #session: string;
	readonly #parts: SessionTabsParts;
	readonly #emit: (event: LinkEvent) => void;
	readonly #held = new Map<number, Held>();
	readonly #lastUrl = new Map<number, string>();
	/** Tabs that were opened here and not attached to yet. */
	readonly #fresh = new Set<number>();
	/** Tabs that are being closed: whoever wants that is not asked again by their pages. */
	readonly #closing = new Set<number>();
	/** When popups came that were let be, for the guard against runaways. */
	#adopted: number[] = [];

	constructor(session: string, parts: SessionTabsParts, emit: (event: LinkEvent) => void) {
		this.#session = session;
		this.#parts = parts;
		this.#emit = (event) => {
			if (event.event === "shows") this.#lastUrl.set(Number(event.tab), event.url);
			if (event.event === "dialog_opened") this.#leave(Number(event.tab), event.kind);
			emit(event);
		};
	}

	/** Asks Chrome for its list; no tab is attached to or woken for it. */
	async list(all: boolean): Promise<LinkTab[]> {
		const rows: LinkTab[] = [];
		for (const tab of await listTabs()) {
			const lease = this.#parts.leases.find(tab.id);
			if (lease?.session === this.#session) rows.push(this.#describe(tab, true));
			else if (all && !lease && this.#mayList(tab)) {
				rows.push(this.#describe(tab, false));
			}
		}
		return rows;
	}

	/** Of the person's own tabs, those on sites that they have allowed. */
	// @guard listed-tabs
	#mayList({ incognito, url }: BrowserTab): boolean {
		return !incognito && isSite(url) && this.#parts.mayRead(url);
	}

	async open(focus: boolean): Promise<LinkTab> {
		const tab = await openTab(focus);
		this.#fresh.add(tab.id);
		this.#parts.views.opened(tab.id);
		await this.#parts.leases.give(tab.id, this.#session, true);
		await this.#parts.fence.standing();
		this.#parts.mark(tab.id);
		if (focus) await focusWindow(tab.window);
		return this.#describe({ ...tab, url: "about:blank" }, true);
	}

	async close(id: string): Promise<void> {
		requireOwn(this.#parts.leases.require(id, this.#session));
		const tab = Number(id);
		const attached = this.#held.get(tab)?.attached;
		this.#closing.add(tab);
		try {
			if (attached) await leaveForGood(attached);
			await closeTab(tab);
		} finally {
			this.#closing.delete(tab);
		}
		await this.closed(tab);
	}

	/** A page that is being closed asks whether to leave it. */
	#leave(tab: number, kind: string): void {
		if (kind !== "beforeunload" || !this.#closing.has(tab)) return;
		const answered = this.#held.get(tab)?.attached?.dialog.answer(true, undefined);
		answered?.catch(() => {
			// The person was faster.
		});
	}

	async activate(id: string): Promise<void> {
		this.#parts.leases.require(id, this.#session);
		const tab = await getTab(Number(id));
		if (!tab) throw gone(undefined);
		await activateTab(tab.id);
		await focusWindow(tab.window);
	}

	async session(id: string): Promise<TabSession> {
		this.#parts.leases.require(id, this.#session);
		const tab = Number(id);
		const known = this.#held.get(tab);
		if (known) return this.#drawn(tab, await known.session);
		let giveUp: Held["giveUp"] = () => {};
		const ended = new Promise<never>((_resolve, reject) => {
			giveUp = reject;
		});
		const held: Held = { giveUp, session: Promise.race([this.#attach(tab), ended]) };
		this.#held.set(tab, held);
		try {
			held.attached = await held.session;
			return await this.#drawn(tab, held.attached);
		} catch (error) {
			if (this.#held.get(tab) === held) this.#held.delete(tab);
			throw error;
		}
	}

	async #drawn(tab: number, session: TabSession): Promise<TabSession> {
		await this.#parts.views.ready(tab, session);
		return session;
	}

	/** Leads a tab of our own away from a page that no debugger may enter, so that it can load something else. */
	async leave(id: string): Promise<void> {
		const lease = this.#parts.leases.require(id, this.#session);
		if (!lease.own)
			throw new ReinsError("restricted_url", "The person's tab shows a page that Reins never drives.");
		await loadBlank(Number(id));
	}

	/** The page of a tab of this session's has opened another. */
	async adopt(source: number, tab: number, url: string): Promise<void> {
		const now = performance.now();
		this.#adopted = this.#adopted.filter((at) => now - at < 60_000);
		// A page that opens tab after tab must not have more of them than can be fenced and watched.
		if (this.#adopted.length >= limits.tabsOpenedPerMinute) {
			this.#emit({ event: "tab_refused", tab: String(source) });
			return closeTab(tab);
		}
		this.#adopted.push(now);
		this.#parts.views.opened(tab);
		const written = this.#parts.leases.give(tab, this.#session, true);
		this.#emit({ event: "tab_opened", tab: String(tab), url, opener: String(source) });
		await written;
		this.#parts.mark(tab);
		// At once, so that a dialog of the popup finds somebody to answer it; unanswered it would block its opener too.
		this.session(String(tab)).catch(() => {
			// Whoever uses the tab will be told.
		});
	}

	/** `taken`: it is still open, but not the session's any more. */
	async closed(tab: number, taken = false): Promise<void> {
		const url = this.#lastUrl.get(tab);
		this.#end(tab, taken ? takenBack() : gone(url));
		this.#lastUrl.delete(tab);
		this.#fresh.delete(tab);
		if (this.#parts.leases.find(tab)?.session !== this.#session) return;
		// Told before anything is waited for: no answer may overtake it.
		const written = this.#parts.leases.take(tab);
		this.#emit({ event: "tab_closed", tab: String(tab), url: url ?? "", ...(taken && { taken }) });
		await written;
	}

	/** Chrome has taken the debugger off; the next use attaches again. */
	lost(tab: number, error: ReinsError): void {
		this.#end(tab, error);
	}

	/** Gives one tab back to the person; it stays open. */
	async giveBack(tab: number, error: ReinsError): Promise<void> {
		this.#end(tab, error);
		this.#emit({ event: "let_go", tab: String(tab) });
		await this.#parts.attachments.detach(tab);
	}

	/** Takes the debugger off every tab; the leases stay. */
	async detachAll(error: ReinsError): Promise<void> {
		await Promise.all([...this.#held.keys()].map((tab) => this.giveBack(tab, error)));
	}

	async release(): Promise<void> {
		const error = new ReinsError("tab_gone", "The session has ended.", { data: { interrupted: true } });
		const tabs = this.#parts.leases.of(this.#session).map((lease) => Number(lease.tab));
		await this.#parts.leases.takeAll(this.#session);
		await Promise.all(tabs.map((tab) => this.giveBack(tab, error)));
	}

	async #attach(id: number): Promise<TabSession> {
		const lease = this.#parts.leases.require(String(id), this.#session);
		const tab = await getTab(id);
		if (!tab) throw gone(this.#lastUrl.get(id));
		requireDrivable(tab.url);
		if (tab.discarded) await this.#parts.views.wake(tab);
		this.#parts.requireOn();
		const { session, adopted } = await this.#parts.attachments.attach(id);
		const fresh = this.#fresh.delete(id);
		const found = {
			own: lease.own,
			fresh,
			adopted,
			underWay: () => isUnderWay(id),
			fence: {
				mayLoad: this.#parts.mayLoad,
				raise: (send: Parameters<typeof passServiceWorkers>[0]) =>
					passServiceWorkers(send).then(() => void this.#parts.fence.watched(id, fresh)),
			},
		};
		try {
			const attached = await TabSession.begin(session, String(id), this.#emit, found);
			attached.mayPrint = !lease.own;
			if (tab.discarded && this.#held.has(id)) await awake(attached);
			return attached;
		} finally {
			// Let go of meanwhile: then nobody must hold it, unless another session has it now.
			const holder = this.#parts.leases.find(id)?.session ?? this.#session;
			if (!this.#held.has(id) && holder === this.#session) await this.#parts.attachments.detach(id);
		}
	}

	#end(tab: number, error: ReinsError): void {
		const held = this.#held.get(tab);
		if (!held) return;
		this.#held.delete(tab);
		this.#parts.fence.unwatched(tab);
		this.#parts.attachments.lost(tab);
		held.attached?.end(error);
		held.giveUp(error);
	}

	/** Whose page of a tab saves the file of this address. */
	whose(tab: number, url: string, frame: string | undefined): Whose {
		return whoseFile(this.#held.get(tab)?.attached, url, frame);
	}

	#describe(tab: BrowserTab, own: boolean): LinkTab {
		const attached = this.#held.get(tab.id)?.attached;
		const url = attached?.committed.url ?? tab.url;
		const visible = this.#parts.mayRead(url);
		return {
			tab: String(tab.id),
			url: visible ? url : originOf(url),
			// The title must be that of the page whose URL stands beside it, for by that it is judged.
			title: visible && url === tab.url ? tab.title : "",
			own,
			crashed: attached?.crashed ?? false,
			discarded: tab.discarded,
		};
	}
}

/** How long a woken tab may take before it is used as it is. */
const WAKING = 10_000;

/** A tab that slept shows nothing until its page has come. */
async function awake(tab: TabSession): Promise<void> {
	const shown = () => (/^https?:/.test(tab.committed.url) && tab.load.reached("ready")) || undefined;
	await tab.until(shown, AbortSignal.timeout(WAKING)).catch((error) => {
		if (error instanceof ReinsError) throw error;
	});
}

async function isUnderWay(id: number): Promise<boolean> {
	const tab = await getTab(id);
	return tab !== undefined && tab.pendingUrl !== "";
}

// @guard tabs-of-the-person
function requireOwn({ own }: Lease): void {
	if (own) return;
	throw new ReinsError("policy_denied", "The tab is the person's; only they close it.", {
		hint: "Leave it open. Tabs that this session opened can be closed.",
	});
}

// @guard drivable-pages
function requireDrivable(url: string): void {
	if (!isDrivable(url))
		throw new ReinsError("restricted_url", "The tab shows a page that Reins never drives.");
}

function isSite(url: string): boolean {
	return /^https?:\/\//.test(url);
}

/** Pages of the browser, of extensions and of the disk are nobody's to drive; a fresh tab has no address yet. */
function isDrivable(url: string): boolean {
	return url === "" || url.startsWith("about:blank") || url.startsWith("chrome-error:") || isSite(url);
}

// @guard told-of-tabs
function originOf(url: string): string {
	return isSite(url) ? new URL(url).origin : url.slice(0, url.indexOf(":") + 1) || "about:blank";
}

function gone(url: string | undefined): ReinsError {
	return new ReinsError("tab_gone", `The tab was closed${url ? `; it last showed ${originOf(url)}` : ""}.`, {
		data: { interrupted: true },
	});
}

function takenBack(): ReinsError {
	return new ReinsError("tab_gone", "The person has taken the tab back.", { data: { interrupted: true } });
}
