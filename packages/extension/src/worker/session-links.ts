// One link for each session, judged by the sites that the person has allowed; and what happens to tabs,
// told to the session that has them.

import { CdpLink, type Judge, JudgedLink, type Link, RefNumbers } from "@reins/link";
import {
	type BridgeParams,
	decide,
	type Lease,
	type LinkEvent,
	type Policy,
	parseUrl,
	ReinsError,
	sitePolicy,
} from "@reins/protocol";
import { groupTab, ungroupTab } from "../adapters/groups.ts";
import { type BrowserTab, getTab, listTabs } from "../adapters/tabs.ts";
import { Acts } from "./acts.ts";
import { type Attachments, DIALOG } from "./attachments.ts";
import type { Begun, Saver } from "./downloads.ts";
import { Fence } from "./fence.ts";
import { FencedLink } from "./fenced-link.ts";
import type { Front } from "./front.ts";
import type { Leases } from "./leases.ts";
import { requireOn, whyOff } from "./off.ts";
import { SessionTabs } from "./session-tabs.ts";
import type { WorkerState } from "./state.ts";
import { tabLost } from "./tab-lost.ts";
import { TabNumbers } from "./tab-numbers.ts";
import type { Views } from "./views.ts";

/** Tabs taken back that are remembered. */
const TAKEN = 500;

interface SessionLink {
	tabs: SessionTabs;
	link: Link;
}

interface SessionParts {
	leases: Leases;
	attachments: Attachments;
	views: Views;
	front: Front;
}

export class SessionLinks {
	readonly #state: WorkerState;
	readonly #leases: Leases;
	readonly #attachments: Attachments;
	readonly #views: Views;
	readonly fence: Fence;
	readonly #acts: Acts;
	readonly #links = new Map<string, SessionLink>();
	readonly #numbers = new TabNumbers();
	#policy: { sites: unknown; policy: Policy } | undefined;
	/** Tabs are put into groups one after the other, or two calls would make two groups of one name. */
	#marking: Promise<unknown> = Promise.resolve();
	/** Tabs that we put into a group ourselves at this moment. */
	readonly #inMarking = new Set<number>();
	onEvent: (session: string, event: LinkEvent) => void = () => {};

	constructor(state: WorkerState, parts: SessionParts) {
		this.#state = state;
		this.#leases = parts.leases;
		this.#attachments = parts.attachments;
		this.#views = parts.views;
		this.#acts = new Acts(() => parts.front.actBegins());
		this.fence = new Fence(state);
	}

	/** The link of a session that the broker has opened. */
	of(session: string): Link {
		return this.#of(session).link;
	}

