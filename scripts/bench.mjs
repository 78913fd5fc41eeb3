// `npm run bench`: takes the figures that the design promises, on this machine, against the peers from npm.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pictures } from "../bench/lines/pictures.mjs";
import { snapshots } from "../bench/lines/snapshots.mjs";
import { start } from "../bench/lines/start.mjs";
import { thinTools } from "../bench/lines/thin-tools.mjs";
import { ensurePeers } from "../bench/peers.mjs";
import { describeLine, describeMachine, machine } from "../bench/report.mjs";
import { runLine } from "../bench/run.mjs";
import { servers } from "../bench/servers.mjs";
import { bootstrap, Obstacle, root, runScript } from "./bootstrap.mjs";

const { version: release } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Against the peers, and over the links to a browser. */
const peerLines = [start, snapshots, pictures];
const linkLines = [thinTools];

const help = `Usage: npm run bench -- [--link extension] [--only <line>]… [--rounds <n>] [--json] [--strict]

Measures Reins and its peers in turn and says which promises hold.

  --only <line>   this line only; repeat for more. The lines: ${peerLines.map(({ name }) => name).join(", ")}
  --link extension
                  Reins in a person's Chromium with the extension against Reins in a
                  Chromium of its own, in turn. The lines: ${linkLines.map(({ name }) => name).join(", ")}
  --rounds <n>    rounds that count, after one that does not (default 5)
  --json          only JSON on stdout; progress goes to stderr
  --strict        end with code 1 where a promise is missed`;

await runScript(async (words) => {
	const options = readOptions(words);
	if (options.help) {
		process.stdout.write(`${help}\n`);
		return 0;
	}
	const out = options.json ? process.stderr : process.stdout;
	const browser = await bootstrap({ out });
	const before = machine();
	const taken = await withSubjects(options, browser, out, async (subjects) => {
		const figures = [];
		for (const line of options.lines) {
			out.write(`\nmeasuring ${line.name}: ${subjects.length} in turn, 1 + ${options.rounds} rounds `);
			const onRound = () => out.write(".");
			figures.push(await runLine(line, subjects, { rounds: options.rounds, onRound }));
			out.write("\n");
			if (!options.json) out.write(`${describeLine(figures.at(-1), options.rounds)}\n`);
		}
		return figures;
	});
	if (options.json) {
		const report = { machine: before, rounds: options.rounds, lines: taken };
		process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
	} else {
		out.write(`\n${describeMachine(before)}\n`);
	}
	const missed = taken.some(({ verdicts }) => verdicts.some(({ holds }) => !holds));
	return missed && options.strict ? 1 : 0;
});

/** The peers from npm, or the links to a browser. */
async function withSubjects({ link }, browser, out, use) {
	if (link) {
		// Node imports the lab's TypeScript through esbuild, which is there only after the bootstrap.
		const { withLinks } = await import("../bench/links.mjs");
		return withLinks({ root, version: release }, use);
	}
	const peers = join(root, "bench", "peers");
	await ensurePeers(peers, out);
	return use(servers({ root, peers, browser }));
}

function readOptions(words) {
	let values;
	try {
		({ values } = parseArgs({
			args: words,
			options: {
				only: { type: "string", multiple: true },
				link: { type: "string" },
				rounds: { type: "string", default: "5" },
				json: { type: "boolean" },
				strict: { type: "boolean" },
				help: { type: "boolean", short: "h" },
			},
		}));
	} catch (error) {
		throw new Obstacle(error.message, "See: npm run bench -- --help");
	}
	const rounds = Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1) throw new Obstacle(`--rounds ${values.rounds}: not a count.`);
	if (values.link !== undefined && values.link !== "extension")
		throw new Obstacle(`--link ${values.link}: there is no such link.`, "The link is: extension");
	const lines = values.link ? linkLines : peerLines;
	const names = values.only ?? lines.map(({ name }) => name);
	const chosen = names.map((name) => {
		const line = lines.find((one) => one.name === name);
		if (line) return line;
		const known = lines.map((one) => one.name).join(", ");
		throw new Obstacle(`--only ${name}: there is no such line.`, `The lines are: ${known}`);
	});
	return { ...values, rounds, lines: chosen };
}
