// What doctor says, and how it walks: link by link, the first broken one ends its chain, and what can be repaired
// is repaired where the person asked for it.

import { ReinsError } from "@reins/protocol";

export interface Finding {
	/** The link that was looked at. */
	check: string;
	/** What was found, for programs; stays the same from release to release. */
	name: string;
	state: "ok" | "note" | "broken" | "skipped";
	detail: string;
	/** The next step. */
	fix?: string;
	/** What --fix has done. */
	fixed?: string[];
}

export interface Verdict {
	/** Absent where all is well. */
	name?: string;
	state?: "note" | "broken";
	detail: string;
	fix?: string;
	/** Repairs it and says what was done. */
	repair?: () => string | Promise<string>;
}

export interface Check {
	check: string;
	/** A throw is a broken link, with the error's code as its name. */
	run: () => Promise<Verdict | Verdict[]>;
}

interface WalkOptions {
	fix: boolean;
	/** A link before this chain is broken. */
	blocked?: boolean;
}

export async function walk(
	chain: readonly Check[],
	{ fix, blocked = false }: WalkOptions,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const check of chain) {
		// What lies behind a broken link cannot be judged.
		if (blocked || isBroken(findings)) {
			findings.push({
				check: check.check,
				name: "skipped",
				state: "skipped",
				detail: "mend the broken link first",
			});
		} else findings.push(...(await examine(check, fix)));
	}
	return findings;
}

export function isBroken(findings: readonly Finding[]): boolean {
	return findings.some(({ state }) => state === "broken");
}

async function examine(check: Check, fix: boolean): Promise<Finding[]> {
	const fixed: string[] = [];
	const tried = new Set<string>();
	for (;;) {
		const verdicts = await judge(check);
		// The same thing twice means that the repair did not help.
		const next = verdicts.find(({ repair, detail }) => fix && repair && !tried.has(detail));
		if (!next?.repair)
			return verdicts.map((verdict, index) => toFinding(check, verdict, index === 0 ? fixed : []));
		tried.add(next.detail);
		try {
			fixed.push(await next.repair());
		} catch (error) {
			fixed.push(`could not be repaired: ${ReinsError.from(error).message}`);
		}
	}
}

async function judge({ run }: Check): Promise<Verdict[]> {
	try {
		return [await run()].flat();
	} catch (error) {
		const { code, message, hint } = ReinsError.from(error);
		return [{ name: code, state: "broken", detail: `${code}: ${message}`, fix: hint }];
	}
}

function toFinding({ check }: Check, verdict: Verdict, fixed: string[]): Finding {
	const { name = "ok", state = "ok", detail, fix } = verdict;
	return { check, name, state, detail, ...(fix && { fix }), ...(fixed.length > 0 && { fixed }) };
}
