// The list of expected failures cannot rot: it is checked against the cases, and against what they do.

import { expect, test } from "vitest";
import type { ConformanceCase } from "./case.ts";
import { allCases } from "./cases/all.ts";
import { expectations } from "./expectations.ts";
import { offers } from "./links.ts";
import { faultsOf, judge } from "./verdict.ts";

const cases: ConformanceCase[] = [{ id: "click/one", run: async () => {} }];
const known = { link: "managed", id: "click/one", reason: "Chrome cannot do this at all." } as const;

test("the list that is kept is in order, and every id is there once", () => {
	expect(faultsOf(expectations, allCases)).toEqual([]);
	expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
	expect(allCases.length).toBeGreaterThanOrEqual(60);
});

/** Groups in which something is done to a page. */
const acting = [
	...["click", "type", "forms", "keyboard", "pointing", "widgets", "moving about", "waiting", "reasons"],
	...["libraries", "more-libraries", "frame-acting", "closed-frames", "busy-pages", "receipts"],
	...["dialogs", "popups", "downloads", "uploads", "navigation", "navigating", "history"],
];

test.each(["managed", "extension"] as const)(
	"over %s a page is acted in by 180 cases, of which 98 in 100 pass",
	(link) => {
		const cases = allCases.filter(({ id, needs = [] }) => {
			return acting.includes(id.split("/")[0] ?? "") && needs.every((need) => offers[link].includes(need));
		});
		expect(cases.length).toBeGreaterThanOrEqual(180);
		const failing = expectations.filter((one) => one.link === link && cases.some(({ id }) => id === one.id));
		expect(failing.length).toBeLessThanOrEqual(cases.length * 0.02);
	},
);

test("an unknown id, an empty reason and a repeated entry are faults", () => {
	expect(faultsOf([known], cases)).toEqual([]);
	expect(faultsOf([{ ...known, id: "click/two" }], cases)).toEqual(["click/two: no case has this id"]);
	expect(faultsOf([{ ...known, reason: " " }], cases)).toHaveLength(1);
	expect(faultsOf([known, known], cases)).toHaveLength(1);
});

test("a failure counts unless it is expected, and an expected one must fail", async () => {
	const fails = () => Promise.reject(new Error("no"));
	const passes = async () => {};
	await expect(judge("managed", "click/one", [], passes)).resolves.toBeUndefined();
	await expect(judge("managed", "click/one", [], fails)).rejects.toThrow("no");
	await expect(judge("managed", "click/one", [known], fails)).resolves.toBeUndefined();
	await expect(judge("managed", "click/one", [known], passes)).rejects.toThrow("take it out");
	await expect(judge("extension", "click/one", [known], fails)).rejects.toThrow("no");
});
