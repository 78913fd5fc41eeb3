// Which tab belongs to which session. A tab has one session at a time, or none.

import type { Lease } from "@reins/protocol";
import { ReinsError } from "@reins/protocol";
import type { WorkerState } from "./state.ts";

export class Leases {
	readonly #state: WorkerState;

	constructor(state: WorkerState) {
		this.#state = state;
	}

	of(session: string): Lease[] {
		return this.#state.get("leases").filter((lease) => lease.session === session);
	}

	find(tab: number): Lease | undefined {
		return this.#state.leaseOf(tab);
	}

	/** Throws where the tab is another session's, or nobody's. */
	// @guard leased-tabs
	require(tab: string, session: string): Lease {
		const lease = this.find(Number(tab));
		if (lease?.session === session) return lease;
		if (lease)
			throw new ReinsError("leased", `The tab belongs to the session "${this.#label(lease.session)}".`);
		throw new ReinsError("tab_gone", "The tab was closed, or is not this session's any more.");
	}

	/** Gives a tab to a session; a tab that another one has is refused. */
	async give(tab: number, session: string, own: boolean, handle?: string): Promise<void> {
		const known = this.find(tab);
		if (known && known.session !== session) this.require(String(tab), session);
		const lease: Lease = {
			tab: String(tab),
			session,
			own: known?.own ?? own,
			...((handle ?? known?.handle) && { handle: handle ?? known?.handle }),
		};
		await this.#write([...this.#without(tab), lease]);
	}

	async take(tab: number): Promise<void> {
		if (this.find(tab)) await this.#write(this.#without(tab));
	}

	async takeAll(session: string): Promise<void> {
		await this.#write(this.#state.get("leases").filter((lease) => lease.session !== session));
	}

	/** Chrome has given a tab another number. */
	async renumber(from: number, to: number): Promise<void> {
		await this.#write(
			this.#state
				.get("leases")
				.map((lease) => (lease.tab === String(from) ? { ...lease, tab: String(to) } : lease)),
		);
	}

	/** What is written down where one session goes on with the tabs of another. */
	handed(from: string, to: string): Lease[] {
		return this.#state
			.get("leases")
			.map((lease) => (lease.session === from ? { ...lease, session: to } : lease));
	}

	#label(session: string): string {
		return this.#state.get("sessions").find((one) => one.session === session)?.label ?? "another session";
	}

	#without(tab: number): Lease[] {
		return this.#state.get("leases").filter((lease) => lease.tab !== String(tab));
	}

	async #write(leases: Lease[]): Promise<void> {
		await this.#state.setSession({ leases });
	}
}
