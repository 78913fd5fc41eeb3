// The figures as a person reads them: medians with their spread, then what was promised and whether it holds.

import { cpus, loadavg, platform, release } from "node:os";

/** What the figures depend on beside the code. */
export function machine() {
	const processors = cpus();
	return {
		node: process.versions.node,
		system: `${platform()} ${release()}`,
		processor: `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`,
		load: Number(loadavg()[0].toFixed(2)),
	};
}

export function describeMachine({ node, system, processor, load }) {
	const busy = load > cpus().length ? " — busy: the ratios are rougher than usual" : "";
	return `${processor}, ${system}, Node ${node}, load ${load} before${busy}`;
}

export function describeLine({ name, about, measures, results, verdicts }, rounds) {
	const rows = [["", ...Object.keys(measures)]];
	for (const result of results) {
		const cells = Object.entries(measures).map(([measure, unit]) => spread(result.measures[measure], unit));
		rows.push([`${result.name} ${result.version}`, ...cells]);
	}
	const said = verdicts.map((verdict) => describeVerdict(verdict, measures[verdict.measure]));
	return [`${name}: ${about} (median of ${rounds}, min–max)`, ...align(rows), ...said].join("\n");
}

function describeVerdict(verdict, unit) {
	const { measure, against, limit, measured, holds, link, plus, more } = verdict;
	const end = holds ? "holds" : "MISSES";
	if (link !== undefined)
		return `${measure}: ${link} ≤ ${limit} × ${against} or + ${plus} ${unit} — measured ${measured.toFixed(2)} ×, + ${more.toFixed(1)} ${unit}: ${end}`;
	if (against === undefined)
		return `${measure}: ≤ ${limit} ${unit} — measured ${figure(measured, unit)}: ${end}`;
	return `${measure}: ≤ ${limit} × best peer (${against}) — measured ${measured.toFixed(2)}: ${end}`;
}

function spread({ median, min, max }, unit) {
	const middle = figure(median, unit);
	return min === max ? middle : `${middle} (${figure(min)}–${figure(max)})`;
}

function figure(value, unit = "") {
	return `${value.toFixed(value >= 100 ? 0 : 1)}${unit && ` ${unit}`}`;
}

function align(rows) {
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	return rows.map((row) =>
		`  ${row.map((cell, column) => cell.padEnd(widths[column])).join("   ")}`.trimEnd(),
	);
}
