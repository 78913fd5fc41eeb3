// One client's work: its browser, its tabs, its policy, its default tab. It outlives its connection
// for a few seconds, so that a client that lost its connection finds everything where it was.

import { createHash } from "node:crypto";
import { Tab, type Told } from "@reins/driver";
import { JudgedLink, type Link } from "@reins/link";
import {
	type ActionLog,
	type Download,
	decide,
	type Effect,
	limits,
	type Policy,
	parseUrl,
	ReinsError,
	type SessionOptions,
	sessionPolicy,
	sitePolicy,
	type Trace,
	type Whose,
} from "@reins/protocol";
import type { ConnectedBrowser } from "@reins/tools";
import type { RealBrowser } from "../real/real-browser.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Browser, BrowserPool } from "./browser-pool.ts";
import { LinkWithDownloads } from "./downloads.ts";
import { LookMemory } from "./look-memory.ts";
import { NotedLink } from "./noted-link.ts";
import type { SeatRecord } from "./seat-record.ts";
import { SecretLink } from "./secret-link.ts";
import { SessionFiles } from "./session-files.ts";
import { TabQueue } from "./tab-queue.ts";
import type { LeasedTab, TabRegistry } from "./tab-registry.ts";

export interface SessionSetup {
	id: string;
	label: string;
	options: SessionOptions;
	environment: Record<string, string>;
	/** A session of a browser of the person's whose client is gone: this one goes on with its tabs. */
	adopt?: { instance: string; key: string } | undefined;
}

/** What all sessions share. */
export interface SessionParts {
	pool: BrowserPool;
	registry: TabRegistry;
	seats: SeatRecord;
	/** Where sessions have their private directories. */
	files: string;
	secrets: Secrets;
	labelOf(key: string): string;
}

/** A session's place in a browser. */
interface Seat {
	browser: Browser;
	link: Link;
}

export class Session {
	readonly id: string;
	/** What browsers know the session by; whoever has it cannot tell the id. */
	readonly key: string;
	readonly label: string;
	readonly options: SessionOptions;
	readonly queue = new TabQueue();
	/** What is kept between the actions in a tab. */
	readonly #told = new WeakMap<LeasedTab, Told>();
	readonly looks = new LookMemory();
	/** What its pages have saved, the newest last. */
	readonly downloads = new Map<string, Download>();
	readonly files: SessionFiles;
	readonly #environment: Record<string, string>;
	readonly #parts: SessionParts;
	#adopt: SessionSetup["adopt"];
	/** The browser of the person's that this session works in, once it does. */
	#instance: string | undefined;
	#seat: Promise<Seat> | undefined;
	#browser: Browser | undefined;
	#policy: Policy | undefined;
	/** When tabs were opened, for the guard against runaways. */
	#opened: number[] = [];
	#ended = false;
	#current: string | undefined;
	/** Handles of the tabs that the browser has listed as this session's. */
	#listed = new Set<string>();

	constructor(setup: SessionSetup, parts: SessionParts) {
		this.id = setup.id;
		this.key = sessionKey(setup.id);
		this.label = setup.label;
		this.options = setup.options;
		this.#environment = setup.environment;
		this.files = new SessionFiles(parts.files, this.key);
		this.#parts = parts;
		this.#adopt = setup.adopt;
		const seat = parts.seats.find(setup.adopt?.key ?? this.key);
		this.#instance = setup.adopt?.instance ?? seat?.instance;
		this.#current = seat?.current;
		// Throws where the options make no policy.
		sessionPolicy(setup.options, "extension");
	}

	/** By what is at stake in the session's browser; closed where there is none yet. */
	get policy(): Policy {
		this.#policy ??= sessionPolicy(this.options, this.#browser?.kind ?? "extension");
		return this.#policy;
	}

	/** The session's default tab. */
	get current(): string | undefined {
		return this.#current;
	}

