// The policy of the extension: the sites that the person has put on the list in the browser, and nothing else.

import type { Site, SiteLevel } from "../bridge/bridge-state.ts";
import type { Effect } from "../effects.ts";
import { type Policy, presets } from "./policy.ts";

const effectsOf: Record<SiteLevel, readonly Effect[]> = {
	read: ["read", "navigate"],
	// Which files may leave the machine is not the extension's to say: it cannot see them. The broker does.
	act: ["read", "navigate", "act", "upload"],
	script: ["read", "navigate", "act", "eval", "upload"],
};

// @guard site-list
export function sitePolicy(sites: readonly Site[]): Policy {
	return {
		...presets.strict,
		allow: sites.map(({ origin, level }) => ({ origins: [origin], effects: effectsOf[level] })),
	};
}
