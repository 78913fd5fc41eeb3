// What is on a page, and which document said so.

import type { KitArgs, KitResult } from "@reins/protocol";
import type { Tab } from "./tab.ts";

type Snapshot = KitResult<"snapshot"> & { document: string };

export async function snapshot(tab: Tab, args: KitArgs<"snapshot">): Promise<Snapshot> {
	const { value, document } = await tab.ask("snapshot", args);
	return { ...value, document };
}
