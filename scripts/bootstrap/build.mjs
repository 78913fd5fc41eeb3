// Builds where a source is newer than what was built from it. Only times are compared: the sources are a few
// hundred files, and looking at them takes milliseconds.

import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { runStep } from "./step.mjs";

const RESULT = "packages/cli/dist/main.js";
const EXTENSION = "packages/cli/dist/extension/manifest.json";
/** How things are built, outside the packages' sources. */
const RECIPES = [
	"package.json",
	"scripts/build.mjs",
	"scripts/build-options.mjs",
	"packages/extension/build.mjs",
	"packages/extension/wxt.config.ts",
];
/** Made by the build, so never a reason for one, unless it is missing. */
const GENERATED = "packages/page/src/generated";

/** Resolves to whether something was built. */
export async function ensureBuilt(root, out, { force = false } = {}) {
	const built = timeOf(join(root, RESULT));
	const made = [RESULT, EXTENSION, `${GENERATED}/kit-source.ts`];
	const complete = made.every((file) => timeOf(join(root, file)) > 0);
	if (!force && complete && newestSource(root) <= built) return false;
	const started = new Date();
	const next = "Mend what it names in packages/*/src, then run this again (npm run build builds alone).";
	await runStep("building", [process.execPath, join(root, "scripts/build.mjs")], { cwd: root, out, next });
	// The time of the beginning: what changed while it ran will be built next time.
	utimesSync(join(root, RESULT), started, started);
	return true;
}

function newestSource(root) {
	const packages = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
	const times = [
		...RECIPES.map((file) => timeOf(join(root, file))),
		...packages.map((directory) => timeOf(join(directory, "package.json"))),
		...packages.map((directory) => newestIn(join(directory, "src"), join(root, GENERATED))),
	];
	return Math.max(...times);
}

function newestIn(directory, except) {
	if (directory === except) return 0;
	let newest = 0;
	for (const entry of entriesOf(directory)) {
		const path = join(directory, entry.name);
		const time = entry.isDirectory() ? newestIn(path, except) : timeOf(path);
		if (time > newest) newest = time;
	}
	return newest;
}

function entriesOf(directory) {
	try {
		return readdirSync(directory, { withFileTypes: true });
	} catch {
		return [];
	}
}

function timeOf(path) {
	return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
