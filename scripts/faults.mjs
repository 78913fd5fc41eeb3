// `npm run faults -- --kill <kind>`: kills processes of a working setup at random moments and reports how it
// healed. The same engine runs, smaller, in the tests.

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { bootstrap, Obstacle, runScript } from "./bootstrap.mjs";
import { bar } from "./faults/bar.mjs";

const usage = `npm run faults -- --kill <worker|renderer|shim|broker|mcp|all> [options]

  --count <n>     kills of each kind (default 100)
  --seed <n>      for the same moments again (default: by chance, and printed)
  --json <file>   the whole report
`;

await runScript(async (words) => {
	const { values } = parseArgs({
		args: words,
		options: {
			kill: { type: "string" },
			count: { type: "string", default: "100" },
			seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
			json: { type: "string" },
			help: { type: "boolean" },
		},
	});
	if (values.help || !values.kill) {
		process.stdout.write(usage);
		return values.help ? 0 : 1;
	}
	const [count, seed] = [Number(values.count), Number(values.seed)];
	if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
		throw new Obstacle("--count and --seed take whole numbers.", usage);
	}
	await bootstrap();
	// After the packages are there: this one needs them.
	await import("./faults/typescript-sources.mjs");
	const { faultKinds, runFaults } = await import("../tests/faults/engine.ts");
	const { brokenPromises } = await import("../tests/faults/promises.ts");
	const kinds = values.kill === "all" ? faultKinds : faultKinds.filter((kind) => kind === values.kill);
	if (kinds.length === 0) throw new Obstacle(`--kill does not take "${values.kill}".`, usage);

	const reports = [];
	for (const kind of kinds) {
		const progress = bar(kind, count);
		const report = await runFaults({ kind, count, seed, onRecovery: progress.step });
		progress.end();
		const broken = brokenPromises(report);
		reports.push({ ...report, broken });
		process.stdout.write(`${line(report)}\n${broken.map((one) => `  BROKEN  ${one}\n`).join("")}`);
	}
	if (values.json) writeFileSync(values.json, `${JSON.stringify(reports, null, "\t")}\n`);
	return reports.some(({ broken }) => broken.length > 0) ? 1 : 0;
});

function line({ kind, count, seed, seconds, presses, recovery, outcomes, doubled, detachedAfter }) {
	const { p50, p95, max } = recovery;
	return [
		`${kind.padEnd(9)}${count} kills in ${seconds} s (seed ${seed})`,
		`recovery p50 ${p50}, p95 ${p95}, max ${max} ms`,
		`${presses} presses: ${Object.entries(outcomes)
			.map(([outcome, times]) => `${times} ${outcome}`)
			.join(", ")}`,
		`${doubled.length} doubled`,
		`nothing attached after ${detachedAfter ?? "–"} ms`,
	].join(" · ");
}
