// The fence around the tabs that sessions have opened: they load the sites that the person has allowed, and nothing is
// asked of any other, whatever a page, a redirect or the history leads to. It is Chrome's own and stands while no
// worker runs. Tabs of the person's are never fenced, shared ones included.

import { decide, ReinsError, sitePolicy } from "@reins/protocol";
import { type Rule, setRules } from "../adapters/rules.ts";
import { type BrowserTab, getTab, listTabs, loadUrl, reloadTab } from "../adapters/tabs.ts";
import { whyOff } from "./off.ts";
import type { WallAround, WorkerState } from "./state.ts";

/** How long after an act a page may open a tab: Chrome lets it for five seconds. */
const POPUPS = 6_000;

export class Fence {
	readonly #state: WorkerState;
	/** Tabs that pages of the person's have opened. */
	readonly #persons = new Set<number>();
	/** Tabs that were kept from loading before it was known whose they are. */
	readonly #held = new Set<number>();
	/** Acts that have not come to their end yet. */
	#underWay = 0;
	#rest: ReturnType<typeof setTimeout> | undefined;
	#drawn = "";
	#turn: Promise<void> = Promise.resolve();
	#failure: unknown;

	constructor(state: WorkerState) {
		this.#state = state;
		state.onChange(() => this.#draw());
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
		this.#drawn = "";
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
			const tabs = (await listTabs()).filter(theirs).map(({ id }) => id);
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

	/**
	 * A page has come. In a tab that a page has just opened, a site's own service worker can bring one past the rules,
	 * since nobody could tell Chrome to pass it: it is led away at once.
	 */
	// @guard fence-commits
	async committed(tab: number, url: string): Promise<void> {
		const session = this.#owner(tab);
		if (session === undefined || !/^https?:/.test(url) || this.#isOff || this.opens(session, url)) return;
		await loadUrl(tab, "about:blank");
	}

	/** Something has kept a tab from loading: one of the person's is let through, and loads once more. */
	// @guard person-is-free
	async blocked(tab: number, url: string): Promise<void> {
		const { sessions, others } = this.#wall;
		if (this.#owner(tab) !== undefined || others.includes(tab)) return;
		if (sessions.every((session) => this.opens(session, url))) return;
		if (this.#persons.has(tab) || (await getTab(tab))?.opened === false) await this.#letThrough(tab);
		else this.#held.add(tab);
	}

	/** A page of the person's has opened a tab, or it is theirs again. */
	async persons(tab: number): Promise<void> {
		this.#persons.add(tab);
		if (this.#held.delete(tab)) await this.#letThrough(tab);
	}

	gone(tab: number): void {
		this.#persons.delete(tab);
		this.#held.delete(tab);
	}

	async #letThrough(tab: number): Promise<void> {
		const { sessions, others } = this.#wall;
		this.#expect(sessions, [...others, tab]);
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

	/** Whether frames of sites that are not open are not loaded either. */
	#closesFrames(session: string): boolean {
		return this.#state.get("policies")[session]?.closedFrames === false;
	}

	/** The wall around tabs that pages may open now: for which sessions, and which tabs they have not opened. */
	get #wall(): WallAround {
		const { sessions, others } = this.#state.get("wall");
		// The tabs of one that has ended are the person's.
		return { sessions: sessions.filter((session) => this.#state.get("policies")[session]), others };
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
		if (this.#underWay === 0) this.#rest = setTimeout(() => this.#expect([], []), POPUPS);
	}

	#draw(): void {
		const rules = this.#rules();
		const drawn = JSON.stringify(rules);
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		this.#turn = this.#turn.then(async () => {
			try {
				await setRules(rules);
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
		return [...rules, ...wall({ exceptTabs: others }, this.#sites(sessions), 1)];
	}

	/** Origins that are open to all of these sessions. */
	#sites(sessions: readonly string[]): string[] {
		const origins = this.#state.get("sites").map(({ origin }) => origin);
		return origins.filter((origin) => sessions.every((session) => this.opens(session, `${origin}/`)));
	}
}

/** Nothing but these origins. */
// @guard fence-rules
function wall(
	where: Omit<Rule, "action" | "priority" | "origin">,
	origins: readonly string[],
	priority: number,
): Rule[] {
	const gates = origins.map((origin) => ({
		...where,
		action: "allow" as const,
		priority: priority + 1,
		origin,
	}));
	return [{ ...where, action: "block", priority }, ...gates];
}
