// Five deaths of each kind under load; `npm run faults` does a hundred.

import { describe, expect, test } from "vitest";
import { faultKinds, runFaults } from "./engine.ts";
import { findingsOf, percentile } from "./history.ts";
import { brokenPromises } from "./promises.ts";

/** Other tests run on the same two cores. */
const SLACK = 3;
const COUNT = process.env["REINS_FULL"] ? 100 : 5;

describe("under load", () => {
	test.each(faultKinds)(`%s killed ${COUNT} times`, { timeout: COUNT * 12_000 + 60_000 }, async (kind) => {
		const report = await runFaults({ kind, count: COUNT, seed: 20_260_728 });
		expect(brokenPromises(report, SLACK), JSON.stringify(report, null, 1)).toEqual([]);
		expect(report.presses).toBeGreaterThan(COUNT);
	});
});

describe("the judge of the runs", () => {
	const base = { client: "a", tool: "click", tab: "t1", startedAt: 0, endedAt: 1, text: "" };
	const judged = (call: { code?: string; outcome?: "done" | "not_executed" | "unknown" }, hits: number) =>
		Object.entries(findingsOf([{ ...base, press: "x", ...call }], () => hits, hits > 0 ? ["x"] : []))
			.filter(([, found]) => found.length > 0)
			.map(([name]) => name);

	test("holds each answer against the count", () => {
		expect(judged({ outcome: "done" }, 1)).toEqual([]);
		expect(judged({ outcome: "done" }, 0)).toEqual(["lost"]);
		expect(judged({ outcome: "done" }, 2)).toEqual(["doubled"]);
		expect(judged({ code: "browser_gone", outcome: "unknown" }, 0)).toEqual([]);
		expect(judged({ code: "browser_gone", outcome: "unknown" }, 1)).toEqual([]);
		expect(judged({ code: "browser_gone", outcome: "unknown" }, 2)).toEqual(["doubled"]);
		expect(judged({ code: "killed", outcome: "not_executed" }, 0)).toEqual([]);
		expect(judged({ code: "killed", outcome: "not_executed" }, 1)).toEqual(["denied"]);
		expect(judged({ code: "browser_gone" }, 0)).toEqual(["silent"]);
		expect(judged({ code: "lost" }, 1)).toEqual([]);
		expect(findingsOf([], () => 1, ["y"]).unasked).toEqual(["y"]);
		const blamed = { ...base, code: "x", text: "Another debugger is already attached" };
		expect(findingsOf([blamed], () => 0, []).blamed).toHaveLength(1);
	});

	test("percentiles are samples that were seen", () => {
		const samples = Array.from({ length: 100 }, (_, index) => index + 1);
		expect([0.5, 0.95, 1].map((share) => percentile(samples, share))).toEqual([50, 95, 100]);
		expect(percentile([7], 0.95)).toBe(7);
	});
});
