// Looking at a page: what is on it, its text, its picture.

import type { KitArgs, KitResult, PrimitiveResult, Target } from "@reins/protocol";
import type { Tab } from "./tab.ts";

type Snapshot = KitResult<"snapshot"> & { url: string; title: string; origin: string };

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const [info, seen] = await Promise.all([tab.kit("pageInfo", {}), tab.ask("snapshot", args)]);
	// Two documents may have answered; the text is the snapshot's.
	return { ...seen.value, origin: seen.origin, url: info.url, title: info.title };
}

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
