// A death of each kind under load, of those that no other test has; `npm run faults` does a hundred of all.

import { describe, expect, test } from "vitest";
import { faultKinds, runFaults } from "./engine.ts";
import { findingsOf, percentile } from "./history.ts";
import { brokenPromises } from "./promises.ts";
import { answersSince, firstSuccess } from "./recovery.ts";

/** Other tests run on the same two cores. */
const SLACK = 3;
const isFull = process.env["REINS_FULL"] !== undefined;
const COUNT = isFull ? 100 : 1;
/** The others die in end-to-end tests too. */
const kinds = faultKinds.filter((kind) => isFull || kind === "broker");

describe("under load", () => {
	test.each(kinds)(`%s killed ${COUNT} times`, { timeout: COUNT * 12_000 + 60_000 }, async (kind) => {
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

	describe("of a crashed page", () => {
		const death = { at: 100, dead: 110, tab: "t1" };
		const call = (tool: string, startedAt: number, endedAt: number, code?: string) => {
			return { ...base, tool, startedAt, endedAt, ...(code && { code }) };
		};
		const overcome = (...calls: ReturnType<typeof call>[]) => {
			const good = firstSuccess(calls, death);
			return good && `${good.tool} ${good.startedAt}`;
		};

		test("wants to hear of the crash, and then a success", () => {
			expect(overcome(call("click", 90, 120, "page_crashed"))).toBeUndefined();
			expect(overcome(call("click", 90, 120, "page_crashed"), call("reload", 130, 200))).toBe("reload 130");
			expect(
				overcome(call("click", 90, 105), call("click", 120, 130), call("reload", 140, 200)),
			).toBeUndefined();
			expect(overcome(call("click", 120, 130, "timeout"), call("click", 140, 150))).toBeUndefined();
			expect(overcome(call("click", 50, 60, "page_crashed"), call("click", 120, 130))).toBeUndefined();
			const elsewhere = { ...call("navigate", 120, 130), tab: "t2" };
			expect(overcome(elsewhere, call("click", 140, 150))).toBeUndefined();
		});

		test("takes another page for a mended one, if it came after the crash", () => {
			expect(overcome(call("navigate", 120, 130))).toBe("navigate 120");
			expect(overcome(call("navigate", 120, 130, "timeout"), call("click", 140, 150))).toBeUndefined();
			expect(overcome(call("navigate", 80, 90), call("click", 120, 130))).toBeUndefined();
			// It cannot be told from its answer whether this one came before or after.
			const came = call("navigate", 90, 105);
			expect(overcome(came)).toBeUndefined();
			expect(overcome(came, call("click", 120, 130))).toBe("click 120");
			expect(overcome(came, call("click", 120, 130, "page_crashed"))).toBeUndefined();
			expect(overcome(came, call("click", 120, 130, "page_crashed"), call("reload", 140, 200))).toBe(
				"reload 140",
			);
		});

		test("tells what was answered where nothing counts", () => {
			const calls = [call("click", 90, 105), call("snapshot", 120, 131, "timeout")];
			expect(answersSince(calls, death).split("\n")).toEqual([
				'click t1 -10..5 ms ok: ""',
				'snapshot t1 20..31 ms timeout: ""',
			]);
		});
	});

	test("percentiles are samples that were seen", () => {
		const samples = Array.from({ length: 100 }, (_, index) => index + 1);
		expect([0.5, 0.95, 1].map((share) => percentile(samples, share))).toEqual([50, 95, 100]);
		expect(percentile([7], 0.95)).toBe(7);
	});
});