	set current(handle: string | undefined) {
		if (handle === this.#current) return;
		this.#current = handle;
		this.#record();
	}

	/** Whether the session works in a browser of the person's. */
	get isReal(): boolean {
		return this.#instance !== undefined;
	}

	get browser(): Browser | undefined {
		return this.#browser?.gone ? undefined : this.#browser;
	}

	get tabCount(): number {
		return this.browser ? this.#parts.registry.of(this.key, this.browser.epoch).length : 0;
	}

	/** The session's browser, found or started when it is first needed and again after it is gone. */
	async seat(): Promise<Seat> {
		if (this.#ended) throw new ReinsError("browser_gone", "The session has ended.");
		const current = this.#seat;
		if (current) {
			const seat = await current.catch(() => undefined);
			if (seat && !seat.browser.gone && ((await seat.browser.present?.()) ?? true)) return seat;
			// Whoever sees the loss first sits down again; the others join.
			if (this.#seat === current) this.#seat = undefined;
		}
		this.#seat ??= this.#sit();
		return this.#seat;
	}

	/** A session that comes back to a new broker finds its browser first, and with it its tabs. */
	async regain(): Promise<void> {
		if (this.isReal && !this.browser) await this.seat();
	}

	/** A tab for one call, judged and noted by that call's own guard. */
	tab(leased: LeasedTab, link: Link, log: ActionLog, signal: AbortSignal, trace: Trace): Tab {
		const told: Told = this.#told.get(leased) ?? { all: false };
		this.#told.set(leased, told);
		return new Tab(this.guard(link, log), leased.linkTab, signal, trace, told);
	}

	// @guard broker-judge
	guard(link: Link, log: ActionLog): Link {
		const { secrets } = this.#parts;
		const inner = new SecretLink(new NotedLink(link, log), (name) => secrets.find(name), log);
		return new JudgedLink(inner, (effect, url, circumstances) => {
			this.#requireOn();
			const decision = decide(this.policy, effect, url, circumstances);
			const site = originOf(url);
			log.judged({ effect, site: site ?? "", decision: decision.allow ? "allowed" : decision.code });
			if (decision.allow) return;
			const { code, reason } = decision;
			const data = { effect, ...(site && { site }), ...(code === "policy_denied" && { missing: "broker" }) };
			const also = code === "policy_denied" ? this.#alsoMissing(effect, url) : "";
			throw new ReinsError(code, reason, { hint: `${decision.hint}${also}`, data });
		});
	}

	find(handle: string): LeasedTab {
		return this.#parts.registry.find(handle, this.key, this.browser?.epoch, this.#parts.labelOf);
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
		return this.#parts.registry.lease(this.browser.epoch, linkTab, own ? this.key : undefined);
	}

	/** Whether a client is there; the person sees it in the browser. */
	set present(present: boolean) {
		this.browser?.tellPresence?.(this.key, present);
	}

	/** Writes the lease down in the browser, where tabs outlive the broker. */
	async claim(leased: LeasedTab): Promise<void> {
		await this.browser?.claim?.(this.key, leased.linkTab, leased.handle);
	}

	/** Whether this session may see a tab: its own, or a free one where the policy opens all. */
	// @guard tabs-seen
	maySee(linkTab: string, own: boolean): boolean {
		if (!this.browser) return false;
		const holder = this.#parts.registry.holder(this.browser.epoch, linkTab);
		return holder === undefined ? own || this.policy.allowAllTabs : holder === this.key;
	}

	/** Whether the policy lets this session read what is there. */
	// @guard rows-of-tabs
	mayRead(url: string): boolean {
		return decide(this.policy, "read", url, { scope: "document" }).allow;
	}

	/** The browsers of the person's that could be used, by name. */
	connected(): ConnectedBrowser[] {
		return this.#parts.pool.real.list().map(({ name, version, epoch, connected, hello, state }) => ({
			name,
			browser: version,
			epoch,
			connected,
			capabilities: hello.capabilities,
			...(state.killed && { state: "switched off by the person" }),
			...(state.userDetached && { state: "taken back by the person" }),
			// How many, and not which: where the person is at home is no agent's business.
			sites: state.sites.length,
		}));
	}

