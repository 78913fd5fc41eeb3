// Why Chrome took the debugger off a tab, found out afterwards: it does not say.

import { ReinsError } from "@reins/protocol";
import { attach } from "../adapters/debugger.ts";
import { getTab } from "../adapters/tabs.ts";

/** What was under way may have been done: Chrome sends commands on before it answers. */
const data = { interrupted: true };

export async function tabLost(tab: number): Promise<ReinsError> {
	const found = await getTab(tab);
	if (!found) return new ReinsError("tab_gone", "The tab was closed.", { data });
	const url = found.pendingUrl || found.url;
	if (!/^(https?:|about:|chrome-error:|$)/.test(url)) {
		return new ReinsError("restricted_url", "The tab went to a page that Reins never drives.", { data });
	}
	try {
		// The page looks like any other; a frame of another extension in it would be reason enough, and attaching tells.
		await attach(tab);
	} catch (error) {
		const { code, message } = ReinsError.from(error);
		return new ReinsError(code, message, { cause: error, data });
	}
	return new ReinsError("worker_restarting", "Chrome took the debugger off the tab for a moment.", { data });
}
