// Builds what is shipped: the page kit as a string, then the command line with everything bundled in.
// `--watch` builds again after every change; `--kit` builds the kit alone.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

function kitOptions() {
	return {
		entryPoints: [`${root}packages/page/src/kit.ts`],
		bundle: true,
		format: "iife",
		target: "chrome125",
		minify: true,
		write: false,
		logLevel: "warning",
	};
}

function writeKit(bundle) {
	const source = bundle.outputFiles[0].text;
	mkdirSync(`${root}packages/page/src/generated`, { recursive: true });
	writeFileSync(
		`${root}packages/page/src/generated/kit-source.ts`,
		`// Made by scripts/build.mjs from kit.ts; not kept in git.\nexport const source: string = ${JSON.stringify(source)};\n`,
	);
	return source.length;
}

export async function buildKit() {
	return writeKit(await build(kitOptions()));
}

/** The command line is watched too, and sees the kit change as one of its sources. */
async function watch() {
	const rewrite = {
		name: "write-kit",
		setup: (builder) => builder.onEnd((bundle) => void (bundle.errors.length === 0 && writeKit(bundle))),
	};
	const contexts = await Promise.all([
		context({ ...kitOptions(), plugins: [rewrite] }),
		context(cliOptions()),
	]);
	await Promise.all(contexts.map((one) => one.watch()));
	console.log("watching; end with Ctrl+C");
}

function cliOptions() {
	return {
		entryPoints: [`${root}packages/cli/src/main.ts`],
		outdir: `${root}packages/cli/dist`,
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "node",
		target: "node20.19",
		minify: true,
		sourcemap: false,
		metafile: true,
		logLevel: "warning",
		legalComments: "none",
		define: { REINS_RELEASE: JSON.stringify(version) },
		// Bundled CommonJS asks for require.
		banner: {
			js: 'import { createRequire as reinsRequire } from "node:module"; const require = reinsRequire(import.meta.url);',
		},
	};
}

async function main(words) {
	const kit = await buildKit();
	console.log(`kit        ${(kit / 1024).toFixed(1)} KB`);
	if (words.includes("--kit")) return;
	if (words.includes("--watch")) return watch();
	const { metafile } = await build(cliOptions());
	const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
	console.log(`cli        ${(bytes / 1024).toFixed(0)} KB in ${Object.keys(metafile.outputs).length} files`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
