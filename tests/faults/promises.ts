// What a report must show, in one place for the test and for the command.

import type { FaultReport } from "./engine.ts";

/** Milliseconds within which 95 of 100 recoveries must lie, where a promise was made. */
const RECOVERY_P95 = 1_000;
const promised = new Set(["worker", "shim", "broker"]);
const DETACHED_WITHIN = 2_000;

/** The promises that a report breaks, one line each. `slack`: how many times as long all may take. */
export function brokenPromises(report: FaultReport, slack = 1): string[] {
	const broken: string[] = [];
	const none = (what: string, found: readonly string[]) => {
		if (found.length > 0) broken.push(`${found.length} ${what}: ${found.slice(0, 5).join(" | ")}`);
	};
	none("effects happened more than once", report.doubled);
	none("successes had no effect", report.lost);
	none("calls were executed although they said not", report.denied);
	none("effects were never asked for", report.unasked);
	none("failures did not say what became of the action", report.silent);
	none("answers blamed DevTools or the page", report.blamed);
	none("next calls did not work by themselves", report.nextFailed);
	if (promised.has(report.kind) && report.recovery.p95 > RECOVERY_P95 * slack)
		broken.push(`recovery p95 is ${report.recovery.p95} ms, more than ${RECOVERY_P95}`);
	if (report.detachedAfter === undefined || report.detachedAfter > DETACHED_WITHIN * slack)
		broken.push(`tabs were still attached ${report.detachedAfter ?? "10000+"} ms after the last session`);
	return broken;
}
