// Links to a browser that speaks CDP itself.

import type { CdpConnection } from "./cdp-connection.ts";
import { CdpLink } from "./cdp-link.ts";
import { TargetTabs } from "./target-tabs.ts";

/** A link with a browser context of its own: nothing is shared with other sessions. */
export async function linkInOwnContext(connection: CdpConnection): Promise<CdpLink> {
	const made = await connection.send("Target.createBrowserContext", { disposeOnDetach: true });
	return new CdpLink((emit) => new TargetTabs(connection, String(made["browserContextId"]), emit));
}

/** A link to the browser's own context, with the tabs that are open in it. */
export async function linkInDefaultContext(connection: CdpConnection): Promise<CdpLink> {
	let tabs: TargetTabs | undefined;
	const link = new CdpLink((emit) => {
		tabs = new TargetTabs(connection, undefined, emit);
		return tabs;
	});
	await tabs?.discover();
	return link;
}
