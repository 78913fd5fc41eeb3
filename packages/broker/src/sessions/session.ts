// One client's work: its browser, its tabs, its policy, its default tab. It outlives its connection
// for a few seconds, so that a client that lost its connection finds everything where it was.

import { Tab } from "@reins/driver";
import type { Link } from "@reins/link";
import {
	type ActionLog,
	decide,
	effectivePolicy,
	limits,
	type Policy,
	ReinsError,
	type SessionOptions,
	type Trace,
} from "@reins/protocol";
import type { Browser, BrowserPool } from "./browser-pool.ts";
import { GuardedLink } from "./guarded-link.ts";
import { TabQueue } from "./tab-queue.ts";
import type { LeasedTab, TabRegistry } from "./tab-registry.ts";

export interface SessionSetup {
	id: string;
	label: string;
	options: SessionOptions;
	environment: Record<string, string>;
}

/** A session's place in a browser. */
interface Seat {
	browser: Browser;
	link: Link;
}

export class Session {
	readonly id: string;
	readonly label: string;
	readonly options: SessionOptions;
	readonly policy: Policy;
	readonly queue = new TabQueue();
	readonly #environment: Record<string, string>;
	readonly #pool: BrowserPool;
	readonly #registry: TabRegistry;
	readonly #labelOf: (session: string) => string;
	#seat: Promise<Seat> | undefined;
	#browser: Browser | undefined;
	/** When tabs were opened, for the guard against runaways. */
	#opened: number[] = [];
	#ended = false;
	current: string | undefined;

	constructor(
		setup: SessionSetup,
		pool: BrowserPool,
		registry: TabRegistry,
		labelOf: (session: string) => string,
	) {
		this.id = setup.id;
		this.label = setup.label;
		this.options = setup.options;
		this.#environment = setup.environment;
		this.#pool = pool;
		this.#registry = registry;
		this.#labelOf = labelOf;
		this.policy = policyFor(setup.options);
	}

	get browser(): Browser | undefined {
		return this.#browser?.gone ? undefined : this.#browser;
	}

	get tabCount(): number {
		return this.browser ? this.#registry.of(this.id, this.browser.epoch).length : 0;
	}

	/** The session's browser, found or started when it is first needed and again after it is gone. */
	async seat(): Promise<Seat> {
		if (this.#ended) throw new ReinsError("browser_gone", "The session has ended.");
		const current = this.#seat;
		if (current) {
			const seat = await current.catch(() => undefined);
			if (seat && !seat.browser.gone) return seat;
			// Whoever sees the loss first sits down again; the others join.
			if (this.#seat === current) this.#seat = undefined;
		}
		this.#seat ??= this.#sit();
		return this.#seat;
	}

	/** A tab for one call, judged and noted by that call's own guard. */
	tab(leased: LeasedTab, link: Link, log: ActionLog, signal: AbortSignal, trace: Trace): Tab {
		return new Tab(this.guard(link, log), leased.linkTab, signal, trace);
	}

	guard(link: Link, log: ActionLog): Link {
		return new GuardedLink(link, this.policy, log);
	}

	find(handle: string): LeasedTab {
		return this.#registry.find(handle, this.id, this.browser?.epoch, this.#labelOf);
	}

	holds(handle: string): boolean {
		try {
			this.find(handle);
			return true;
		} catch {
			return false;
		}
	}

	/** The lease of a tab of this session; a tab that was only found is nobody's until it is used. */
	lease(linkTab: string, own = true): LeasedTab {
		if (!this.browser) throw new ReinsError("browser_gone", "The browser is gone.");
		return this.#registry.lease(this.browser.epoch, linkTab, own ? this.id : undefined);
	}

	/** Whether this session may see a tab: its own, or a free one where the policy opens all. */
	maySee(linkTab: string, own: boolean): boolean {
		if (!this.browser) return false;
		const holder = this.#registry.holder(this.browser.epoch, linkTab);
		return holder === undefined ? own || this.policy.allowAllTabs : holder === this.id;
	}

	/** Whether the policy lets this session read what is there. */
	mayRead(url: string): boolean {
		return decide(this.policy, "read", url, { scope: "document" }).allow;
	}

	/** Throws `too_many_tabs` where an agent in a loop opens tab after tab. */
	countOpening(now = performance.now()): void {
		this.#opened = this.#opened.filter((at) => now - at < 60_000);
		if (this.#opened.length >= limits.tabsOpenedPerMinute) {
			throw new ReinsError(
				"too_many_tabs",
				`This session opened ${this.#opened.length} tabs within a minute.`,
			);
		}
		this.#opened.push(now);
	}

	async end(): Promise<void> {
		this.#ended = true;
		const seat = await this.#seat?.catch(() => undefined);
		this.#registry.releaseAll(this.id);
		if (!seat) return;
		await seat.link.close().catch(() => {
			// The browser went first.
		});
		await seat.browser.release();
	}

	async #sit(): Promise<Seat> {
		const browser = await this.#pool.acquire(this.options, this.#environment);
		let link: Link;
		try {
			link = await browser.openLink();
		} catch (error) {
			await browser.release();
			throw error;
		}
		this.#browser = browser;
		this.current = undefined;
		link.onEvent((event) => {
			if (event.event === "tab_closed") {
				const leased = this.#registry.holder(browser.epoch, event.tab) === this.id;
				if (leased && this.current === this.#registry.lease(browser.epoch, event.tab, this.id).handle)
					this.current = undefined;
				this.#registry.closed(browser.epoch, event.tab, event.url);
			}
		});
		return { browser, link };
	}
}

// By what is at stake: a context of our own has nothing of the person's in it, a browser that
// was found running may have everything.
function policyFor(options: SessionOptions): Policy {
	const preset = options.policy ?? (options.browser === "managed" ? "sandbox" : "strict");
	return effectivePolicy({ preset, ...(options.policyFile && { file: options.policyFile }), flags: options });
}
