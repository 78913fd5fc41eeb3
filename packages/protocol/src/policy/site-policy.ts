// The policy of the extension: the sites that the person has put on the list in the browser, and nothing else.

import type { Site, SiteLevel } from "../bridge/bridge-state.ts";
import type { Effect } from "../effects.ts";
import { type Policy, presets } from "./policy.ts";

const effectsOf: Record<SiteLevel, readonly Effect[]> = {
	read: ["read", "navigate"],
	act: ["read", "navigate", "act"],
	script: ["read", "navigate", "act", "eval"],
};

export function sitePolicy(sites: readonly Site[]): Policy {
	return {
		...presets.strict,
		allow: sites.map(({ origin, level }) => ({ origins: [origin], effects: effectsOf[level] })),
	};
}
