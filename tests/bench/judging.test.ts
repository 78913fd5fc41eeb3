// The rules by which figures are taken and judged: what a promise means, and that no round is lost or added.

import { describe, expect, it } from "vitest";
import { judge } from "../../bench/judge.mjs";
import { type Result, runLine, type Subject } from "../../bench/run.mjs";
import { median, p50, summarize } from "../../bench/statistics.mjs";

const result = (name: string, value: number): Result => ({
	name,
	failures: [],
	measures: { time: { median: value, min: value, max: value, values: [value] } },
});

describe("statistics", () => {
	it("takes the middle value, or the mean of the two in the middle", () => {
		expect(median([9, 1, 5])).toBe(5);
		expect(median([10, 1, 3, 2])).toBe(2.5);
		expect(median([10, 9, 100])).toBe(10);
	});

	it("leaves the values in the order in which they were taken", () => {
		const values = [3, 1, 2];
		expect(summarize(values)).toEqual({ median: 2, min: 1, max: 3, values: [3, 1, 2] });
		expect(values).toEqual([3, 1, 2]);
	});

	it("does the thing as often as told, one after the other", async () => {
		const seen: number[] = [];
		let busy = false;
		await p50(3, async (repeat) => {
			expect(busy).toBe(false);
			busy = true;
			await Promise.resolve();
			busy = false;
			seen.push(repeat);
		});
		expect(seen).toEqual([0, 1, 2]);
	});
});

describe("a promise", () => {
	const peers = [result("slow", 200), result("quick", 100)];

	it("is held against the better peer", () => {
		const promise = { measure: "time", timesBestPeer: 0.5 };
		expect(judge(promise, [result("reins", 50), ...peers])).toMatchObject({
			against: "quick",
			measured: 0.5,
			holds: true,
		});
		expect(judge(promise, [result("reins", 51), ...peers])).toMatchObject({ holds: false });
	});

	it("can be a fixed limit", () => {
		const promise = { measure: "time", atMost: 16 };
		expect(judge(promise, [result("reins", 16), ...peers])).toMatchObject({ measured: 16, holds: true });
		expect(judge(promise, [result("reins", 16.1), ...peers])).toMatchObject({ holds: false });
	});

	it("lets the other link cost so many times as much, or so much more", () => {
		const promise = { measure: "time", timesOther: 2, orPlus: 10 };
		const verdict = (base: number, other: number) =>
			judge(promise, [result("managed", base), result("extension", other)]).holds;
		expect(verdict(100, 200)).toBe(true);
		expect(verdict(2, 12)).toBe(true);
		expect(verdict(2, 12.1)).toBe(false);
		expect(verdict(100, 201)).toBe(false);
	});

	it("grants no milliseconds where none are named", () => {
		const promise = { measure: "time", timesOther: 2 };
		expect(judge(promise, [result("in front", 2), result("not in front", 5)]).holds).toBe(false);
	});

	it("neither holds nor misses where Reins has no figure", () => {
		const verdict = judge({ measure: "time", timesBestPeer: 1 }, [
			{ name: "reins", missing: "no such command", failures: [], measures: {} },
			...peers,
		]);
		expect(verdict).toEqual({ measure: "time", missing: "no such command" });
	});
});

describe("a line", () => {
	const line = (round: (subject: Subject) => Promise<Record<string, number | undefined>>) => ({
		name: "line",
		about: "about it",
		measures: { time: "ms" as const },
		round,
	});

	it("alternates, discards the first round of each and keeps every other", async () => {
		const order: string[] = [];
		let value = 0;
		const taken = await runLine(
			line(async ({ name }) => {
				order.push(name);
				value += 1;
				return { time: value };
			}),
			[{ name: "a" }, { name: "b" }],
			{ rounds: 2, promises: [] },
		);
		expect(order).toEqual(["a", "b", "a", "b", "a", "b"]);
		expect(taken.results.map(({ measures }) => measures["time"]?.values)).toEqual([
			[3, 5],
			[4, 6],
		]);
	});

	it("asks nothing of a subject that is missing, and has no figure for what one cannot do", async () => {
		const asked = new Set<string>();
		const taken = await runLine(
			line(async ({ name }) => {
				asked.add(name);
				return { time: name === "able" ? 1 : undefined };
			}),
			[{ name: "gone", missing: "not built" }, { name: "able" }, { name: "unable" }],
			{ rounds: 1, promises: [{ measure: "time", timesBestPeer: 1 }] },
		);
		expect([...asked]).toEqual(["able", "unable"]);
		expect(taken.results.map(({ measures }) => Object.keys(measures))).toEqual([[], ["time"], []]);
		expect(taken.verdicts).toEqual([{ measure: "time", missing: "not built" }]);
	});

	it("goes on where a peer fails, says so, and judges by who has a figure", async () => {
		const taken = await runLine(
			line(async ({ name }) => {
				if (name === "broken") throw new Error("out of time");
				return { time: name === "reins" ? 1 : 4 };
			}),
			[{ name: "reins" }, { name: "broken", isPeer: true }, { name: "slow", isPeer: true }],
			{ rounds: 1, promises: [{ measure: "time", timesBestPeer: 0.5 }] },
		);
		expect(taken.results[1]?.failures).toEqual([
			{ round: 0, message: "out of time" },
			{ round: 1, message: "out of time" },
		]);
		expect(taken.verdicts).toMatchObject([{ against: "slow", measured: 0.25, holds: true }]);
	});

	it("ends with the failure of a round of Reins instead of a figure", async () => {
		const failing = line(() => Promise.reject(new Error("it did not click")));
		await expect(runLine(failing, [{ name: "a" }], { rounds: 1, promises: [] })).rejects.toThrow(
			"it did not click",
		);
	});
});
