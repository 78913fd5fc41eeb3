// `npm run check`: everything that can be judged without a browser. Each check says whether it passed and how
// long it took; all of them run, and what failed is shown at the end.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

if (!existsSync(join(root, "node_modules/esbuild"))) {
	console.error("The packages are not installed: run npm test or npm install first.");
	process.exit(1);
}

const script = (name, ...words) => [process.execPath, join(root, "scripts", name), ...words];
const tool = (file, ...words) => [process.execPath, join(root, "node_modules", file), ...words];

/** In this order: what is quick to run and to mend comes first. The kit is a source of the others. */
const checks = {
	kit: script("build.mjs", "--kit"),
	biome: tool("@biomejs/biome/bin/biome", "ci", "--colors=off", "--reporter=concise"),
	types: tool("typescript/bin/tsc", "-b", "--pretty", "false"),
	knip: tool("knip/bin/knip.js", "--no-progress"),
	architecture: tool("vitest/vitest.mjs", "run", "tests/architecture", "--reporter=dot"),
	generated: script("gen.mjs", "--check"),
};

/** Resolves to { ok, output }; the output is for whoever has to mend it. */
function run([command, ...args]) {
	return new Promise((resolve) => {
		const env = { ...process.env, NO_COLOR: "1" };
		const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8").on("data", (text) => {
				output += text;
			});
		}
		child.once("error", (error) => resolve({ ok: false, output: error.message }));
		child.once("close", (code) => resolve({ ok: code === 0, output }));
	});
}

const failures = [];
for (const [name, command] of Object.entries(checks)) {
	const started = performance.now();
	const { ok, output } = await run(command);
	const seconds = ((performance.now() - started) / 1_000).toFixed(1);
	console.log(`${name.padEnd(14)}${ok ? "ok    " : "FAILED"} ${seconds.padStart(6)} s`);
	if (!ok) failures.push({ name, output });
}

for (const { name, output } of failures) console.error(`\n── ${name} ──\n${output.trim()}`);
if (failures.length > 0) {
	console.error(`\ncheck: ${failures.map(({ name }) => name).join(", ")} failed`);
	process.exitCode = 1;
}
