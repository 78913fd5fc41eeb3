// Handles of tabs: `t12` means one tab of one browser for ever. Numbers go on after a restart, so
// that a handle from an earlier broker can never meet another tab.

import { join } from "node:path";
import { ReinsError, tabHandle, tabNumber } from "@reins/protocol";
import { readPrivate, writePrivate } from "../places/private-file.ts";

/** Numbers set aside on disk at a time: a crash skips at most so many. */
const BLOCK = 100;
/** Closed tabs whose last URL is remembered. */
const REMEMBERED = 500;

export interface LeasedTab {
	handle: string;
	/** The browser that the tab is in; another start of the same browser is another one. */
	epoch: string;
	linkTab: string;
	/** The session's public key; absent for a tab that was found and that nobody has used yet. */
	session: string | undefined;
}

export class TabRegistry {
	readonly #file: string;
	readonly #first: number;
	#next: number;
	#reserved: number;
	readonly #byHandle = new Map<string, LeasedTab>();
	readonly #byTab = new Map<string, LeasedTab>();
	readonly #closed = new Map<string, { url: string; fate: string }>();

	constructor(stateDirectory: string) {
		this.#file = join(stateDirectory, "next-tab");
		this.#first = readNumber(this.#file);
		this.#next = this.#first;
		this.#reserved = this.#first;
	}

	/** The lease of a tab, made on first sight; without a session it only gets its name. */
	lease(epoch: string, linkTab: string, session: string | undefined): LeasedTab {
		const known = this.#byTab.get(`${epoch} ${linkTab}`);
		if (known) return known;
		const leased = { handle: this.#mint(), epoch, linkTab, session };
		this.#byHandle.set(leased.handle, leased);
		this.#byTab.set(`${epoch} ${linkTab}`, leased);
		return leased;
	}

	/** A lease that the browser has kept while no broker knew of it, or that it has changed by itself. */
	restore(lease: LeasedTab): void {
		const number = tabNumber(lease.handle);
		if (number === undefined) return;
		const known = this.#byHandle.get(lease.handle) ?? this.#byTab.get(`${lease.epoch} ${lease.linkTab}`);
		if (known) this.#forget(known);
		this.#byHandle.set(lease.handle, lease);
		this.#byTab.set(`${lease.epoch} ${lease.linkTab}`, lease);
		this.#next = Math.max(this.#next, number + 1);
	}

	/** The browser has given a tab another id. */
	renumber(epoch: string, from: string, to: string): void {
		const known = this.#byTab.get(`${epoch} ${from}`);
		if (known) this.restore({ ...known, linkTab: to });
	}

	holder(epoch: string, linkTab: string): string | undefined {
		return this.#byTab.get(`${epoch} ${linkTab}`)?.session;
	}

	/** The tab of a handle, or the reason why this session cannot have it. */
	find(
		handle: string,
		session: string,
		epoch: string | undefined,
		labelOf: (session: string) => string,
	): LeasedTab {
		const number = tabNumber(handle);
		if (number === undefined || number >= this.#next) {
			throw new ReinsError("no_such_tab", `No tab ever had the handle "${handle.slice(0, 40)}".`);
		}
		const leased = this.#byHandle.get(handle);
		if (!leased) {
			const last = this.#closed.get(handle);
			if (last?.fate === "taken") throw new ReinsError("tab_gone", `The person has taken ${handle} back.`);
			if (last?.fate === "lost")
				throw new ReinsError("tab_gone", `${handle} is not this session's any more.`);
			if (!last && number < this.#first) {
				throw new ReinsError("stale_tab", `${handle} is from an earlier browser.`);
			}
			const shown = last?.url ? `; it last showed ${last.url}` : "";
			throw new ReinsError("tab_gone", `${handle} was closed${shown}.`);
		}
		requireHolder(leased, session, labelOf);
		requireEpoch(leased, epoch);
		leased.session = session;
		return leased;
	}

	/** `taken`: the tab is still there, and the person's again; `lost`: nobody could tell why it is gone. */
	closed(epoch: string, linkTab: string, url: string, fate: "closed" | "taken" | "lost" = "closed"): void {
		const leased = this.#byTab.get(`${epoch} ${linkTab}`);
		if (!leased) return;
		this.#forget(leased);
		this.#closed.set(leased.handle, { url, fate });
		const oldest = this.#closed.keys().next().value;
		if (this.#closed.size > REMEMBERED && oldest) this.#closed.delete(oldest);
	}

	/** A session has ended: its tabs are anybody's, or gone. */
	releaseAll(session: string): void {
		for (const leased of [...this.#byHandle.values()]) if (leased.session === session) this.#forget(leased);
	}

	of(session: string, epoch: string): LeasedTab[] {
		return [...this.#byHandle.values()].filter(
			(leased) => leased.session === session && leased.epoch === epoch,
		);
	}

	/** A clean end gives the unused numbers back. */
	save(): void {
		writeNumber(this.#file, this.#next);
	}

	#forget(leased: LeasedTab): void {
		this.#byHandle.delete(leased.handle);
		this.#byTab.delete(`${leased.epoch} ${leased.linkTab}`);
	}

	#mint(): string {
		if (this.#next >= this.#reserved) {
			this.#reserved = this.#next + BLOCK;
			writeNumber(this.#file, this.#reserved);
		}
		return tabHandle(this.#next++);
	}
}

// @guard tab-holder
function requireHolder(leased: LeasedTab, session: string, labelOf: (session: string) => string): void {
	if (leased.session === undefined || leased.session === session) return;
	throw new ReinsError("leased", `${leased.handle} belongs to the session "${labelOf(leased.session)}".`);
}

// @guard tab-epoch
function requireEpoch(leased: LeasedTab, epoch: string | undefined): void {
	if (leased.epoch !== epoch)
		throw new ReinsError("stale_tab", `${leased.handle} is from an earlier browser.`);
}

function readNumber(file: string): number {
	try {
		const text = readPrivate(file);
		if (text === undefined) return 1;
		const number = Number(text);
		if (Number.isSafeInteger(number) && number > 0) return number;
	} catch {
		// It cannot be read.
	}
	// There were tabs, and nobody knows how many: no one opens more than one a second for ever.
	return Math.floor(Date.now() / 1_000);
}

function writeNumber(file: string, number: number): void {
	writePrivate(file, String(number));
}
