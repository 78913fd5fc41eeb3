// The types of docs-page.mjs, for the tests.

import type { Report } from "./run.d.mts";

export declare function docsPage(report: Report): string;
