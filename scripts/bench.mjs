// `npm run bench`: takes the figures that the design promises, on this machine, against the peers from npm.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chart } from "../bench/chart.mjs";
import { docsPage } from "../bench/docs-page.mjs";
import { describeMachine, machine } from "../bench/machine.mjs";
import { help, readOptions } from "../bench/options.mjs";
import { servePages } from "../bench/pages.mjs";
import { describeLine } from "../bench/report.mjs";
import { runLine } from "../bench/run.mjs";
import { bootstrap, Obstacle, root, runScript } from "./bootstrap.mjs";

const { version: release } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const latest = join(root, "bench", "results", "latest.json");

await runScript(async (words) => {
	const options = readOptions(words);
	if (options.help) {
		process.stdout.write(`${help}\n`);
		return 0;
	}
	const out = options.json ? process.stderr : process.stdout;
	const report = options.from ? readReport(options.from) : await measure(options, out);
	if (options.docs) writeDocs(report, options, out);
	if (options.json) process.stdout.write(`${JSON.stringify(report, null, "\t")}\n`);
	const verdicts = report.comparisons.flatMap(({ lines }) => lines.flatMap((line) => line.verdicts));
	return options.strict && verdicts.some(({ holds }) => holds === false) ? 1 : 0;
});

function readReport(file) {
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		throw new Obstacle(`--from ${file}: ${error.message}`, "It takes a file that --docs or --json wrote.");
	}
}

async function measure(options, out) {
	const browser = await bootstrap({ out });
	const before = machine(browser);
	const date = new Date().toISOString().slice(0, 10);
	const started = performance.now();
	const site = await servePages();
	const place = { root, peers: join(root, "bench", "peers"), browser, origin: site.origin, out };
	try {
		const taken = [];
		for (const comparison of options.chosen) taken.push(await compare(comparison, place, options));
		const minutes = Number(((performance.now() - started) / 60_000).toFixed(1));
		out.write(`\n${describeMachine(before)}; ${minutes} minutes\n`);
		return { release, date, minutes, machine: before, rounds: options.rounds, comparisons: taken };
	} finally {
		await site.close();
	}
}

function compare({ name, title, lines, promises, withSubjects }, place, { rounds, json }) {
	const { out } = place;
	return withSubjects(place, async (subjectsOf) => {
		const taken = [];
		for (const [index, line] of lines.entries()) {
			const subjects = subjectsOf(line);
			out.write(`\n${title}, ${index + 1}/${lines.length}: ${line.name}, 1 + ${rounds} rounds `);
			const onRound = () => out.write(".");
			taken.push(await runLine(line, subjects, { rounds, promises: promises(line), onRound }));
			out.write("\n");
			if (!json) out.write(`${describeLine(taken.at(-1), rounds)}\n`);
		}
		return { name, title, lines: taken };
	});
}

function writeDocs(report, { from }, out) {
	if (!from) {
		mkdirSync(join(latest, ".."), { recursive: true });
		writeFileSync(latest, `${JSON.stringify(report, null, "\t")}\n`);
	}
	writeFileSync(join(root, "docs", "pictures", "benchmarks.svg"), chart(report));
	writeFileSync(join(root, "docs", "benchmarks.md"), docsPage(report));
	out.write(
		`\nwritten: docs/benchmarks.md, docs/pictures/benchmarks.svg${from ? "" : ", bench/results/latest.json"}\n`,
	);
}
