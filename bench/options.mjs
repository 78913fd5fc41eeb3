// The words after `npm run bench --`.

import { parseArgs } from "node:util";
import { Obstacle } from "../scripts/bootstrap.mjs";
import { comparisons } from "./comparisons.mjs";

const linesOf = (name) => {
	const names = comparisons.find((one) => one.name === name).lines.map((line) => line.name);
	return names.join(", ");
};

export const help = `Usage: npm run bench -- [--link extension] [--tab background] [--only <line>]…
                        [--rounds <n>] [--json] [--strict] [--docs [--from <file>]]

Measures Reins and its peers in turn and says which promises hold.
The lines: ${linesOf("peers")}

  --link extension  Reins in a person's Chromium with the extension against Reins in a
                    Chromium of its own. The lines: ${linesOf("extension")}
  --tab background  a tab that is not in front against the same tab in front; with
                    --link extension in a person's Chromium.
                    The lines: ${linesOf("background")}
  --only <line>     this line only; repeat for more
  --rounds <n>      rounds that count, after one that does not (default 5)
  --json            only JSON on stdout; progress goes to stderr
  --strict          end with code 1 where a promise is missed
  --docs            all of the above, written to docs/benchmarks.md, docs/pictures/benchmarks.svg
                    and bench/results/latest.json
  --from <file>     with --docs: measure nothing, take the figures of this file`;

export function readOptions(words) {
	const values = parse(words);
	const rounds = Number(values.rounds);
	if (!Number.isInteger(rounds) || rounds < 1) throw new Obstacle(`--rounds ${values.rounds}: not a count.`);
	only("--link", values.link, "extension");
	only("--tab", values.tab, "background");
	if (values.from !== undefined && !values.docs) throw new Obstacle("--from goes with --docs.");
	if (values.docs && (values.only || values.link || values.tab))
		throw new Obstacle("--docs takes every line of every comparison.", "Leave --only, --link and --tab out.");
	return { ...values, rounds, chosen: values.docs ? comparisons : [choose(values)] };
}

function parse(words) {
	try {
		return parseArgs({
			args: words,
			options: {
				only: { type: "string", multiple: true },
				link: { type: "string" },
				tab: { type: "string" },
				rounds: { type: "string", default: "5" },
				json: { type: "boolean" },
				strict: { type: "boolean" },
				docs: { type: "boolean" },
				from: { type: "string" },
				help: { type: "boolean", short: "h" },
			},
		}).values;
	} catch (error) {
		throw new Obstacle(error.message, "See: npm run bench -- --help");
	}
}

function only(option, value, known) {
	if (value !== undefined && value !== known)
		throw new Obstacle(`${option} ${value}: there is no such thing.`, `It takes: ${known}`);
}

function choose({ link, tab, only: names }) {
	const name = tab ? (link ? "background-extension" : "background") : (link ?? "peers");
	const comparison = comparisons.find((one) => one.name === name);
	if (!names) return comparison;
	const lines = names.map((wanted) => {
		const line = comparison.lines.find((one) => one.name === wanted);
		if (line) return line;
		throw new Obstacle(`--only ${wanted}: there is no such line.`, `The lines are: ${linesOf(name)}`);
	});
	return { ...comparison, lines };
}
