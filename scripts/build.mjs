// Builds what is shipped: the page kit as a string, the command line with everything bundled in, and the
// extension in a folder beside it.
// `--watch` builds again after every change; `--kit` builds the kit alone.

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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
	for (const entry of readdirSync(`${root}${cli.outdir}`, { withFileTypes: true })) {
		const place = `${cli.outdir}/${entry.name}`;
		if (entry.isFile() && !made.has(place)) rmSync(`${root}${place}`);
	}
}

/** Says a line about what was made; what the tool itself says is of use only when it fails. */
function buildExtension() {
	const script = `${root}packages/extension/build.mjs`;
	const words = [script, `${root}${cli.outdir}/extension`, version];
	try {
		const said = execFileSync(process.execPath, words, { cwd: dirname(script), stdio: "pipe" });
		return said.toString().trim().split("\n").at(-1);
	} catch (error) {
		throw new Error(`The extension could not be built.\n${error.stdout ?? ""}${error.stderr ?? ""}`);
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
	console.log(buildExtension());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
