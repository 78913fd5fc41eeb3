// The types of judge.mjs, for the tests.

import type { Promised, Result, Verdict } from "./run.d.mts";

export declare function judge(promise: Promised, results: Result[]): Verdict;
