// How things are bundled: for the build, and for the tests that judge what is in the bundles.

/** The page kit: one script that runs in a page. */
export const kitOptions = {
	entryPoints: ["packages/page/src/kit.ts"],
	bundle: true,
	format: "iife",
	target: "chrome125",
	minify: true,
	write: false,
	logLevel: "warning",
};

/** The command line, with everything bundled in; commands are loaded when they are asked for. */
export const cliOptions = {
	entryPoints: ["packages/cli/src/main.ts"],
	outdir: "packages/cli/dist",
	bundle: true,
	splitting: true,
	format: "esm",
	platform: "node",
	target: "node20.19",
	minify: true,
	metafile: true,
	logLevel: "warning",
	legalComments: "none",
	// Bundled CommonJS asks for require.
	banner: {
		js: 'import { createRequire as reinsRequire } from "node:module"; const require = reinsRequire(import.meta.url);',
	},
};
