// The types of chart.mjs, for the tests.

import type { Report } from "./run.d.mts";

export declare function chart(report: Report): string;
