// The fence around the tabs that sessions have opened: they load the sites that the person has allowed, and nothing is
// asked of any other, whatever a page, a redirect or the history leads to. It is Chrome's own and stands while no
// worker runs. Tabs of the person's are never fenced, shared ones included.

import { decide, ReinsError, sitePolicy } from "@reins/protocol";
import { runningWorkers } from "../adapters/debugger.ts";
import { NO_TAB, type Rule, setRules } from "../adapters/rules.ts";
import { type BrowserTab, getTab, listTabs, loadUrl, reloadTab } from "../adapters/tabs.ts";
import { whyOff } from "./off.ts";
import { SettledTabs } from "./settled-tabs.ts";
import { hostOf, ShownHosts } from "./shown-hosts.ts";
import type { WallAround, WorkerState } from "./state.ts";

/** How long after an act a page may open a tab: Chrome lets it for five seconds. */
const POPUPS = 6_000;

export class Fence {
	readonly #state: WorkerState;
	/** Tabs that pages of the person's have opened. */
	readonly #persons = new Set<number>();
	/** Tabs that were kept from loading before it was known whose they are. */
	readonly #held = new Set<number>();
	/** Tabs of the person's on their way to a site whose worker was muted until then. */
	readonly #late = new Set<number>();
	readonly #shown = new ShownHosts();
	/** Hosts that have, or had, a worker running. */
	readonly #worked = new Set<string>();
	readonly #tabs = new SettledTabs();
	/** Acts that have not come to their end yet. */
	#underWay = 0;
	#rest: ReturnType<typeof setTimeout> | undefined;
	#drawn = "";
	#turn: Promise<void> = Promise.resolve();
	#failure: unknown;

	constructor(state: WorkerState) {
		this.#state = state;
		state.onChange(() => this.#draw());
		this.#turn = this.#shown.find().catch(() => {
			// Then they are muted until they load something.
		});
		this.#draw();
		// An earlier worker ended while pages could still open tabs.
		if (this.#wall.sessions.length > 0) this.#expectNoneSoon();
	}

