// The fence around the tabs that sessions have opened: they load the sites that the person has allowed, and nothing is
// asked of any other, whatever a page, a redirect or the history leads to. It is Chrome's own and stands while no
// worker runs. Tabs of the person's are never fenced, shared ones included.

import { decide, parseUrl, ReinsError, sitePolicy } from "@reins/protocol";
import { type Rule, setRules } from "../adapters/rules.ts";
import { listTabs, loadUrl } from "../adapters/tabs.ts";
import type { WorkerState } from "./state.ts";

/** How long after an act a page may open a tab: Chrome lets it for five seconds. */
const POPUPS = 6_000;

export class Fence {
	readonly #state: WorkerState;
	/** Sessions that have done something just now. */
	readonly #acting = new Set<string>();
	#rest: ReturnType<typeof setTimeout> | undefined;
	/** Tabs that were there before the last act, and those of the person's since: a page opens none of them by it. */
	#others = new Set<number>();
	/** Tabs that pages of sessions have opened, and pages in those, with the session. */
	readonly #popups = new Map<number, string>();
	/** Tabs that are known to be the person's: a page of theirs has opened them, or a page was there before. */
	readonly #persons = new Set<number>();
	#drawn = "";
	#turn: Promise<void> = Promise.resolve();
	#failure: unknown;

	constructor(state: WorkerState) {
		this.#state = state;
		state.onChange(() => this.#draw());
		this.#draw();
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

	/** Before something is done in a page: a tab that the page opens by it has a number that no rule knows. */
	// @guard fence-popups
	async expectPopups(session: string): Promise<void> {
		clearTimeout(this.#rest);
		this.#rest = setTimeout(() => this.#expectNone(), POPUPS);
		const tabs = await listTabs();
		this.#others = new Set(tabs.map(({ id }) => id).filter((id) => !this.#popups.has(id)));
		this.#acting.add(session);
		this.#draw();
		await this.standing();
	}

	/** A page has opened a tab; `session`: whose page. */
	popup(source: number, tab: number, session: string | undefined): void {
		const owner = session ?? this.#popups.get(source);
		if (owner === undefined) this.#persons.add(tab);
		else this.#popups.set(tab, owner);
	}

	/**
	 * A page has come. In a tab that a page has just opened, a site's own service worker can bring one past the rules,
	 * since nobody could tell Chrome to pass it: it is led away at once.
	 */
	// @guard fence-commits
	async committed(tab: number, url: string): Promise<void> {
		const lease = this.#state.leaseOf(tab);
		const session = lease?.own === false ? undefined : (lease?.session ?? this.#popups.get(tab));
		if (!/^https?:/.test(url)) return;
		if (session === undefined) this.#persons.add(tab);
		else if (!this.opens(session, url)) await loadUrl(tab, "about:blank");
	}

	/** Something has kept a tab from loading: one of the person's is let through, and loads it once more. */
	// @guard person-is-free
	async blocked(tab: number, url: string): Promise<void> {
		if (!this.#persons.has(tab) || this.#acting.size === 0 || this.#others.has(tab)) return;
		this.#others.add(tab);
		this.#draw();
		await this.#turn;
		await loadUrl(tab, url);
	}

	gone(tab: number): void {
		this.#popups.delete(tab);
		this.#persons.delete(tab);
	}

	/** Whether a session may go there: by the person's list and by its own policy. */
	// @guard fence-opens
	opens(session: string, url: string): boolean {
		const policy = this.#state.get("policies")[session];
		return [sitePolicy(this.#state.get("sites")), policy].every(
			(one) => one === undefined || decide(one, "navigate", url, { scope: "argument" }).allow,
		);
	}

	#expectNone(): void {
		this.#acting.clear();
		this.#draw();
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
		const own = new Map<string, number[]>();
		for (const { tab, session, own: isOwn } of this.#state.get("leases"))
			if (isOwn) own.set(session, [...(own.get(session) ?? []), Number(tab)]);
		const rules = [...own].flatMap(([session, tabs]) => wall({ tabs }, this.#sites([session])));
		const hosts = this.#state.get("sites").flatMap(({ origin }) => parseUrl(origin)?.hostname ?? []);
		if (this.#acting.size === 0 || hosts.length === 0) return rules;
		const popups = { initiators: [...new Set(hosts)], exceptTabs: [...this.#others] };
		return [...rules, ...wall(popups, this.#sites([...this.#acting]))];
	}

	/** Origins that are open to all of these sessions. */
	#sites(sessions: readonly string[]): string[] {
		const origins = this.#state.get("sites").map(({ origin }) => origin);
		return origins.filter((origin) => sessions.every((session) => this.opens(session, `${origin}/`)));
	}
}

/** Nothing but these origins. */
// @guard fence-rules
function wall(where: Pick<Rule, "tabs" | "exceptTabs" | "initiators">, origins: readonly string[]): Rule[] {
	const gates = origins.map((origin) => ({ ...where, action: "allow" as const, priority: 2, origin }));
	return [{ ...where, action: "block", priority: 1 }, ...gates];
}
