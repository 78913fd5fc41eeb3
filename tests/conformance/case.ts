// What a conformance case is: a small piece of behaviour that holds over every way to reach a browser.

import type { Product, Site } from "@reins/testkit";

export type LinkName = "managed" | "extension" | "extension-headed";

export type Need = "front" | "held";

export interface CaseContext {
	product: Product;
	/** The product's own words: an answer of any kind, and one that must not be an error. */
	call: Product["call"];
	must: Product["must"];
	/** Two sites that policy and person allow, and an origin, as allowed, where nobody listens. */
	site: Site;
	other: Site;
	closed: string;
	/** A site on another host, so that a browser gives it a process of its own; and one that nobody has allowed. */
	sister: Site;
	stranger: Site;
	/** Another that nobody has allowed, in the same process as `site`. */
	lodger: Site;
	/** A directory that is open for uploads. */
	uploads: string;
	/** A person looks at the browser, and it asks them things. */
	hasWindow: boolean;
	/** A path that no other case uses. */
	path(name?: string): string;
	/** Serves a page at a path of this case's own; answers its URL. */
	serve(body: string, head?: string): string;
	/** The same, and loads it in the session's tab. */
	open(body: string, head?: string): Promise<string>;
	/** The value of an expression in the current tab. */
	value(expression: string, tabId?: string): Promise<unknown>;
	/** Handle of the current tab. */
	current(): Promise<string>;
	/** A tab of its own for this case; closed after it. */
	newTab(url?: string): Promise<string>;
}

export interface ConformanceCase {
	/** `group/name`; expectations name it. */
	id: string;
	/**
	 * `front`: it brings a tab to the front, which is not wanted where that is watched. `held`: a new tab loads nothing
	 * before somebody listens there, which Chrome offers to no extension.
	 */
	needs?: readonly Need[];
	run(context: CaseContext): Promise<void>;
}

/** Cases of one group, from names and what they do. */
export function group(
	name: string,
	table: Record<string, ConformanceCase["run"]>,
	needs: Record<string, readonly Need[]> = {},
): ConformanceCase[] {
	return Object.entries(table).map(([title, run]) => ({
		id: `${name}/${title}`,
		run,
		...(needs[title] && { needs: needs[title] }),
	}));
}