	/** Resolves when Chrome has the rules of now; without them nothing is done. */
	// @guard fence-first
	async standing(): Promise<void> {
		await this.#turn;
		if (this.#failure === undefined) return;
		const failure = this.#failure;
		this.#draw();
		throw new ReinsError("internal", `Chrome did not take the fence: ${String(failure)}`);
	}

	/** While something is done in a page, and a while longer: a tab that the page opens by it has a number that no rule knows. */
	// @guard fence-popups
	async whileActing<T>(session: string, act: () => Promise<T>): Promise<T> {
		clearTimeout(this.#rest);
		this.#underWay += 1;
		try {
			const { sessions, others } = this.#wall;
			const isDown = sessions.length === 0;
			// One that has come since may have been opened by a page, and nobody has heard of it yet.
			const theirs = ({ id, opened }: BrowserTab) =>
				!this.#owner(id) && (isDown || !opened || others.includes(id) || this.#persons.has(id));
			const [all] = await Promise.all([listTabs(), this.#findWorkers()]);
			const tabs = all.filter(theirs).map(({ id }) => id);
			this.#expect([...new Set([...sessions, session])], tabs);
			await this.standing();
			return await act();
		} finally {
			this.#underWay -= 1;
			this.#expectNoneSoon();
		}
	}

	/** Whether a page of the session's may open a tab by what was just done in it. */
	expectsPopups(session: string): boolean {
		return this.#wall.sessions.includes(session);
	}

	/** A page or frame is on its way. In a tab of the person's its site's worker is let through, mostly before it runs. */
	started(tab: number, url: string, isPage: boolean): void {
		if (!this.#shown.add(tab, url) || !this.#wall.others.includes(tab)) return;
		if (isPage) this.#late.add(tab);
		this.#draw();
	}

	/**
	 * A page has come. In a tab that a page has just opened, a site's own service worker can bring one past the rules,
	 * since nobody could tell Chrome to pass it: it is led away at once.
	 */
	// @guard fence-commits
	async committed(tab: number, url: string): Promise<void> {
		if (this.#shown.replace(tab, url) && this.#wall.others.includes(tab)) this.#draw();
		const session = this.#owner(tab);
		if (this.#isOff) return;
		// A worker that ran already may have brought what it has for people without a network.
		if (this.#late.delete(tab) && this.#worked.has(hostOf(url) ?? "")) return this.#letThrough(tab);
		if (session === undefined) return this.#met(tab, url);
		if (!this.#isStrange(session, url)) return;
		this.#tabs.stray(tab);
		this.#draw();
		await loadUrl(tab, "about:blank");
	}

	/** Something has kept a tab from loading: one of the person's is let through, and loads once more. */
	// @guard person-is-free
	async blocked(tab: number, url: string): Promise<void> {
		if (this.#owner(tab) !== undefined) return;
		if (!this.#wall.others.includes(tab)) return this.#met(tab, url);
		this.#shown.add(tab, url);
		if (this.#late.delete(tab)) await this.#letThrough(tab);
	}

	/** A page of the person's has opened a tab, or it is theirs again. */
	async persons(tab: number): Promise<void> {
		this.#persons.add(tab);
		if (this.#held.delete(tab)) await this.#letThrough(tab);
		else this.#exempt(tab);
	}

	/** The debugger has workers of sites passed over in a tab, from the next page on. */
	async watched(tab: number, isFresh: boolean): Promise<void> {
		this.#tabs.watch(tab, isFresh);
		this.#draw();
		await this.loaded(tab);
	}

	/** The debugger is not there any more. */
	unwatched(tab: number): void {
		this.#tabs.leave(tab);
		this.#draw();
	}

	/** Nothing is on its way any more, as it seems. */
	async loaded(tab: number): Promise<void> {
		const found = this.#tabs.waits(tab) ? await getTab(tab) : undefined;
		const session = this.#owner(tab);
		if (!found || session === undefined) return;
		this.#tabs.settle(found, this.#isStrange(session, found.url));
		this.#draw();
	}

	gone(tab: number): void {
		for (const tabs of [this.#persons, this.#held, this.#late]) tabs.delete(tab);
		this.#shown.gone(tab);
		this.#tabs.gone(tab);
		this.#draw();
	}

	/** A page has come, or was kept from coming, in a tab that nobody has heard of while pages may open some. */
	async #met(tab: number, url: string): Promise<void> {
		const { sessions, others } = this.#wall;
		if (sessions.length === 0 || others.includes(tab)) return;
		const isHeld = sessions.some((session) => this.#isStrange(session, url));
		const isTheirs = this.#persons.has(tab) || (await getTab(tab))?.opened === false;
		if (this.#owner(tab) !== undefined) return;
		if (!isTheirs) {
			if (isHeld) this.#held.add(tab);
		} else if (isHeld) await this.#letThrough(tab);
		else this.#exempt(tab);
	}

	/** A tab of the person's is not held by what is there for tabs that nobody knows. */
	#exempt(tab: number): void {
		const { sessions, others } = this.#wall;
		if (sessions.length > 0 && !others.includes(tab)) this.#expect(sessions, [...others, tab]);
	}

	async #letThrough(tab: number): Promise<void> {
		this.#exempt(tab);
		this.#draw();
		await this.#turn;
		// What it had sent is sent again only where the person says so: Chrome asks.
		await reloadTab(tab).catch(() => {
			// It was closed.
		});
	}

	/** Whether a session may go there: by the person's list and by its own policy. */
	// @guard fence-opens
	opens(session: string, url: string): boolean {
		const policies = [sitePolicy(this.#state.get("sites")), this.#state.get("policies")[session]];
		return policies.every((one) => decide(one, "navigate", url, { scope: "argument" }).allow);
	}

	/** Whether it is a page that the session may not be at. */
	#isStrange(session: string, url: string): boolean {
		return /^https?:/.test(url) && !this.opens(session, url);
	}

	/** Which sites have workers that run; one that rests is not forgotten while a page of its site is there. */
	async #findWorkers(): Promise<void> {
		const running = (await runningWorkers()).flatMap((url) => hostOf(url) ?? []);
		for (const host of this.#worked) if (!this.#shown.has(host)) this.#worked.delete(host);
		for (const host of running) this.#worked.add(host);
	}

	/** Whether frames of sites that are not open are not loaded either. */
	#closesFrames(session: string): boolean {
		return this.#state.get("policies")[session]?.closedFrames === false;
	}

	/** The wall around tabs that pages may open now: for which sessions, and which tabs they have not opened. */
	get #wall(): WallAround {
		const { sessions, others } = this.#state.get("wall");
		return {
			// The tabs of one that has ended are the person's.
			sessions: sessions.filter((session) => this.#state.get("policies")[session]),
			others: others.filter((tab) => this.#owner(tab) === undefined),
		};
	}

	get #isOff(): boolean {
		return whyOff(this.#state) !== undefined;
	}

	/** The session that has opened a tab. */
	#owner(tab: number): string | undefined {
		const lease = this.#state.leaseOf(tab);
		return lease?.own ? lease.session : undefined;
	}

	#expect(sessions: string[], others: number[]): void {
		this.#state.keep({ wall: { sessions, others } }).catch(() => {
			// Only the next worker would miss it.
		});
		this.#draw();
	}

	#expectNoneSoon(): void {
		clearTimeout(this.#rest);
		if (this.#underWay > 0) return;
		this.#rest = setTimeout(() => {
			this.#tabs.rest();
			this.#expect([], []);
		}, POPUPS);
	}

	#draw(): void {
		this.#turn = this.#turn.then(async () => {
			try {
				const rules = this.#rules();
				const drawn = JSON.stringify(rules);
				if (drawn !== this.#drawn) await setRules(rules);
				this.#drawn = drawn;
				this.#failure = undefined;
			} catch (error) {
				this.#failure = error;
			}
		});
	}

	#rules(): Rule[] {
		// What the person has switched off is theirs again.
		if (this.#isOff) return [];
		const own = new Map<string, number[]>();
		for (const { tab, session, own: isOwn } of this.#state.get("leases"))
			if (isOwn) own.set(session, [...(own.get(session) ?? []), Number(tab)]);
		// Of a tab that is known to be a session's its own wall decides, whoever acts just now.
		const rules = [...own].flatMap(([session, tabs]) =>
			wall({ tabs, frames: this.#closesFrames(session) }, this.#sites([session]), 3),
		);
		const { sessions, others } = this.#wall;
		if (sessions.length === 0) return rules;
		const origins = this.#sites(sessions);
		const block = { action: "block", priority: 1, exceptTabs: others } as const;
		return [...rules, block, ...this.#mutes(origins, others), ...gates({ kinds: "all" }, origins, 2)];
	}

	/**
	 * A site's own worker brings its page without a request that a rule could meet. So whatever such a page and such a
	 * worker ask for is held before it is there.
	 */
	// @guard fence-mutes
	#mutes(origins: readonly string[], others: readonly number[]): Rule[] {
		const mute = { action: "block", priority: 1, kinds: "parts" } as const;
		const exceptTabs = [NO_TAB, ...others, ...this.#tabs.all];
		const shown = this.#shown.of(others);
		const listed = hostsOf(this.#state.get("sites").map(({ origin }) => origin));
		const isClosed = (host: string) => !listed.includes(host);
		// A worker passes on what a page has asked for in the page's name, and that may be an agent's page: in the name of
		// an open site only those ask that have a worker themselves.
		const isHeard = (host: string) => isClosed(host) || this.#worked.has(host);
		return [
			// Pages of open sites have pictures and frames from everywhere.
			{ ...mute, exceptTabs, exceptFrom: hostsOf(origins), exceptIn: hostsOf(origins) },
			// What is there for the person goes on.
			{ ...mute, tabs: [NO_TAB], exceptFrom: shown.filter(isHeard), exceptTo: shown.filter(isClosed) },
		];
	}

	/** Origins that are open to all of these sessions. */
	#sites(sessions: readonly string[]): string[] {
		const origins = this.#state.get("sites").map(({ origin }) => origin);
		return origins.filter((origin) => sessions.every((session) => this.opens(session, `${origin}/`)));
	}
}

type Where = Omit<Rule, "action" | "priority" | "origin">;

/** Nothing but these origins. */
// @guard fence-rules
function wall(where: Where, origins: readonly string[], priority: number): Rule[] {
	return [{ ...where, action: "block", priority }, ...gates(where, origins, priority + 1)];
}

function gates(where: Where, origins: readonly string[], priority: number): Rule[] {
	return origins.map((origin) => ({ ...where, action: "allow", priority, origin }));
}

function hostsOf(origins: readonly string[]): string[] {
	return [...new Set(origins.flatMap((origin) => hostOf(origin) ?? []))];
}
