// What a primitive or a tool does to the world, and what it concerns. Policy speaks of
// nothing else, so both are required wherever something is defined.

export const effects = ["read", "navigate", "act", "eval", "download", "upload", "storage", "cdp"] as const;
export type Effect = (typeof effects)[number];

/**
 * Whose URL the judge looks at:
 * - `document`: the committed document of the tab
 * - `argument`: the URL that the call brings along
 * - `session`: no page is concerned (listing one's own tabs, the state of the link)
 */
export type Scope = "document" | "argument" | "session";

/** Effects that leave something behind. An interrupted one has an uncertain fate. */
export function isWrite(effect: Effect): boolean {
	return effect !== "read";
}
