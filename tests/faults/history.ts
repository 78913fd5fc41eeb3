// What was asked and what was answered, held against what the ledger counted: no effect twice, every success
// once, what was not executed never, what is unknown at most once.

export interface CallRecord {
	client: string;
	tool: string;
	/** Handle of the tab that it was for. */
	tab: string;
	/** Of the button that was pressed. */
	press?: string;
	startedAt: number;
	endedAt: number;
	/** Unset for a success; `lost` where no answer came because the server was killed. */
	code?: string;
	outcome?: "done" | "not_executed" | "unknown";
	text: string;
}

export interface Findings {
	/** Ids with more than one effect. */
	doubled: string[];
	/** Answered with success, and nothing was counted. */
	lost: string[];
	/** Answered as not executed, and it was counted. */
	denied: string[];
	/** Counted, and never asked for. */
	unasked: string[];
	/** A call that failed without saying what became of its action. */
	silent: string[];
	/** Answers that blame somebody who was not there. */
	blamed: string[];
}

const falseBlame = /devtools|another debugger|already attached/i;

export function findingsOf(
	calls: readonly CallRecord[],
	count: (press: string) => number,
	counted: string[],
) {
	const findings: Findings = { doubled: [], lost: [], denied: [], unasked: [], silent: [], blamed: [] };
	const asked = new Set<string>();
	for (const call of calls) {
		const what = `${call.tool} ${call.press ?? ""} ${call.code ?? "ok"}: ${call.text.slice(0, 160)}`;
		if (falseBlame.test(call.text) || call.code === "restricted_url") findings.blamed.push(what);
		if (call.press === undefined) continue;
		asked.add(call.press);
		const hits = count(call.press);
		if (hits > 1) findings.doubled.push(`${call.press}: ${hits} times (${what})`);
		if (call.code === undefined && hits === 0) findings.lost.push(what);
		if (call.outcome === "not_executed" && hits > 0) findings.denied.push(what);
		if (call.code !== undefined && call.code !== "lost" && call.outcome === undefined)
			findings.silent.push(what);
	}
	findings.unasked = [...new Set(counted)].filter((press) => !asked.has(press));
	return findings;
}

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
	const sorted = [...samples].sort((one, other) => one - other);
	return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
