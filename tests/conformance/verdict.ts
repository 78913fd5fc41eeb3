// Holds what a case did against what the expectations say of it.

import type { ConformanceCase, LinkName } from "./case.ts";
import type { Expectation } from "./expectations.ts";

/** What is wrong with the list itself. */
export function faultsOf(expectations: readonly Expectation[], cases: readonly ConformanceCase[]): string[] {
	const known = new Set(cases.map(({ id }) => id));
	const seen = new Set<string>();
	return expectations.flatMap(({ link, id, reason }) => {
		const faults: string[] = [];
		if (!known.has(id)) faults.push(`${id}: no case has this id`);
		if (reason.trim().length < 15) faults.push(`${id}: the reason says nothing`);
		if (seen.has(`${link} ${id}`)) faults.push(`${id}: listed twice for ${link}`);
		seen.add(`${link} ${id}`);
		return faults;
	});
}

/** Runs a case; resolves where it did what was expected of it, failing included. */
export async function judge(
	link: LinkName,
	id: string,
	expectations: readonly Expectation[],
	run: () => Promise<void>,
): Promise<void> {
	const expected = expectations.find((one) => one.link === link && one.id === id);
	if (!expected) return run();
	const failed = await run().then(
		() => false,
		() => true,
	);
	if (!failed) throw new Error(`${id} passes over ${link}: take it out of expectations.ts.`);
}
