// Looking at a page: its picture.

import { type PrimitiveResult, ReinsError, type Target } from "@reins/protocol";
import { frameIn, type Tab } from "./tab.ts";

export async function screenshot(
	tab: Tab,
	options: { fullPage: boolean; target?: Target },
): Promise<PrimitiveResult<"capture">> {
	if (options.target && frameIn({ target: options.target }) !== undefined)
		throw new ReinsError("unsupported", "No picture can be taken of what is inside of a frame.");
	const clip = options.target && (await tab.kit("box", { target: options.target }));
	const params = { format: "png" as const, fullPage: options.fullPage, ...(clip && { clip }) };
	return (await tab.inDocument("capture", params, true)).result;
}
