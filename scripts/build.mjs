// Builds what is shipped: the page kit as a string, then the command line with everything bundled in.
// `--watch` builds again after every change; `--kit` builds the kit alone.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, context } from "esbuild";
import { cliOptions, kitOptions } from "./build-options.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const kit = { ...kitOptions, absWorkingDir: root };
const cli = { ...cliOptions, absWorkingDir: root, define: { REINS_RELEASE: JSON.stringify(version) } };

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
	return writeKit(await build(kit));
}

/** Chunks of earlier builds, which nothing refers to any more. */
function removeOldChunks(outputs) {
	const made = new Set(Object.keys(outputs));
	for (const name of readdirSync(`${root}${cli.outdir}`)) {
		if (!made.has(`${cli.outdir}/${name}`)) rmSync(`${root}${cli.outdir}/${name}`);
	}
}

/** The command line is watched too, and sees the kit change as one of its sources. */
async function watch() {
	const rewrite = {
		name: "write-kit",
		setup: (builder) => builder.onEnd((bundle) => void (bundle.errors.length === 0 && writeKit(bundle))),
	};
	const contexts = await Promise.all([context({ ...kit, plugins: [rewrite] }), context(cli)]);
	await Promise.all(contexts.map((one) => one.watch()));
	console.log("watching; end with Ctrl+C");
}

async function main(words) {
	console.log(`kit        ${((await buildKit()) / 1024).toFixed(1)} KB`);
	if (words.includes("--kit")) return;
	if (words.includes("--watch")) return watch();
	const { metafile } = await build(cli);
	removeOldChunks(metafile.outputs);
	const bytes = Object.values(metafile.outputs).reduce((sum, output) => sum + output.bytes, 0);
	console.log(`cli        ${(bytes / 1024).toFixed(0)} KB in ${Object.keys(metafile.outputs).length} files`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
