// The hosts of what tabs show, frames included. A site's worker asks for things in no tab at all; by this it is known
// whether it does so for a page that the person has open.

import { framesOf, listTabs } from "../adapters/tabs.ts";

export class ShownHosts {
	readonly #tabs = new Map<number, Set<string>>();

	/** What was there before anybody listened. */
	async find(): Promise<void> {
		const awake = (await listTabs()).filter(({ discarded }) => !discarded);
		await Promise.all(
			awake.map(async ({ id, url }) => {
				for (const one of [url, ...(await framesOf(id))]) this.add(id, one);
			}),
		);
	}

	/** Whether it is one more. */
	add(tab: number, url: string): boolean {
		const host = hostOf(url);
		const hosts = this.#tabs.get(tab) ?? new Set();
		this.#tabs.set(tab, hosts);
		return host !== undefined && hosts.size < hosts.add(host).size;
	}

	/** Another page, without the frames of the one before. Whether its host is one more. */
	replace(tab: number, url: string): boolean {
		const isNew = this.add(tab, url);
		this.#tabs.delete(tab);
		this.add(tab, url);
		return isNew;
	}

	gone(tab: number): void {
		this.#tabs.delete(tab);
	}

	has(host: string): boolean {
		return [...this.#tabs.values()].some((hosts) => hosts.has(host));
	}

	of(tabs: readonly number[]): string[] {
		return [...new Set(tabs.flatMap((tab) => [...(this.#tabs.get(tab) ?? [])]))].sort();
	}
}

/** Undefined where it is no site's. */
export function hostOf(url: string): string | undefined {
	return /^https?:/.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined;
}
