// `npm run fuzz -- url`: holds our judge of addresses against Chromium's own reading of them, by chance.

import { parseArgs } from "node:util";
import { bootstrap, Obstacle, runScript } from "./bootstrap.mjs";

const usage = `npm run fuzz -- url [options]

  --count <n>     addresses (default 200000)
  --seed <n>      for the same ones again (default: by chance, and printed)
  --json          the whole report, and nothing else
`;
/** More of them tell nothing new. */
const SHOWN = 20;

await runScript(async (words) => {
	const { values, positionals } = parseArgs({
		args: words,
		allowPositionals: true,
		options: {
			count: { type: "string", default: "200000" },
			seed: { type: "string", default: String(Math.floor(Math.random() * 1e9)) },
			json: { type: "boolean" },
			help: { type: "boolean" },
		},
	});
	if (values.help) {
		process.stdout.write(usage);
		return 0;
	}
	if (positionals.length !== 1 || positionals[0] !== "url")
		throw new Obstacle("What is to be fuzzed?", usage);
	const [count, seed] = [Number(values.count), Number(values.seed)];
	if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
		throw new Obstacle("--count and --seed take whole numbers.", usage);
	}
	await bootstrap(values.json ? { out: process.stderr } : {});
	// After the packages are there: this one needs them.
	await import("./faults/typescript-sources.mjs");
	const { fuzzUrls } = await import("../tests/fuzz/url/differential.ts");
	const report = await fuzzUrls({ count, seed });
	if (values.json) process.stdout.write(`${JSON.stringify(report, null, "\t")}\n`);
	else process.stdout.write(text(report));
	return report.differences.length > 0 ? 1 : 0;
});

function text({ count, seed, sites, stricter, differences }) {
	const shown = differences
		.slice(0, SHOWN)
		.map(
			(one) =>
				`  ${JSON.stringify(one.text)}: judged ${one.judged}, Chromium ${one.chromium || "refuses it"}\n`,
		);
	return [
		`${count} addresses (seed ${seed}): ${sites} taken for sites, `,
		`${stricter} refused that Chromium would load, ${differences.length} read otherwise than by Chromium\n`,
		...shown,
	].join("");
}
