// Lets Node import the TypeScript sources of this checkout as they are: the lab and the engine of the fault
// runs are the same files that the tests use.

import { readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";
import { transformSync } from "esbuild";

/** A hook of Node's loader; it is called in the loader's own thread. */
export async function load(url, context, next) {
	if (!url.startsWith("file:") || !url.endsWith(".ts")) return next(url, context);
	const file = fileURLToPath(url);
	const { code } = transformSync(readFileSync(file, "utf8"), {
		loader: "ts",
		format: "esm",
		target: "node20.19",
		sourcefile: file,
		sourcemap: "inline",
	});
	return { format: "module", source: code, shortCircuit: true };
}

if (isMainThread) register(import.meta.url);
