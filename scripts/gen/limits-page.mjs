// docs/reference/limits.md: the numbers that bound the product, with the words that stand over them in the source.

import { code, page, table } from "./markdown.mjs";

const file = "packages/protocol/src/limits.ts";
const units = { SECOND: "s", KIB: "KiB", MIB: "MiB" };
const entry = /^\t(\w+): ([^\n]+),$/;
const comment = /^\t\/\*\* (.*) \*\/$/;

export function limitsPage({ limits, text }) {
	const read = readEntries(text(file));
	const rows = Object.entries(limits).map(([name, value]) => {
		const { expression, meaning } = read.get(name) ?? {};
		if (expression === undefined) throw new Error(`${file}: ${name} does not stand on a line of its own.`);
		return [code(name), inUnits(expression, value), meaning];
	});
	return page("Limits", file, "None of these can be configured.", table(["name", "value", "meaning"], rows));
}

function readEntries(source) {
	const found = new Map();
	let meaning = "";
	for (const line of source.split("\n")) {
		const [, name, expression] = entry.exec(line) ?? [];
		if (name) found.set(name, { expression, meaning });
		meaning = comment.exec(line)?.[1] ?? "";
	}
	return found;
}

/** `10 * 60 * SECOND` is 600 s; a plain number stays one. */
function inUnits(expression, value) {
	const unit = Object.keys(units).find((name) => expression.endsWith(` ${name}`));
	if (!unit) return value.toLocaleString("en-US");
	const factor = { SECOND: 1_000, KIB: 1_024, MIB: 1_024 * 1_024 }[unit];
	return `${(value / factor).toLocaleString("en-US")} ${units[unit]}`;
}
