// Chrome's own rules for what tabs may load. They hold while no worker runs, until the browser ends.

export interface Rule {
	action: "block" | "allow";
	/** Of two that fit, the higher one holds. */
	priority: number;
	/** Only in these tabs, or in all but these. */
	tabs?: number[];
	exceptTabs?: number[];
	/** Only what pages of these hosts ask for. */
	initiators?: string[];
	/** Only this origin. */
	origin?: string;
	/** Frames in pages too. */
	frames?: boolean;
}

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
			resourceTypes: kindsOf(rule),
			...(rule.tabs && { tabIds: rule.tabs }),
			...(rule.exceptTabs && { excludedTabIds: rule.exceptTabs }),
			...(rule.initiators && { initiatorDomains: rule.initiators }),
			// The slash ends the host, so that no longer one fits.
			...(rule.origin !== undefined && { urlFilter: `|${rule.origin}/` }),
		},
	};
}

/** Chrome calls "other" what is saved without any page, as by Alt and a click; only of tabs that are known, for it is more than that. */
function kindsOf({ tabs, frames }: Rule): `${chrome.declarativeNetRequest.ResourceType}`[] {
	return ["main_frame", ...(tabs ? (["other"] as const) : []), ...(frames ? (["sub_frame"] as const) : [])];
}

/** A rule, of whatever extension, has kept a tab from loading this. */
export function onBlocked(listener: (tab: number, url: string) => void): void {
	chrome.webNavigation.onErrorOccurred.addListener(({ tabId, frameId, url, error }) => {
		if (frameId === 0 && error === "net::ERR_BLOCKED_BY_CLIENT") listener(tabId, url);
	});
}
