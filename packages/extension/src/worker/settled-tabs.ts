// The tabs of sessions that hold nothing a site's own worker brought. In a tab that a page has just opened one can bring
// its page past the rules; from when the debugger is there it is passed over, but what was on its way by then still comes.

import type { BrowserTab } from "../adapters/tabs.ts";

export class SettledTabs {
	/** Tabs in which the debugger has workers of sites passed over. */
	readonly #watched = new Set<number>();
	/** Tabs that were led away from such a page; it may take its time to go. */
	readonly #strayed = new Set<number>();
	readonly #settled = new Set<number>();

	get all(): number[] {
		return [...this.#settled];
	}

	/** The debugger is there; in a fresh tab before any page. */
	watch(tab: number, isFresh: boolean): void {
		this.#watched.add(tab);
		if (isFresh) this.#settled.add(tab);
	}

	/** The debugger is not there any more. */
	leave(tab: number): void {
		this.#watched.delete(tab);
		this.#settled.delete(tab);
	}

	/** What a site's worker brought is there. */
	stray(tab: number): void {
		this.#strayed.add(tab);
		this.#settled.delete(tab);
	}

	gone(tab: number): void {
		this.#strayed.delete(tab);
		this.leave(tab);
	}

	/** No page can have opened a tab for a while: whatever was to go has gone. */
	rest(): void {
		this.#strayed.clear();
	}

	/** Whether it is worth a look: one that was taken before the debugger came says nothing. */
	waits(tab: number): boolean {
		return this.#watched.has(tab) && !this.#settled.has(tab) && !this.#strayed.has(tab);
	}

	/** Settled is a tab in which nothing is on its way, and what is there may be there. */
	// @guard fence-settles
	settle({ id, isLoading }: BrowserTab, isStrange: boolean): void {
		if (this.waits(id) && !isLoading && !isStrange) this.#settled.add(id);
	}
}
