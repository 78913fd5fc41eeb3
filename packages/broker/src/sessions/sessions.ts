// All sessions, and whose they are. A session whose client went away waits a little for it.

import { type BrokerStatus, limits, newSecret, type PeerHello, printable, ReinsError } from "@reins/protocol";
import type { BrowserPool } from "./browser-pool.ts";
import { Session } from "./session.ts";
import type { TabRegistry } from "./tab-registry.ts";

const LONGEST_LABEL = 80;

interface Entry {
	session: Session;
	/** The client's connection; absent while it is away. */
	owner: object | undefined;
	farewell?: NodeJS.Timeout;
}

export class Sessions {
	readonly #pool: BrowserPool;
	readonly #registry: TabRegistry;
	readonly #entries = new Map<string, Entry>();
	readonly #ending = new Set<Promise<void>>();
	onChange: () => void = () => {};

	constructor(pool: BrowserPool, registry: TabRegistry) {
		this.#pool = pool;
		this.#registry = registry;
	}

	get size(): number {
		return this.#entries.size + this.#ending.size;
	}

	/** A new session, or the one whose secret id the client shows. */
	open(
		owner: object,
		client: string,
		asked: NonNullable<PeerHello["session"]>,
	): { session: Session; resumed: boolean } {
		const known = asked.resume === undefined ? undefined : this.#entries.get(asked.resume);
		if (known && !known.owner) {
			clearTimeout(known.farewell);
			known.owner = owner;
			return { session: known.session, resumed: true };
		}
		const setup = {
			id: newSecret("s"),
			label: this.#unique(printable(asked.label ?? client, LONGEST_LABEL) || "client"),
			options: asked.options,
			environment: asked.environment,
		};
		const session = new Session(
			setup,
			this.#pool,
			this.#registry,
			(id) => this.#entries.get(id)?.session.label ?? "another session",
		);
		this.#entries.set(session.id, { session, owner });
		return { session, resumed: false };
	}

	of(owner: object): Session {
		for (const entry of this.#entries.values()) if (entry.owner === owner) return entry.session;
		throw new ReinsError("bad_args", "This client has no session.");
	}

	peerLeft(owner: object): void {
		for (const entry of this.#entries.values()) {
			if (entry.owner !== owner) continue;
			entry.owner = undefined;
			entry.farewell = setTimeout(() => void this.#end(entry), limits.sessionGrace);
		}
	}

	async endAll(): Promise<void> {
		await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry)));
		await Promise.all(this.#ending);
	}

	describe(): BrokerStatus["sessions"] {
		return [...this.#entries.values()].map(({ session, owner }) => ({
			label: session.label,
			connected: owner !== undefined,
			browser: session.browser?.name ?? "none yet",
			policy: session.policy.preset,
			tabs: session.tabCount,
		}));
	}

	async #end(entry: Entry): Promise<void> {
		clearTimeout(entry.farewell);
		this.#entries.delete(entry.session.id);
		const ending = entry.session.end().catch(() => {
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
