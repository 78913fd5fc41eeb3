// The shape of a source file: short, named for what it does, opened by the reason why it is there.

import { lineOf, nodes, parse, type SyntaxNode, statements } from "../syntax.ts";
import { fileName, type Guard, isCode, isTest, sourcesOf, type TreeFile } from "../tree.ts";

const sourceLines = 400;
const testLines = 600;

/** Past this length a file does two things. */
export const filesAreShort: Guard = (files) =>
	files.filter(isCode).flatMap((file) => {
		const lines = file.text.split("\n").length - 1;
		const limit = isTest(file) ? testLines : sourceLines;
		return lines > limit ? [`${file.path} has ${lines} lines, at most ${limit}`] : [];
	});

const sayNothing = new Set(["util", "utils", "helper", "helpers", "common", "misc", "shared"]);
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;

export const namesAreKebabCase: Guard = (files) =>
	files.filter(isCode).flatMap(({ path }) => {
		const stem = fileName(path).replace(/(\.(test|d|config))?\.(ts|tsx|mts|js|mjs)$/, "");
		const folders = path.split("/").slice(0, -1);
		return [...folders, stem].flatMap((name) => {
			if (sayNothing.has(name)) return [`${path}: the name "${name}" says nothing`];
			return kebab.test(name.replace(/^\./, "")) ? [] : [`${path}: "${name}" is not kebab-case`];
		});
	});

/** Why the file exists, in the first line. An index only lists, and a test tells by its names. */
export const filesHaveAHeader: Guard = (files) =>
	files
		.filter((file) => isCode(file) && /^(packages\/[^/]+\/(src|test)|scripts|tests|types)\//.test(file.path))
		.filter(({ path }) => fileName(path) !== "index.ts" && !path.endsWith(".test.ts"))
		.filter(({ text }) => !/^(#!.*\n)?(\/\/ (?!biome-|@ts-)\S|\/\*\*?\s)/.test(text))
		.map(({ path }) => `${path} does not start with a comment that says why it is there`);

/** WXT takes an entry of the extension by its default export. */
const entries = /^packages\/extension\/src\/entrypoints\//;

/** Only an index re-exports, by name, and it does nothing else. */
export const onlyIndexesReExport: Guard = (files) =>
	sourcesOf(files).flatMap((file) => {
		const isIndex = fileName(file.path) === "index.ts";
		return statements(file).flatMap((node) => {
			if (node.type === "ExportDefaultDeclaration" && entries.test(file.path)) return [];
			const problem = judgeExport(node, isIndex);
			return problem ? [`${file.path}:${lineOf(file, node)}: ${problem}`] : [];
		});
	});

function judgeExport(node: SyntaxNode, isIndex: boolean): string | undefined {
	if (node.type === "ExportAllDeclaration") return "export * hides what is exported";
	if (node.type === "ExportDefaultDeclaration") return "exports have names";
	const reExports = node.type === "ExportNamedDeclaration" && node["source"] !== null;
	if (isIndex) return reExports ? undefined : "an index only re-exports";
	return reExports ? "only an index re-exports" : undefined;
}

export const typesAreHonest: Guard = (files) =>
	files
		.filter(({ path }) => /\.m?tsx?$/.test(path))
		.flatMap((file) => [...anyTypes(file), ...silenced(file)]);

function anyTypes(file: TreeFile): string[] {
	return [...nodes(parse(file))]
		.filter(({ type }) => type === "TSAnyKeyword")
		.map((node) => `${file.path}:${lineOf(file, node)}: any; write unknown and look at the value`);
}

/** A comment that switches the compiler off stands at the start of its line. */
function silenced({ path, text }: TreeFile): string[] {
	return text
		.split("\n")
		.flatMap((line, index) =>
			/^\s*(\/\/|\/\*+|\{\/\*)\s*@ts-(ignore|nocheck)/.test(line)
				? [`${path}:${index + 1}: the compiler is switched off`]
				: [],
		);
}
