// The types of build-options.mjs, for the tests that use it.

import type { BuildOptions } from "esbuild";

export declare const kitOptions: BuildOptions;
export declare const cliOptions: BuildOptions;
