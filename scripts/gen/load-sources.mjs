// Brings the TypeScript sources that pages are made from into this process: bundled once, imported once.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { buildKit } from "../build.mjs";

/** Left to Node: they are installed, and one zod must serve both sides. */
const external = ["zod", "zod/*", "ws", "@modelcontextprotocol/*"];

/** Resolves to what sources.ts gathers, with `commands` and with `text(path)` for what only a source file says. */
export async function loadSources(root) {
	// The broker's command leads to the kit, which is made by the build.
	if (!existsSync(join(root, "packages/page/src/generated/kit-source.ts"))) await buildKit();
	const commands = readdirSync(join(root, "packages/cli/src/commands"))
		.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
		.map((file) => file.replace(/\.ts$/, ""))
		.sort();
	const loaded = await importBundle(root, [
		'export { sources } from "./scripts/gen/sources.ts";',
		...commands.map((name) => `export * as ${variable(name)} from "./packages/cli/src/commands/${name}.ts";`),
	]);
	return {
		...loaded.sources,
		commands: commands.map((name) => ({ name, ...commandIn(name, loaded[variable(name)]) })),
		text: (path) => readFileSync(join(root, path), "utf8"),
	};
}

async function importBundle(root, lines) {
	const { outputFiles } = await build({
		stdin: { contents: lines.join("\n"), resolveDir: root, sourcefile: "gen-entry.ts" },
		absWorkingDir: root,
		bundle: true,
		format: "esm",
		platform: "node",
		target: "node20.19",
		write: false,
		logLevel: "warning",
		external,
	});
	const cache = join(root, "node_modules/.cache/reins-gen");
	const file = join(cache, `sources-${process.pid}.mjs`);
	mkdirSync(cache, { recursive: true });
	try {
		writeFileSync(file, outputFiles[0].text);
		return await import(pathToFileURL(file).href);
	} finally {
		rmSync(file, { force: true });
	}
}

function variable(command) {
	return `command_${command.replaceAll("-", "_")}`;
}

function commandIn(name, module) {
	const found = Object.values(module).find((value) => typeof value?.help === "string");
	if (!found) throw new Error(`packages/cli/src/commands/${name}.ts exports no command.`);
	return found;
}
