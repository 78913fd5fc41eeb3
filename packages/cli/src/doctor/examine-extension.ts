// All that doctor has to say of the person's own browsers.

import type { Doctor } from "./context.ts";
import { extensionChain } from "./extension-chain.ts";
import { type Check, type Finding, walk } from "./finding.ts";
import { boxedBrowsers, hostChain, isSetUp, notSetUp } from "./host-chain.ts";

export async function examineExtension(
	doctor: Doctor,
	options: { fix: boolean; blocked: boolean },
): Promise<Finding[]> {
	const boxed: Check = { check: "boxed browsers", run: async () => boxedBrowsers(doctor) };
	const notes = await walk([boxed], { fix: false });
	if (!isSetUp(doctor)) {
		const alone: Check = { check: "your own browser", run: async () => notSetUp };
		return [...(await walk([alone], { fix: false })), ...notes];
	}
	return [...notes, ...(await walk([...hostChain(doctor), ...extensionChain(doctor)], options))];
}
