// Long lists in parts: items are made one by one until the budget is spent, so that 50,000 links cost what the
// answer shows of them.

import type { Range } from "@reins/protocol";
import { budgetOf, cursorOf } from "./check-args.ts";

/** `make` answers nothing for what is not to be listed, such as what nobody can see. */
export function listing<S, T>(
	sources: readonly S[],
	args: Range,
	make: (source: S) => T | undefined,
	limit = Number.POSITIVE_INFINITY,
): { items: T[]; next?: number; left: number } {
	const budget = budgetOf(args.budget);
	const items: T[] = [];
	let used = 0;
	for (let at = cursorOf(args.cursor); at < sources.length; at += 1) {
		const item = make(sources[at] as S);
		if (item === undefined) continue;
		used += JSON.stringify(item).length;
		// One item is always given, or nobody would ever get past it.
		if (items.length > 0 && (used > budget || items.length >= limit)) {
			return { items, next: at, left: sources.length - at };
		}
		items.push(item);
	}
	return { items, left: 0 };
}
