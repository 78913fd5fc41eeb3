// Fields for one character each, as for a code, that lead the focus from one to the next while somebody types.

import { frameIn, type Tab } from "./tab.ts";

/** What a field says that keeps what it holds to itself. */
const MASKED = /[•…]/;

/** Whether a field holds the beginning of what was typed, and those after it hold the rest. */
export async function spreadOver(tab: Tab, ref: string, text: string): Promise<boolean> {
	const { items } = await tab.kit("formValues", {}, frameIn({ ref }));
	const first = items.findIndex((item) => item.ref === ref);
	if (first < 0 || !items[first]?.value) return false;
	let held = "";
	for (const { value = "" } of items.slice(first)) {
		if (MASKED.test(value)) return true;
		held += value;
		if (!text.startsWith(held)) return false;
		if (held === text) return true;
	}
	return false;
}
