// Chrome's own rules for what tabs may load. They hold while no worker runs, until the browser ends.

export interface Rule {
	action: "block" | "allow";
	/** Of two that fit, the higher one holds. */
	priority: number;
	/** Only in these tabs, or in all but these. */
	tabs?: number[];
	exceptTabs?: number[];
	/** Only this origin. */
	origin?: string;
	/** Frames in pages too. */
	frames?: boolean;
	/** Instead of pages what they and workers ask for; or everything. */
	kinds?: "parts" | "all";
	/** Not what pages and workers of these hosts ask for, or of hosts below them. */
	exceptFrom?: string[];
	/** Not in tabs that show these hosts, where Chrome can tell (from 145 on). */
	exceptIn?: string[];
	/** Not what these hosts are asked for. */
	exceptTo?: string[];
}

/** The tab of what no tab asks for: workers of sites, and what is sent after a tab has gone. */
export const NO_TAB = -1;

/** These and no others, from now on. */
export async function setRules(rules: readonly Rule[]): Promise<void> {
	const old = await chrome.declarativeNetRequest.getSessionRules();
	await chrome.declarativeNetRequest.updateSessionRules({
		removeRuleIds: old.map(({ id }) => id),
		addRules: rules.map(toChrome),
	});
}

function toChrome(rule: Rule, index: number): chrome.declarativeNetRequest.Rule {
	return {
		id: index + 1,
		priority: rule.priority,
		action: { type: rule.action },
		condition: {
			...kindsOf(rule),
			...(rule.tabs && { tabIds: rule.tabs }),
			...(rule.exceptTabs?.length && { excludedTabIds: rule.exceptTabs }),
			...(rule.exceptFrom?.length && { excludedInitiatorDomains: rule.exceptFrom }),
			...(rule.exceptIn?.length && knowsTops() && { excludedTopDomains: rule.exceptIn }),
			...(rule.exceptTo?.length && { excludedRequestDomains: rule.exceptTo }),
			// The slash ends the host, so that no longer one fits.
			...(rule.origin !== undefined && { urlFilter: `|${rule.origin}/` }),
		},
	};
}

/** One that does not would refuse the rule. */
function knowsTops(): boolean {
	return chrome.declarativeNetRequest.RuleConditionKeys?.EXCLUDED_TOP_DOMAINS !== undefined;
}

/** Chrome calls "other" what is saved without any page, as by Alt and a click; only of tabs that are known, for it is more than that. */
function kindsOf({ tabs, frames, kinds }: Rule): chrome.declarativeNetRequest.RuleCondition {
	// Without a word about kinds Chrome takes all but pages.
	if (kinds === "parts") return {};
	if (kinds === "all") return { resourceTypes: Object.values(chrome.declarativeNetRequest.ResourceType) };
	return {
		resourceTypes: [
			"main_frame",
			...(tabs ? (["other"] as const) : []),
			...(frames ? (["sub_frame"] as const) : []),
		],
	};
}

/** A rule, of whatever extension, has kept a tab from loading this, or its site's worker from fetching it. */
export function onBlocked(listener: (tab: number, url: string) => void): void {
	chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
		if (frameId === 0 && /BLOCKED_BY_CLIENT|ERR_FAILED/.test(error)) listener(tabId, url);
	});
}
