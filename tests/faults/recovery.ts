// When a death counts as overcome, and what was answered where it was not.

import type { CallRecord } from "./history.ts";

/** One death, as far as the calls after it are judged by it. */
export interface Death {
	at: number;
	/** When it was certain. */
	dead: number;
	/** The tab whose page was crashed. */
	tab?: string;
}

/**
 * The first success after a death. After a crash only the tab itself counts, and only once it was said that it has
 * crashed. Who goes elsewhere with it need not be told: another page mends it. But a page that came before the
 * crash mends nothing, so then only what was asked for when it was certain counts.
 */
export function firstSuccess(calls: readonly CallRecord[], { at, dead, tab }: Death): CallRecord | undefined {
	const worked = ({ code }: CallRecord) => code === undefined;
	if (tab === undefined) return calls.find((call) => call.startedAt > at && worked(call));
	const after = calls.filter((call) => call.endedAt > at && call.tab === tab);
	const told = after.findIndex(({ code }) => code === "page_crashed");
	if (told !== -1) return after.slice(told).find(worked);
	const went = after.findIndex((call) => call.tool === "navigate" && worked(call));
	if (went === -1) return undefined;
	return after.slice(went).find((call) => call.startedAt > dead && worked(call));
}

/** What was answered around a death and after it: the first calls and the last ones. */
export function answersSince(calls: readonly CallRecord[], { at, tab }: Death): string {
	const lines = calls
		.filter((call) => call.endedAt > at - 1_000 && (tab === undefined || call.tab === tab))
		.map(({ tool, tab: where, startedAt, endedAt, code, text }) => {
			const [from, to] = [startedAt - at, endedAt - at].map(Math.round);
			return `${tool} ${where} ${from}..${to} ms ${code ?? "ok"}: ${JSON.stringify(text.slice(0, 120))}`;
		});
	return [...lines.slice(0, 12), ...lines.slice(12).slice(-6)].join("\n");
}
