// The figures as a person reads them: medians with their spread, then what was promised and whether it holds.

export function describeLine({ name, about, measures, results, verdicts }, rounds) {
	const rows = [["", ...results.map(nameOf)]];
	for (const [measure, unit] of Object.entries(measures)) {
		const cells = results.map((result) => spread(result.measures[measure], unit));
		rows.push([measure, ...cells]);
	}
	const said = verdicts.map(
		(verdict) => `${verdict.measure}: ${describeVerdict(verdict, measures[verdict.measure])}`,
	);
	const head = `${name}: ${about} (median of ${rounds}, min–max)`;
	return [head, ...align(rows), ...results.flatMap(describeFailures), ...said].join("\n");
}

/** A line for each round that a peer did not bring to an end. */
export function describeFailures({ failures, ...side }) {
	return failures.map(({ round, message }) => {
		const [said] = message
			.replace(`${nameOf(side)}: `, "")
			.replace("### Error\n", "")
			.split("\n");
		return `${nameOf(side)} failed in round ${round}: ${said}`;
	});
}

/** The two sides of Reins itself have no version of their own. */
export function nameOf({ name, version }) {
	return version ? `${name} ${version}` : name;
}

function describeVerdict(verdict, unit) {
	if (verdict.missing) return `not there yet: ${verdict.missing}`;
	return `${describeLimit(verdict, unit)} — measured ${describeMeasured(verdict, unit)}: ${verdict.holds ? "holds" : "MISSES"}`;
}

export function describeLimit({ other, against, limit, plus }, unit) {
	if (other !== undefined)
		return `≤ ${limit} × ${against}${plus === undefined ? "" : ` or + ${plus} ${unit}`}`;
	return against === undefined ? `≤ ${limit} ${unit}` : `≤ ${limit} × best peer (${against})`;
}

export function describeMeasured({ other, against, measured, more }, unit) {
	if (against === undefined) return figure(measured, unit);
	const times = `${measured < 0.1 ? measured.toFixed(3) : measured.toFixed(2)} ×`;
	if (other === undefined) return times;
	return `${times}, ${more < 0 ? "−" : "+"} ${figure(Math.abs(more), unit)}`;
}

/** A subject has no summary of what it cannot do. */
export function spread(summary, unit) {
	if (!summary) return "–";
	const { median, min, max } = summary;
	const middle = figure(median, unit);
	return min === max ? middle : `${middle} (${figure(min)}–${figure(max)})`;
}

export function figure(value, unit = "") {
	return `${value >= 100 ? Math.round(value).toLocaleString("en") : value.toFixed(1)}${unit && ` ${unit}`}`;
}

function align(rows) {
	const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
	return rows.map((row) =>
		`  ${row.map((cell, column) => cell.padEnd(widths[column])).join("   ")}`.trimEnd(),
	);
}
