// Looking at a page: what is on it, and its text.

import type { KitArgs, KitResult } from "@reins/protocol";
import type { Tab } from "./tab.ts";

type Snapshot = KitResult<"snapshot"> & { url: string; title: string };

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const [info, seen] = await Promise.all([tab.kit("pageInfo", {}), tab.kit("snapshot", args)]);
	return { ...seen, url: info.url, title: info.title };
}

export function text(tab: Tab, args: KitArgs<"getText">): Promise<KitResult<"getText">> {
	return tab.kit("getText", args);
}
