// The reads that one call of the page kit answers. Documents in frames are to be added here, for all of them.

import type { KitArgs, KitResult, ReadFunctions } from "@reins/protocol";
import type { Tab } from "./tab.ts";

export function read<F extends keyof ReadFunctions>(
	tab: Tab,
	fn: F,
	args: KitArgs<F>,
): Promise<KitResult<F>> {
	return tab.kit(fn, args);
}