	/** Why nothing can be done in the session's browser now. */
	get stopped(): string | undefined {
		if (this.#browser?.kind !== "extension") return undefined;
		const { connected, state, name } = this.#browser as RealBrowser;
		if (!connected) return `${name} is not connected at the moment`;
		if (state.killed) return "killed: the person has switched Reins off in this browser";
		if (state.userDetached) return "user_detached: the person has cancelled the debugging of this browser";
		return undefined;
	}

	/** The extension refuses too; what the person has switched off need not even be asked. */
	#requireOn(): void {
		if (this.#browser?.kind !== "extension" || !(this.#browser as RealBrowser).state.killed) return;
		throw new ReinsError("killed", "The person has switched Reins off in this browser.");
	}

	/** Throws `too_many_tabs` where an agent in a loop opens tab after tab. */
	// @guard tabs-a-minute
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

	/** `keep`: what a browser of the person's holds of the session is left there. */
	async end(keep: boolean): Promise<void> {
		this.#ended = true;
		if (keep && this.isReal) return;
		const seat = await this.#seat?.catch(() => undefined);
		this.#parts.registry.releaseAll(this.key);
		this.#parts.seats.remove(this.key);
		if (!seat) return;
		await seat.link.close().catch(() => {
			// The browser went first.
		});
		await seat.browser.release();
		this.files.clear();
	}

	/** What the browser says of the session's tabs. */
	sync(browser: RealBrowser): void {
		if (browser.instance !== this.#instance) return;
		const { registry } = this.#parts;
		const listed = new Set<string>();
		for (const { tab, handle, session } of browser.state.leases) {
			if (session !== this.key || handle === undefined) continue;
			listed.add(handle);
			registry.restore({ handle, epoch: browser.epoch, linkTab: tab, session });
		}
		// Taken back or closed while nobody could tell us.
		for (const { handle, linkTab } of registry.of(this.key, browser.epoch)) {
			if (this.#listed.has(handle) && !listed.has(handle))
				registry.closed(browser.epoch, linkTab, "", "lost");
		}
		this.#listed = listed;
	}

	async #sit(): Promise<Seat> {
		const browser = await this.#parts.pool.acquire(this.options, this.#environment, this.#instance);
		let link: Link;
		try {
			this.files.prepare();
			const owner = { key: this.key, label: this.label, adopt: this.#adopt?.key };
			const policy = sessionPolicy(this.options, browser.kind);
			const opened = await browser.openLink({ ...owner, policy, downloads: this.files.incoming });
			const mayRead = ({ url, origin }: Whose) =>
				decide(policy, "read", url, { scope: "document", origin }).allow;
			link = new LinkWithDownloads(opened, this.files, this.downloads, {
				mask: this.#parts.secrets.mask,
				mayRead,
			});
		} catch (error) {
			await browser.release();
			throw error;
		}
		const moved = this.#browser !== undefined && this.#browser.epoch !== browser.epoch;
		this.#browser = browser;
		this.#policy = undefined;
		this.#instance = browser.instance;
		if (this.#adopt) this.#parts.seats.remove(this.#adopt.key);
		this.#adopt = undefined;
		if (moved) this.#current = undefined;
		this.#record();
		if (browser.kind === "extension") this.sync(browser as RealBrowser);
		link.onEvent((event) => {
			const { registry } = this.#parts;
			if (event.event === "tab_replaced") registry.renumber(browser.epoch, event.tab, event.by);
			if (event.event !== "tab_closed") return;
			const leased = registry.holder(browser.epoch, event.tab) === this.key;
			if (leased && this.current === registry.lease(browser.epoch, event.tab, this.key).handle)
				this.current = undefined;
			const last = this.mayRead(event.url) ? event.url : (originOf(event.url) ?? "");
			registry.closed(browser.epoch, event.tab, last, event.taken ? "taken" : "closed");
		});
		return { browser, link };
	}

	#record(): void {
		if (this.#instance === undefined || this.#ended) return;
		this.#parts.seats.set(this.key, { instance: this.#instance, current: this.#current });
	}

	/** In a browser of the person's a site must be open in two places. */
	#alsoMissing(effect: Effect, url: string): string {
		const origin = originOf(url);
		if (this.#browser?.kind !== "extension" || !origin) return "";
		const { sites } = (this.#browser as RealBrowser).state;
		if (decide(sitePolicy(sites), effect, url, { scope: "document" }).allow)
			return " In the extension it is allowed already.";
		return sites.some((site) => site.origin === origin)
			? " The site's level in the extension is too low for it as well: the person raises it in the Reins popup."
			: " The site is missing in the extension too: the person allows it in the Reins popup.";
	}
}

/** The path and the query of a page are nobody's business. */
// @guard sites-written-down
function originOf(url: string): string | undefined {
	return /^https?:/.test(url) ? parseUrl(url)?.origin : undefined;
}

/** Browsers keep this; only who has the session's secret id can make it. */
// @guard session-keys
export function sessionKey(id: string): string {
	return createHash("sha256").update(id).digest("hex").slice(0, 32);
}
