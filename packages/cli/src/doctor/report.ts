// Findings as a person reads them.

import type { Finding } from "./finding.ts";

const marks = { ok: "ok     ", note: "note   ", broken: "BROKEN ", skipped: "skipped" };

export function describeFindings(findings: readonly Finding[]): string {
	const lines = findings.flatMap(({ check, state, detail, fix, fixed = [] }) => [
		...fixed.map((done) => `fixed   ${check}: ${done}`),
		`${marks[state]} ${check}: ${detail}`,
		...(fix ? [`          → ${fix}`] : []),
	]);
	const first = findings.find(({ state }) => state === "broken");
	if (first) lines.push(`The first broken link is "${first.check}" (${first.name}).`);
	return lines.join("\n");
}
