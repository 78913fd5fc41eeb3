// All sessions, and whose they are. A session whose client went away waits a little for it.

import {
	type BrokerStatus,
	limits,
	newSecret,
	type PeerHello,
	printable,
	ReinsError,
	type SessionOptions,
} from "@reins/protocol";
import type { RealBrowser } from "../real/real-browser.ts";
import { Session, type SessionParts, sessionKey } from "./session.ts";

const LONGEST_LABEL = 80;

interface Entry {
	session: Session;
	/** The client's connection; absent while it is away. */
	owner: object | undefined;
	farewell?: NodeJS.Timeout;
	/** The person chose the label. */
	named: boolean;
}

/** A session that a browser still has and no client has claimed. */
interface Orphan {
	browser: RealBrowser;
	label: string;
	farewell: NodeJS.Timeout;
}

export class Sessions {
	readonly #parts: SessionParts;
	readonly #entries = new Map<string, Entry>();
	readonly #ending = new Set<Promise<void>>();
	/** By the session's public key. */
	readonly #orphans = new Map<string, Orphan>();
	onChange: () => void = () => {};

	constructor(parts: Omit<SessionParts, "labelOf">) {
		this.#parts = { ...parts, labelOf: (key) => this.#byKey(key)?.label ?? "another session" };
	}

	get size(): number {
		return this.#entries.size + this.#ending.size;
	}

	/** A new session, or the one that the client had before. */
	open(
		owner: object,
		client: string,
		asked: NonNullable<PeerHello["session"]>,
	): { session: Session; resumed: boolean } {
		const label = printable(asked.label ?? client, LONGEST_LABEL) || "client";
		const named = asked.named ?? false;
		const known = this.#waiting(asked, named ? label : undefined);
		if (known) {
			clearTimeout(known.farewell);
			known.owner = owner;
			known.session.present = true;
			return { session: known.session, resumed: true };
		}
		// The broker that gave this id is gone; the browser may have kept the session.
		const resume = isSessionId(asked.resume) && !this.#entries.has(asked.resume) ? asked.resume : undefined;
		const adopt =
			resume === undefined && named ? this.#orphanCalled(label, asked.options.browser) : undefined;
		const id = resume ?? newSecret("s");
		const kept = this.#orphans.get(sessionKey(id));
		const setup = {
			id,
			label: kept?.label ?? this.#unique(label),
			options: asked.options,
			environment: asked.environment,
			adopt,
		};
		const session = new Session(setup, this.#parts);
		this.#entries.set(session.id, { session, owner, named });
		this.#claimed(session.key);
		if (adopt) this.#claimed(adopt.key);
		return { session, resumed: session.isReal };
	}

	of(owner: object): Session {
		for (const entry of this.#entries.values()) if (entry.owner === owner) return entry.session;
		throw new ReinsError("bad_args", "This client has no session.");
	}

	peerLeft(owner: object): void {
		for (const entry of this.#entries.values()) {
			if (entry.owner !== owner) continue;
			entry.owner = undefined;
			entry.session.present = false;
			const grace = entry.session.isReal ? limits.realBrowserGrace : limits.sessionGrace;
			entry.farewell = setTimeout(() => void this.#end(entry), grace);
		}
	}

	/** What a browser of the person's says: its tabs, and sessions that nobody here knows. */
	sync(browser: RealBrowser): void {
		for (const [key, orphan] of this.#orphans) {
			const listed = browser.state.sessions.some(({ session }) => session === key);
			if (orphan.browser.instance === browser.instance && !listed) this.#claimed(key);
		}
		for (const { session: key, label } of browser.state.sessions) {
			const known = this.#byKey(key);
			if (known) known.sync(browser);
			else if (!this.#orphans.has(key)) {
				const farewell = setTimeout(() => this.#abandon(key), limits.realBrowserGrace).unref();
				this.#orphans.set(key, { browser, label, farewell });
			}
		}
	}

	/** A client that comes back within the grace finds its session; after it the tabs are the person's again. */
	#abandon(key: string): void {
		const orphan = this.#orphans.get(key);
		this.#orphans.delete(key);
		this.#parts.seats.remove(key);
		orphan?.browser.call("session.close", { session: key }).catch(() => {
			// Its browser is gone, and the session with it.
		});
	}

	#claimed(key: string): void {
		clearTimeout(this.#orphans.get(key)?.farewell);
		this.#orphans.delete(key);
	}

	/** Only in a browser that the client would take anyway. */
	#orphanCalled(label: string, wanted: string): { instance: string; key: string } | undefined {
		for (const [key, { label: own, browser }] of this.#orphans) {
			const fits = wanted === "auto" || wanted === "extension" || wanted === browser.name;
			if (own === label && fits) return { instance: browser.instance, key };
		}
		return undefined;
	}

	/**
	 * A session whose client is away, by its secret id or by the name that the person gave it. A name alone brings
	 * back no rights: who comes with other options gets a session of its own.
	 */
	#waiting(
		{ resume, options }: NonNullable<PeerHello["session"]>,
		label: string | undefined,
	): Entry | undefined {
		const known = resume === undefined ? undefined : this.#entries.get(resume);
		if (known) return isFree(known) ? known : undefined;
		if (label === undefined) return undefined;
		return [...this.#entries.values()].find(
			(entry) =>
				entry.named &&
				isFree(entry) &&
				entry.session.label === label &&
				isAsked(entry.session.options, options),
		);
	}

	#byKey(key: string): Session | undefined {
		for (const { session } of this.#entries.values()) if (session.key === key) return session;
		return undefined;
	}

	async endOf(owner: object): Promise<void> {
		for (const entry of [...this.#entries.values()]) if (entry.owner === owner) await this.#end(entry);
	}

	/** `keep`: sessions in browsers of the person's are left there, for the next broker to find. */
	async endAll(keep: boolean): Promise<void> {
		for (const key of [...this.#orphans.keys()]) {
			if (keep) this.#claimed(key);
			else this.#abandon(key);
		}
		await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry, keep)));
		await Promise.all(this.#ending);
	}

	describe(): BrokerStatus["sessions"] {
		return [...this.#entries.values()].map(({ session, owner }) => ({
			label: session.label,
			connected: owner !== undefined,
			browser: session.browser?.name ?? "none yet",
			policy: session.browser ? session.policy.preset : "set by its browser",
			tabs: session.tabCount,
		}));
	}

	async #end(entry: Entry, keep = false): Promise<void> {
		clearTimeout(entry.farewell);
		this.#entries.delete(entry.session.id);
		const ending = entry.session.end(keep).catch(() => {
			// Whatever held it is gone already.
		});
		this.#ending.add(ending);
		await ending;
		this.#ending.delete(ending);
		this.onChange();
	}

	#unique(wanted: string): string {
		const taken = new Set([...this.#entries.values()].map(({ session }) => session.label));
		if (!taken.has(wanted)) return wanted;
		for (let number = 2; ; number++) if (!taken.has(`${wanted} ${number}`)) return `${wanted} ${number}`;
	}
}

// @guard session-in-use
function isFree({ owner }: Entry): boolean {
	return owner === undefined;
}

/** Whoever takes a session over by its name has exactly the rights that it was opened with. */
// @guard session-rights
function isAsked(kept: SessionOptions, asked: SessionOptions): boolean {
	return JSON.stringify(kept) === JSON.stringify(asked);
}

/** Only an id that nobody could guess is taken from a client. */
// @guard session-ids
function isSessionId(id: string | undefined): id is string {
	return id !== undefined && /^s_[0-9a-z]{32}$/.test(id);
}
