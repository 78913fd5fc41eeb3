// Dialogs of a page: alert, confirm, prompt, and the question whether to leave.

import type { PrimitiveResult } from "@reins/protocol";
import type { Receipt } from "./receipt.ts";
import { withReceipt } from "./settle.ts";
import type { Tab } from "./tab.ts";

/** Answers the dialog that is open in the tab, and tells what came of that. */
export async function answerDialog(
	tab: Tab,
	accept: boolean,
	text: string | undefined,
): Promise<Receipt & { answered: PrimitiveResult<"dialog.answer"> }> {
	const { document } = await tab.link.committed(tab.id, tab.signal);
	let answered: PrimitiveResult<"dialog.answer"> = { kind: "", message: "" };
	// Nobody could look while the dialog was open: what was told before it is not told again.
	const { place: of = { frame: undefined }, all } = tab.told;
	const place = { ...of, gesture: false, afresh: all };
	const receipt = await withReceipt(tab, place, document, async () => {
		answered = await tab.call("dialog.answer", { accept, ...(text !== undefined && { text }) });
	});
	return { ...receipt, answered };
}
