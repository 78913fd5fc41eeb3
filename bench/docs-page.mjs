// The page of the documentation that keeps the figures: what was measured, what was promised, what holds.

import { describeMachine } from "./machine.mjs";
import { describeFailures, describeLimit, describeMeasured, nameOf, spread } from "./report.mjs";

/** `report` is what a run with --json gives; answers the text of a Markdown file. */
export function docsPage(report) {
	const { release, date, rounds, minutes, comparisons } = report;
	return [
		"# Benchmarks",
		"<!-- Made by `npm run bench -- --docs`; changes by hand are lost. -->",
		`Reins ${release}, measured on ${date}: ${describeMachine(report.machine)}.`,
		"![Reins against other servers: a panel for each measure, shorter bars are better](pictures/benchmarks.svg)",
		summary(comparisons),
		`A figure is the median of ${rounds} rounds with the smallest and the largest in brackets. The sides alternate, and the first round of each does not count. A promise is judged by the ratio of medians. A miss stands here as a miss: nothing was measured again because of it.`,
		...comparisons.flatMap(({ title, lines }) => [`## ${title}`, ...tables(lines)]),
		"## Take them yourself",
		`\`\`\`sh\nnpm run bench -- --docs\n\`\`\``,
		`It brings what it needs, took ${minutes} minutes there, and writes this page. One line alone, other options, and how each figure is taken: [bench/README.md](../bench/README.md).`,
	]
		.join("\n\n")
		.concat("\n");
}

function summary(comparisons) {
	const verdicts = comparisons.flatMap(({ title, lines }) =>
		lines.flatMap(({ measures, verdicts: ofLine }) =>
			ofLine.map((verdict) => ({ ...verdict, title, unit: measures[verdict.measure] })),
		),
	);
	const judged = verdicts.filter(({ missing }) => !missing);
	const missed = judged.filter(({ holds }) => !holds);
	const said = `${judged.length - missed.length} of ${judged.length} promises hold.`;
	if (missed.length === 0) return said;
	const list = missed.map((verdict) => {
		const { title, measure, unit } = verdict;
		return `- ${title}: ${measure}, ${describeMeasured(verdict, unit)}, promised ${describeLimit(verdict, unit)}`;
	});
	return `${said} Missed:\n\n${list.join("\n")}`;
}

/** One table for all lines with the same sides. */
function tables(lines) {
	const groups = new Map();
	for (const line of lines) {
		const sides = line.results.map(nameOf).join();
		groups.set(sides, [...(groups.get(sides) ?? []), line]);
	}
	return [...groups.values()].flatMap((group) => {
		const head = ["what", ...group[0].results.map(nameOf), "measured", "promise", ""];
		const failures = group.flatMap(({ results }) => results.flatMap(describeFailures));
		return [
			table([head, ...group.flatMap(rowsOf)]),
			...(failures.length > 0 ? [failures.map((one) => `- ${one}`).join("\n")] : []),
		];
	});
}

function rowsOf({ measures, results, verdicts }) {
	return Object.entries(measures).map(([measure, unit]) => {
		const cells = results.map((result) => spread(result.measures[measure], unit));
		return [
			measure,
			...cells,
			...judged(
				verdicts.find((one) => one.measure === measure),
				unit,
			),
		];
	});
}

function judged(verdict, unit) {
	if (!verdict) return ["", "", ""];
	if (verdict.missing) return ["–", verdict.missing, "not there yet"];
	const { holds } = verdict;
	return [describeMeasured(verdict, unit), describeLimit(verdict, unit), holds ? "holds" : "**misses**"];
}

function table([head, ...rows]) {
	const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
	const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(" | ")} |`;
	return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}
