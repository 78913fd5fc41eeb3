// `npm run guards`: takes each security check out in turn and sees that a test fails without it.

import { parseArgs } from "node:util";
import { bootstrap, Obstacle, runScript } from "./bootstrap.mjs";

const usage = `npm run guards -- [options]

  --only <name>   this guard alone; may be given more than once
  --json          the whole report, and nothing else

The list: tests/guards/list/. What a guard is: CONTRIBUTING.md.
`;

await runScript(async (words) => {
	const { values } = parseArgs({
		args: words,
		options: {
			only: { type: "string", multiple: true },
			json: { type: "boolean" },
			help: { type: "boolean" },
		},
	});
	if (values.help) {
		process.stdout.write(usage);
		return 0;
	}
	await bootstrap(values.json ? { out: process.stderr } : {});
	// After the packages are there: these need them.
	await import("./faults/typescript-sources.mjs");
	const { guards } = await import("../tests/guards/list.ts");
	const { runGuards } = await import("../tests/guards/run.ts");
	const wanted = values.only ?? guards.map(({ name }) => name);
	for (const name of wanted) {
		if (!guards.some((guard) => guard.name === name))
			throw new Obstacle(`There is no guard "${name}".`, usage);
	}
	const chosen = guards.filter(({ name }) => wanted.includes(name));
	const report = await runGuards(
		chosen,
		values.json ? undefined : (verdict) => process.stdout.write(row(verdict)),
	);
	if (values.json) process.stdout.write(`${JSON.stringify(report, null, "\t")}\n`);
	else process.stdout.write(summary(report));
	return report.broken.length > 0 || report.verdicts.some(({ caught }) => !caught) ? 1 : 0;
});

function row({ guard, caught, by }) {
	return `${caught ? "caught  " : "MISSED  "}${guard.padEnd(22)}${by}\n`;
}

function summary({ verdicts, seconds }) {
	const missed = verdicts.filter(({ caught }) => !caught);
	const end = missed.length === 0 ? "each one's removal is caught" : `${missed.length} could go unnoticed`;
	return `${verdicts.length} ${verdicts.length === 1 ? "guard" : "guards"} in ${seconds} s: ${end}\n`;
}
