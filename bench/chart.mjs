// The picture of the figures: a small panel for each measure with bars to its own scale, since 3 ms and 18 s
// fit on no common one. It follows the reader's light or dark, and says in words what it shows.

import { figure, nameOf } from "./report.mjs";

/** What a reader cares for most, in the order of the panels. */
const shown = [
	"small snapshot",
	"snapshot of 1,000 rows",
	"snapshot of 1,000 rows, whole",
	"snapshot of 5,000 rows",
	"snapshot of 1,000 rows, size",
	"click",
	"type into a field",
	"evaluate",
	"navigate to load",
	"picture of the viewport",
	"open, look, fill, submit, check",
	"start to the list of tools",
	"list of tools, size",
	"memory",
	"memory with the extension",
];

const COLUMNS = 3;
const WIDTH = 960;
const MARGIN = 24;
const GAP = 28;
const TOP = 92;
const TITLE = 20;
const BAR = 13;
const STEP = 18;
/** Room for the figure behind the longest bar. */
const FIGURE = 74;

const style = `
	.ground { fill: #ffffff; stroke: #d8dee4 }
	text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
	.head { font-size: 18px; font-weight: 600 }
	.name { font-weight: 600 }
	.quiet { fill: #59636e }
	.bar0 { fill: #0a7f6f }
	.bar1 { fill: #9aa4af }
	.bar2 { fill: #c6ccd2 }
	.axis { stroke: #d8dee4 }
	@media (prefers-color-scheme: dark) {
		.ground { fill: #0d1117; stroke: #30363d }
		text { fill: #e6edf3 }
		.quiet { fill: #9198a1 }
		.bar0 { fill: #2fc4ad }
		.bar1 { fill: #6e7681 }
		.bar2 { fill: #454c55 }
		.axis { stroke: #30363d }
	}`;

/** `report` is what a run with --json gives; answers the text of an SVG file. */
export function chart({ release, date, comparisons }) {
	const panels = panelsOf(comparisons.find(({ name }) => name === "peers"));
	if (panels.length === 0) throw new Error("The report has no figures against the peers.");
	const series = panels[0].bars.map(({ name }) => name);
	const panelWidth = (WIDTH - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS;
	const panelHeight = TITLE + series.length * STEP + 20;
	const height = TOP + Math.ceil(panels.length / COLUMNS) * panelHeight + MARGIN - 20;
	const drawn = panels.map((panel, index) => {
		const x = MARGIN + (index % COLUMNS) * (panelWidth + GAP);
		const y = TOP + Math.floor(index / COLUMNS) * panelHeight;
		return drawPanel(panel, panelWidth, `translate(${round(x)} ${round(y)})`);
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">Reins ${escaped(release)} against other servers, ${escaped(date)}</title>
<desc id="desc">${escaped(panels.map(inWords).join(" "))}</desc>
<style>${style}
</style>
<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="head" x="${MARGIN}" y="36">Reins against other servers</text>
${drawLegend(series)}
<text class="quiet" x="${WIDTH - MARGIN}" y="36" text-anchor="end">shorter is better · at the right of a name: Reins as a share of the better peer</text>
${drawn.join("\n")}
</svg>
`;
}

function panelsOf(comparison) {
	const lines = comparison?.lines ?? [];
	return shown.flatMap((measure) => {
		const line = lines.find(({ measures }) => measures[measure] !== undefined);
		if (!line?.results[0].measures[measure]) return [];
		const unit = line.measures[measure];
		const bars = line.results.map((result) => ({
			name: nameOf(result),
			value: result.measures[measure]?.median,
		}));
		return [{ measure, unit, bars }];
	});
}

function drawPanel({ measure, unit, bars }, width, transform) {
	const longest = Math.max(...valuesOf(bars));
	const room = width - FIGURE;
	const drawn = bars.map(({ value }, index) => {
		if (value === undefined) return "";
		const y = TITLE - 8 + index * STEP;
		const length = Math.max(1.5, (value / longest) * room);
		const said = `<text x="${round(length + 6)}" y="${y + 10.5}"${index === 0 ? ' class="name"' : ""}>${amount(value, unit)}</text>`;
		return `<rect class="bar${index}" x="0" y="${y}" width="${round(length)}" height="${BAR}" rx="1.5"/>${said}`;
	});
	const foot = TITLE - 8 + bars.length * STEP - STEP + BAR;
	return `<g transform="${transform}">
<text class="name" x="0" y="4">${escaped(measure)}</text><text class="quiet" x="${round(width)}" y="4" text-anchor="end">${share(bars)}</text>
<line class="axis" x1="0" y1="${TITLE - 10}" x2="0" y2="${foot + 2}"/>
${drawn.join("\n")}
</g>`;
}

function drawLegend(series) {
	let x = MARGIN;
	return series
		.map((name, index) => {
			const at = x;
			x += 40 + name.length * 6.6;
			return `<rect class="bar${index}" x="${round(at)}" y="51" width="12" height="12" rx="2"/><text x="${round(at + 18)}" y="61">${escaped(name)}</text>`;
		})
		.join("\n");
}

function share([{ value: ours }, ...peers]) {
	const ratio = ours / Math.min(...valuesOf(peers));
	return `${ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2)} ×`;
}

/** A peer that failed has no bar. */
function valuesOf(bars) {
	return bars.map(({ value }) => value).filter((value) => value !== undefined);
}

function inWords({ measure, unit, bars }) {
	return `${measure}: ${bars.map(({ name, value }) => `${name} ${value === undefined ? "failed" : amount(value, unit)}`).join(", ")}.`;
}

/** Seconds and megabytes where there are thousands. */
function amount(value, unit) {
	const larger = { ms: "s", KB: "MB" }[unit];
	return larger && value >= 1000 ? figure(value / 1000, larger) : figure(value, unit);
}

function round(value) {
	return Number(value.toFixed(1));
}

function escaped(text) {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