	/** The number that Chrome has for a tab now. */
	numberOf(tab: string): string {
		return String(this.#numbers.now(Number(tab)));
	}

	async open({ session, label, adopt, policy }: BridgeParams<"session.open">): Promise<void> {
		const others = this.#state
			.get("sessions")
			.filter((one) => one.session !== session && one.session !== adopt);
		const { [adopt ?? session]: _old, [session]: _own, ...policies } = this.#state.get("policies");
		// In one step: between a session's policy and its tabs there is no moment without the other.
		await this.#state.setSession({
			sessions: [...others, { session, label }],
			policies: { ...policies, ...(policy && { [session]: policy }) },
			...(adopt !== undefined && { leases: this.#leases.handed(adopt, session) }),
			saving: this.#savingOf((saver) => (saver.session === adopt ? { ...saver, session } : saver)),
		});
		if (adopt === undefined) return;
		const { [adopt]: group, ...groups } = this.#state.get("groups");
		const { [adopt]: next, ...refs } = this.#state.get("refs");
		await this.#state.setSession({
			groups: group === undefined ? groups : { ...groups, [session]: group },
			refs: next === undefined ? refs : { ...refs, [session]: next },
		});
		await this.#links.get(adopt)?.tabs.detachAll(new ReinsError("tab_gone", "The session has ended."));
		this.#links.delete(adopt);
	}

	/** Whether somebody is there who works with the session. */
	async away(session: string, away: boolean): Promise<void> {
		const sessions = this.#state.get("sessions").map((one) => {
			if (one.session !== session) return one;
			return { session, label: one.label, ...(away && { away }) };
		});
		await this.#state.setSession({ sessions });
	}

	async close(session: string): Promise<void> {
		const tabs = this.#leases.of(session).map((lease) => Number(lease.tab));
		await this.#of(session, true).link.close();
		this.#links.delete(session);
		this.#acts.forget(session);
		const { [session]: _group, ...groups } = this.#state.get("groups");
		const { [session]: _next, ...refs } = this.#state.get("refs");
		const { [session]: _policy, ...policies } = this.#state.get("policies");
		await this.#state.setSession({
			saving: this.#savingOf((saver) => (saver.session === session ? undefined : saver)),
			sessions: this.#state.get("sessions").filter((one) => one.session !== session),
			groups,
			refs,
			policies,
		});
		for (const tab of tabs) {
			void this.fence.persons(tab);
			void ungroupTab(tab);
		}
	}

	/**
	 * A session asks for a tab, or names one that it has. It gets one that nobody has, on a site that is on the
	 * list; what is done in it is judged again by the document.
	 */
	async claim(tab: number, session: string, handle: string): Promise<void> {
		this.#of(session);
		if (!this.#leases.find(tab)) {
			const found = await getTab(tab);
			if (!found) {
				// Asked anything else, Chrome first tells what it has renumbered.
				await listTabs();
				const now = this.#numbers.now(tab);
				if (now !== tab) return this.claim(now, session, handle);
				throw new ReinsError("tab_gone", "The tab was closed.");
			}
			this.#requireFree(found);
			this.#judge("read", found.url, { scope: "document" });
			this.#mark(session, tab);
		}
		await this.#leases.give(tab, session, false, handle);
	}

	/** What the person has taken back, and what they do in private, is asked for by nobody. */
	// @guard taken-back
	#requireFree({ id, incognito }: BrowserTab): void {
		if (this.#state.get("taken").includes(String(id)))
			throw new ReinsError("tab_gone", "The person has taken the tab back.");
		if (incognito) throw new ReinsError("restricted_url", "Private tabs are not driven.");
	}

	/** The person shares a tab, whatever it shows now. */
	async share(tab: number, session: string): Promise<void> {
		this.#of(session);
		if (!(await getTab(tab))) throw new ReinsError("tab_gone", "The tab was closed.");
		await this.#state.setSession({ taken: this.#state.get("taken").filter((one) => one !== String(tab)) });
		await this.#leases.give(tab, session, false);
		this.#mark(session, tab);
	}

	/** The person takes a tab back. */
	async takeBack(tab: number): Promise<void> {
		const lease = this.#leases.find(tab);
		if (!lease) return;
		const { tabs } = this.#of(lease.session, true);
		await this.#state.setSession({ taken: [...this.#state.get("taken").slice(-TAKEN), String(tab)] });
		await tabs.closed(tab, true);
		await this.#attachments.detach(tab);
		void this.fence.persons(tab);
		void ungroupTab(tab);
	}

	/** A page has opened a tab; gives the lease of the page's own tab, where an agent is behind it. */
	popup(source: number, tab: number, url: string): Lease | undefined {
		const lease = this.#leases.find(source);
		// In a tab that they have shared the person clicks too.
		if (lease && !lease.own && !this.fence.expectsPopups(lease.session)) return undefined;
		if (lease) void this.#of(lease.session, true).tabs.adopt(source, tab, url);
		return lease;
	}

	/**
	 * Whether the page of another tab has just brought this one to the front, where `before` was: by its name, or by what
	 * it kept when it opened it. Who looks at a tab that they share has clicked themselves.
	 */
	isBroughtUp(tab: number, before: number | undefined): boolean {
		const session = this.#leases.find(tab)?.session;
		const sources = session === undefined ? [] : this.#acts.of(session);
		if (sources.length === 0 || sources.includes(tab)) return false;
		const isWatched =
			before !== undefined && sources.includes(before) && this.#leases.find(before)?.own === false;
		return !isWatched && this.#acts.putsBack(tab);
	}

	/** The files that are being saved, each as it is from now on, or forgotten. */
	#savingOf(now: (begun: Begun) => Begun | undefined): Record<string, Begun> {
		const all = Object.entries(this.#state.get("saving")).map(([id, begun]) => [id, now(begun)] as const);
		return Object.fromEntries(all.flatMap(([id, begun]) => (begun ? [[id, begun]] : [])));
	}

	/** Whose page of a tab saves the file of this address, where the person lets agents read it. */
	saver(tab: number, url: string, frame?: string): Saver | undefined {
		const lease = this.#leases.find(tab);
		if (!lease) return undefined;
		const of = this.#of(lease.session, true).tabs.whose(tab, url, frame);
		const { allow } = decide(this.#sites(), "read", of.url, { scope: "document", origin: of.origin });
		return allow ? { session: lease.session, of } : undefined;
	}

	removed(tab: number): void {
		this.#views.gone(tab);
		const session = this.#leases.find(tab)?.session;
		if (session) void this.#of(session, true).tabs.closed(tab);
	}

	/** Chrome has given a tab another number, as it does when it puts it to sleep. */
	async replaced(added: number, removed: number): Promise<void> {
		this.#numbers.renumbered(removed, added);
		this.#views.gone(removed);
		const session = this.#leases.find(removed)?.session;
		const asleep = new ReinsError("tab_discarded", "Chrome put the tab to sleep.", {
			data: { interrupted: true },
		});
		if (session) this.#of(session, true).tabs.lost(removed, asleep);
		const written = this.#leases.renumber(removed, added);
		// A tab of nobody may have a handle too.
		for (const { session: key } of this.#state.get("sessions")) {
			this.onEvent(key, { event: "tab_replaced", tab: String(removed), by: String(added) });
		}
		await written;
	}

	/** The person has dragged a tab into a session's group, or a shared one out of it. */
	async grouped(tab: number, group: number): Promise<void> {
		const groups = Object.entries(this.#state.get("groups"));
		const session = groups.find(([, number]) => number === group)?.[0];
		const lease = this.#leases.find(tab);
		if (this.#inMarking.has(tab)) return;
		if (session && !lease) await this.share(tab, session);
		else if (lease && !lease.own && lease.session !== session) await this.takeBack(tab);
	}

	/** Chrome has taken the debugger off a tab. */
	async lost(tab: number): Promise<void> {
		const session = this.#leases.find(tab)?.session;
		if (!session || this.#isOff) return;
		const error = await tabLost(tab);
		this.#links.get(session)?.tabs.lost(tab, error);
		// Finding out the reason may have attached to it, and meanwhile nobody may want it any more.
		if (this.#isOff || !this.#leases.find(tab)) await this.#attachments.detach(tab);
	}

	get #isOff(): boolean {
		return whyOff(this.#state) !== undefined;
	}

	/**
	 * An event of a tab that an earlier worker attached to and this one has not used yet. A dialog is waited for by
	 * every tab of its process, so the session must know of it.
	 */
	unheard(tab: number, method: string): void {
		const lease = method === DIALOG ? this.#leases.find(tab) : undefined;
		if (!lease) return;
		this.#of(lease.session, true)
			.tabs.session(String(tab))
			.catch(() => {
				// Whoever uses the tab will be told.
			});
	}

	async detachAll(error: ReinsError): Promise<void> {
		await Promise.all([...this.#links.values()].map(({ tabs }) => tabs.detachAll(error)));
		await this.#attachments.detachOthers(() => false);
	}

	/** An earlier worker may have held tabs that belong to nobody now. */
	async dropStrays(): Promise<void> {
		await this.#attachments.detachOthers((tab) => this.#leases.find(tab) !== undefined);
	}

	/** Tabs that were closed while no worker ran. */
	async dropClosed(): Promise<void> {
		// Before the list is asked for: a tab that is opened meanwhile is not in it.
		const leases = this.#state.get("leases");
		const open = new Set((await listTabs()).map((tab) => String(tab.id)));
		for (const { tab, session } of leases) {
			if (!open.has(tab)) await this.#of(session, true).tabs.closed(Number(tab));
		}
	}

	#of(session: string, unknown = false): SessionLink {
		if (!unknown) this.#requireKnown(session);
		const known = this.#links.get(session);
		if (known) return known;
		let tabs: SessionTabs | undefined;
		const numbers = new RefNumbers(this.#state.get("refs")[session], (next) =>
			this.#state.keepRefs(session, next),
		);
		const inner = new CdpLink((emit) => {
			const parts = {
				leases: this.#leases,
				attachments: this.#attachments,
				mayRead: (url: string) => decide(this.#sites(), "read", url, { scope: "document" }).allow,
				mayLoad: (url: string) => this.fence.opens(session, url),
				fence: this.fence,
				views: this.#views,
				mark: (tab: number) => this.#mark(session, tab),
				requireOn: () => requireOn(this.#state),
			};
			tabs = new SessionTabs(session, parts, emit);
			return tabs;
		}, numbers);
		const link = new JudgedLink(
			new FencedLink(inner, { fence: this.fence, acts: this.#acts }, session),
			this.#judge,
		);
		link.onEvent((event) => this.onEvent(session, event));
		const made = { tabs: tabs as unknown as SessionTabs, link };
		this.#links.set(session, made);
		return made;
	}

	// @guard known-sessions
	#requireKnown(session: string): void {
		if (!this.#state.get("sessions").some((one) => one.session === session))
			throw new ReinsError("bad_args", "The extension does not know this session.");
	}

	// @guard extension-judge
	readonly #judge: Judge = (effect, url, circumstances) => {
		const decision = decide(this.#sites(), effect, url, circumstances);
		if (decision.allow) return;
		if (decision.code === "restricted_url" || decision.code === "bad_url") {
			throw new ReinsError(decision.code, decision.reason, { hint: decision.hint, data: { effect } });
		}
		const where = (circumstances.scope !== "session" && parseUrl(url)?.origin) || "this page";
		const listed = this.#state.get("sites").some(({ origin }) => origin === where);
		throw new ReinsError(
			"policy_denied",
			`In the extension the person has not allowed ${effect} at ${where}.`,
			{
				hint: listed
					? `Missing is the level in the extension: ask the person to choose "${effect === "eval" ? "Also run scripts" : "Look and act"}" for the site in the Reins popup.`
					: "Missing is the site in the extension: ask the person to open the Reins popup and allow the site there.",
				data: { effect, site: where, missing: "extension" },
			},
		);
	};

	#sites(): Policy {
		const sites = this.#state.get("sites");
		if (this.#policy?.sites !== sites) this.#policy = { sites, policy: sitePolicy(sites) };
		return this.#policy.policy;
	}

	#mark(session: string, tab: number): void {
		const label = this.#state.get("sessions").find((one) => one.session === session)?.label ?? "Reins";
		this.#inMarking.add(tab);
		this.#marking = this.#marking
			.then(async () => {
				const group = await groupTab(tab, this.#state.get("groups")[session], label);
				if (this.#state.get("groups")[session] === group) return;
				await this.#state.setSession({ groups: { ...this.#state.get("groups"), [session]: group } });
			})
			.catch(() => {
				// A popup window or a closed tab: it works without a group.
			})
			.finally(() => this.#inMarking.delete(tab));
	}
}
