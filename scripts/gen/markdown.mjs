// The little Markdown that generated pages need.

export function page(title, source, ...parts) {
	const note = `<!-- Made by \`npm run gen\` from ${source}; changes by hand are lost. -->`;
	return `${[`# ${title}`, note, ...parts].join("\n\n")}\n`;
}

export function table(head, rows) {
	const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
	return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

function cell(text) {
	return String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
}

export function code(text) {
	return `\`${text}\``;
}
