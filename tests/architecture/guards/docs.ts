// Pages that people write must not speak of what is gone, nor leave out what the generated pages have.

import { posix } from "node:path";
import { fileName, type Guard, type TreeFile, textOf } from "../tree.ts";

/** Written by hand; the generated pages are compared with the sources by `npm run gen -- --check`. */
function isPage({ path }: TreeFile): boolean {
	return path.endsWith(".md") && !path.startsWith("docs/reference/");
}

/** Links lead to files, and paths in backticks are those of files or folders. */
export const pagesNameWhatExists: Guard = (files) => {
	const places = new Set<string>();
	for (const { path } of files) {
		for (let place = path; place !== "."; place = posix.dirname(place)) places.add(place);
	}
	const names = new Set(files.map(({ path }) => fileName(path)));
	return files.filter(isPage).flatMap(({ path, text }) => {
		const prose = text.replace(/^```[\s\S]*?^```/gm, "");
		const linked = [...prose.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
			.map(([, target = ""]) => posix.join(posix.dirname(path), target).replace(/\/$/, ""))
			.filter((target) => !places.has(target));
		const spans = [...prose.matchAll(/`([\w@./-]+)`/g)].map(([, span = ""]) => span.replace(/\/$/, ""));
		const paths = spans
			.filter((span) => /^(packages|tests|scripts|docs|contracts|types|bench)\//.test(span))
			.filter((span) => !places.has(span));
		const short = spans.filter((span) => /^\w[\w.-]*\.(ts|mjs)$/.test(span) && !names.has(span));
		return [...linked, ...paths, ...short].map((place) => `${path} speaks of ${place}, which does not exist`);
	});
};

/** A newcomer reads the README: every tool and every option of `reins mcp` is in it. */
export const readmeIsComplete: Guard = (files) => {
	const readme = textOf(files, "README.md") ?? "";
	const tools = headings(textOf(files, "docs/reference/tools.md") ?? "");
	const help = textOf(files, "docs/reference/cli.md")?.split("## reins mcp")[1]?.split("\n## ")[0] ?? "";
	const options = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option = ""]) => option);
	if (tools.length === 0 || options.length === 0) return ["the generated reference pages are missing"];
	return [...tools, ...options]
		.filter((name) => !new RegExp(`\`${name}[\` ]`).test(readme))
		.map((name) => `README.md does not mention ${name}`);
};

function headings(page: string): string[] {
	return [...page.matchAll(/^## (\S+)$/gm)].map(([, name = ""]) => name);
}

/** What a coding agent reads before every task has to be short. */
export const agentsPageIsShort: Guard = (files) => {
	const lines = (textOf(files, "AGENTS.md") ?? "").split("\n").length - 1;
	return lines > 0 && lines <= 60 ? [] : [`AGENTS.md has ${lines} lines, at most 60`];
};
