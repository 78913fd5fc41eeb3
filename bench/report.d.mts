// The types of report.mjs, for the tests.

import type { Taken } from "./run.d.mts";

export declare function describeLine(line: Taken, rounds: number): string;
