// `npm test`: all tests, from a bare checkout. `--full` takes the counts that the promises name instead of
// those that fit into every change; every other word goes to Vitest.

import { spawn } from "node:child_process";
import { constants } from "node:os";
import { join } from "node:path";
import { ensureOwnPackages } from "./bootstrap/own-packages.mjs";
import { bootstrap, root, runScript } from "./bootstrap.mjs";

/** Runs of each of the six properties of the wire: 5,400 frames together, in full 204,000. */
const FUZZ_RUNS = { usual: "900", full: "34000" };

await runScript(async (words) => {
	const started = performance.now();
	const full = words.includes("--full");
	await bootstrap();
	const pages = join(root, "tests", "pages");
	await ensureOwnPackages(pages, "the libraries of test pages", process.stdout, { dev: full });
	const code = await runVitest(
		words.filter((word) => word !== "--full"),
		{
			REINS_FUZZ_RUNS: full ? FUZZ_RUNS.full : FUZZ_RUNS.usual,
			...process.env,
			...(full && { REINS_FULL: "1" }),
		},
	);
	const seconds = ((performance.now() - started) / 1000).toFixed(1);
	process.stdout.write(
		`${full ? "test:full" : "test"}: ${code === 0 ? "passed" : "FAILED"} in ${seconds} s\n`,
	);
	return code;
});

function runVitest(words, env) {
	const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
	const child = spawn(process.execPath, [vitest, "run", ...words], { cwd: root, env, stdio: "inherit" });
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 1)));
	});
}
