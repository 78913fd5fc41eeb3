// Links to a browser that speaks CDP itself.

import type { CdpConnection } from "./cdp-connection.ts";
import { CdpLink } from "./cdp-link.ts";
import { CdpFence, type Fence } from "./fence.ts";
import type { Gate } from "./gate.ts";
import { type Place, TargetTabs } from "./target-tabs.ts";

/** What its own tabs may load, and frames in them. */
type Terms = Pick<Fence, "mayLoad" | "mayFrame">;

/**
 * A link with a browser context of its own: nothing is shared with other sessions. Files go into `downloads`. New tabs
 * are held at the gate.
 */
export async function linkInOwnContext(
	connection: CdpConnection,
	terms: Terms & { downloads: string; gate: Gate; headless: boolean },
): Promise<CdpLink> {
	const made = await connection.send("Target.createBrowserContext", { disposeOnDetach: true });
	const { link, tabs } = linkOver(
		connection,
		{ context: String(made["browserContextId"]), gate: terms.gate, headless: terms.headless },
		terms,
	);
	await tabs.followDownloads(terms.downloads);
	return link;
}

/** A link to the browser's own context, with the tabs that are open in it. */
export async function linkInDefaultContext(connection: CdpConnection, terms: Terms): Promise<CdpLink> {
	const { link, tabs } = linkOver(connection, {}, terms);
	await tabs.discover();
	await tabs.followDownloads(undefined);
	return link;
}

function linkOver(connection: CdpConnection, place: Place, terms: Terms) {
	let tabs: TargetTabs | undefined;
	const link = new CdpLink((emit) => {
		tabs = new TargetTabs(connection, place, new CdpFence(terms), emit);
		return tabs;
	});
	return { link, tabs: tabs as unknown as TargetTabs };
}
