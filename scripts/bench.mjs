// `npm run bench`: takes the figures that the design promises, on this machine, against the peers from npm.

import { join } from "node:path";
import { parseArgs } from "node:util";
import { start } from "../bench/lines/start.mjs";
import { ensurePeers } from "../bench/peers.mjs";
import { describeLine, describeMachine, machine } from "../bench/report.mjs";
import { runLine } from "../bench/run.mjs";
import { servers } from "../bench/servers.mjs";
import { bootstrap, Obstacle, root, runScript } from "./bootstrap.mjs";

const lines = [start];

const help = `Usage: npm run bench -- [--only <line>]… [--rounds <n>] [--json] [--strict]

Measures Reins and its peers in turn and says which promises hold.

  --only <line>   this line only; repeat for more. The lines: ${lines.map(({ name }) => name).join(", ")}
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
	const peers = join(root, "bench", "peers");
	await ensurePeers(peers, out);
	const measured = servers({ root, peers, browser });
	const before = machine();
	const taken = [];
	for (const line of options.lines) {
		out.write(`\nmeasuring ${line.name}: ${measured.length} servers, 1 + ${options.rounds} rounds `);
		const onRound = () => out.write(".");
		taken.push(await runLine(line, measured, { rounds: options.rounds, onRound }));
		out.write("\n");
		if (!options.json) out.write(`${describeLine(taken.at(-1), options.rounds)}\n`);
	}
	if (options.json) {
		const report = { machine: before, rounds: options.rounds, lines: taken };
		process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
	} else {
		out.write(`\n${describeMachine(before)}\n`);
	}
	const missed = taken.some(({ verdicts }) => verdicts.some(({ holds }) => !holds));
	return missed && options.strict ? 1 : 0;
});

function readOptions(words) {
	let values;
	try {
		({ values } = parseArgs({
			args: words,
			options: {
				only: { type: "string", multiple: true },
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
	const names = values.only ?? lines.map(({ name }) => name);
	const chosen = names.map((name) => {
		const line = lines.find((one) => one.name === name);
		if (line) return line;
		const known = lines.map((one) => one.name).join(", ");
		throw new Obstacle(`--only ${name}: there is no such line.`, `The lines are: ${known}`);
	});
	return { ...values, rounds, lines: chosen };
}
