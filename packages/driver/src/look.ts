// Looking at a page: its text, its picture.

import type { KitArgs, KitResult, PrimitiveResult, Target } from "@reins/protocol";
import type { Tab } from "./tab.ts";

export function text(tab: Tab, args: KitArgs<"getText">): Promise<KitResult<"getText">> {
	return tab.kit("getText", args);
}

export async function screenshot(
	tab: Tab,
	options: { fullPage: boolean; target?: Target },
): Promise<PrimitiveResult<"capture">> {
	const clip = options.target && (await tab.kit("box", { target: options.target }));
	const params = { format: "png" as const, fullPage: options.fullPage, ...(clip && { clip }) };
	return (await tab.inDocument("capture", params, true)).result;
}
