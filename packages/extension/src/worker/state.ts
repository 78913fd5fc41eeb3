// Everything the worker must not forget when Chrome ends it: kept in storage, mirrored here. A change is
// made here first, so that it holds at once, and written down in the same turn.

import { type BridgeState, type Lease, newId, type Policy, type Site } from "@reins/protocol";
import * as store from "../adapters/store.ts";
import type { Begun } from "./downloads.ts";

/** Kept for ever. */
interface Local {
	/** The profile, as the broker knows it. */
	instance: string;
	/** What the person calls this browser. */
	name: string;
	killed: boolean;
	/** The person has disconnected. */
	disconnected: boolean;
	/** The person has cancelled the debugging bar. */
	userDetached: boolean;
	sites: Site[];
	/** The broker's public key, since the first contact. */
	brokerKey: string;
}

/** Pages of these sessions may open tabs; these tabs were there before. */
export interface WallAround {
	sessions: string[];
	others: number[];
}

/** Kept until the browser ends: tabs do not live longer. */
interface PerStart {
	epoch: string;
	sessions: BridgeState["sessions"];
	leases: Lease[];
	/** The next number for a ref, by session. */
	refs: Record<string, number>;
	/** Chrome's number of the group, by session. */
	groups: Record<string, number>;
	/** What a session may do by its own policy, by session. */
	policies: Record<string, Policy>;
	wall: WallAround;
	/** Tabs that the person took back: no session gets one by asking. */
	taken: string[];
	/** What pages of sessions save, by Chrome's number, until it is over. */
	saving: Record<number, Begun>;
}

type Values = Local & PerStart;

export class WorkerState {
	readonly #values: Values;
	readonly #listeners = new Set<() => void>();

	private constructor(values: Values) {
		this.#values = values;
	}

	static async load(brand: string): Promise<WorkerState> {
		const [local, session] = await Promise.all([store.readLocal(), store.readSession()]);
		const instance = newId("br");
		const fresh: Local = {
			instance,
			name: `${brand}-${instance.slice(-4)}`,
			killed: false,
			disconnected: false,
			userDetached: false,
			sites: [],
			brokerKey: "",
		};
		const started: PerStart = {
			epoch: newId("ep"),
			sessions: [],
			leases: [],
			refs: {},
			groups: {},
			policies: {},
			wall: { sessions: [], others: [] },
			taken: [],
			saving: {},
		};
		const state = new WorkerState({ ...fresh, ...local, ...started, ...session } as Values);
		if (local["instance"] === undefined) await store.writeLocal({ ...fresh, ...local });
		if (session["epoch"] === undefined) await store.writeSession({ ...started });
		return state;
	}

	get<K extends keyof Values>(key: K): Values[K] {
		return this.#values[key];
	}

	async setLocal(change: Partial<Local>): Promise<void> {
		Object.assign(this.#values, change);
		const written = store.writeLocal(change);
		this.#tell();
		await written;
	}

	async setSession(change: Partial<PerStart>): Promise<void> {
		Object.assign(this.#values, change);
		const written = store.writeSession(change);
		this.#tell();
		await written;
	}

	/** Numbers of refs change with every read. */
	async keepRefs(session: string, next: number): Promise<void> {
		await this.keep({ refs: { ...this.#values.refs, [session]: next } });
	}

	/** What nobody has to hear of. */
	async keep(change: Partial<PerStart>): Promise<void> {
		Object.assign(this.#values, change);
		await store.writeSession(change);
	}

	leaseOf(tab: number): Lease | undefined {
		return this.#values.leases.find((lease) => lease.tab === String(tab));
	}

	onChange(listener: () => void): void {
		this.#listeners.add(listener);
	}

	#tell(): void {
		for (const listener of this.#listeners) {
			try {
				listener();
			} catch (error) {
				// Whoever only watches must not keep a change from holding.
				console.error(error);
			}
		}
	}
}
