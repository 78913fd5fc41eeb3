// How things are bundled: for the build, and for the tests that judge what is in the bundles.

import { readFile } from "node:fs/promises";

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

// The MCP library brings a JSON Schema validator for tools that leave the checking to it. Ours check
// for themselves, and every start of the server would pay for loading it.
const withoutValidator = {
	name: "without-validator",
	setup(builder) {
		builder.onLoad({ filter: /[\\/]server[\\/]dist[\\/]ajvProvider-.*\.mjs$/ }, () => ({
			contents: `export class n { getValidator() { throw new Error("No validator is bundled."); } }`,
		}));
	},
};

// The MCP library checks every message when it is read, and then again at each of its layers against one kind of
// message after the other, only to learn which kind it is. Kinds of checked messages differ by their keys.
const kinds = {
	isJSONRPCRequest: `"method" in value && "id" in value`,
	isJSONRPCNotification: `"method" in value && !("id" in value)`,
	isJSONRPCResultResponse: `"result" in value`,
	isJSONRPCErrorResponse: `"error" in value`,
};

/** The source of the library with that shortened; as it is where a release has it otherwise. */
export function withKindsByKeys(source) {
	return Object.entries(kinds).reduce((text, [name, test]) => {
		const whole = new RegExp(`const ${name} = \\(value\\) => \\w+\\.safeParse\\(value\\)\\.success;`);
		return text.replace(whole, `const ${name} = (value) => ${test};`);
	}, source);
}

/** Where the library has them. */
export const kindsFile = /[\\/]server[\\/]dist[\\/]src-[^\\/]*\.mjs$/;

const kindsByKeys = {
	name: "kinds-by-keys",
	setup(builder) {
		builder.onLoad({ filter: kindsFile }, async ({ path }) => ({
			contents: withKindsByKeys(await readFile(path, "utf8")),
		}));
	},
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
	plugins: [withoutValidator, kindsByKeys],
	// Bundled CommonJS asks for require.
	banner: {
		js: 'import { createRequire as reinsRequire } from "node:module"; const require = reinsRequire(import.meta.url);',
	},
};
