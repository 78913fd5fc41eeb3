// An element before and after something is done with it: what came of that, and whether it is still so when the page is
// at rest.

import type { Target } from "@reins/protocol";
import type { Acted } from "./gesture.ts";
import type { Receipt } from "./receipt.ts";
import { withReceipt } from "./settle.ts";
import { frameIn, type Tab } from "./tab.ts";

/** What has been done is looked at again for so long at most. */
const AFTERWARDS = 1_000;

/** Does something with an element, and tells what came of it. */
export async function watched(tab: Tab, target: Target, act: () => Promise<void>): Promise<Acted> {
	const frame = frameIn({ target });
	const { ref, role, name } = await tab.kit("inspect", { target });
	const { document: page } = await tab.ask("watch", {});
	const document = frame === undefined ? page : (await tab.ask("watch", {}, frame)).document;
	const receipt = await withReceipt(tab, { frame, document, gesture: false }, page, act);
	return { ...receipt, element: { ref, role, name } };
}

/** What has become of it, for a page may take it back in its next turns; nothing where nobody can say any more. */
export async function nowThat<T>(
	tab: Tab,
	acted: Receipt,
	ask: (soon: Tab) => Promise<T>,
): Promise<T | undefined> {
	const { navigated, loading, closed, silent, dialog } = acted;
	if (navigated || loading || closed || silent || dialog) return undefined;
	try {
		return await ask(tab.within(AFTERWARDS));
	} catch {
		// It was done all the same, and the receipt tells what came of it.
		return undefined;
	}
}
