// The seam between a link and where its tabs are: targets of CDP, or the tabs of the person's own browser.

import type { LinkTab } from "@reins/protocol";
import type { TabSession } from "./tab-session.ts";

export interface TabHost {
	/** `all`: those of nobody too, where the host shows them. */
	list(all: boolean, signal: AbortSignal): Promise<LinkTab[]>;
	/** An empty tab of our own. */
	open(focus: boolean, signal: AbortSignal): Promise<LinkTab>;
	close(tab: string, signal?: AbortSignal): Promise<void>;
	activate(tab: string, signal: AbortSignal): Promise<void>;
	/** Attaches once; later calls get the same session. */
	session(tab: string): Promise<TabSession>;
	/** Leads a tab away from a page that cannot be attached to; absent where every page can. */
	leave?(tab: string): Promise<void>;
	/** Lets go of everything that was held for this link. */
	release(): Promise<void>;
}
