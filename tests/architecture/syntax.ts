// What a source file says, read from its syntax tree and not from its text, so that words in comments and
// strings are never taken for code.

import { parseAst } from "vitest/node";
import type { TreeFile } from "./tree.ts";

export interface SyntaxNode {
	type: string;
	start: number;
	[key: string]: unknown;
}

const trees = new WeakMap<TreeFile, SyntaxNode>();

export function parse(file: TreeFile): SyntaxNode {
	const known = trees.get(file);
	if (known) return known;
	const lang = file.path.endsWith(".tsx") ? "tsx" : /\.m?ts$/.test(file.path) ? "ts" : "js";
	const tree = parseAst(file.text, { lang }, file.path) as unknown as SyntaxNode;
	trees.set(file, tree);
	return tree;
}

export function statements(file: TreeFile): SyntaxNode[] {
	return parse(file)["body"] as SyntaxNode[];
}

/** Every node of the file, parents first. */
export function* nodes(node: SyntaxNode): Generator<SyntaxNode> {
	yield node;
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodes(child);
	}
}

function isNode(value: unknown): value is SyntaxNode {
	return typeof value === "object" && value !== null && typeof Reflect.get(value, "type") === "string";
}

export interface Import {
	specifier: string;
	/** Nothing of it is left when the types are taken away. */
	typesOnly: boolean;
	line: number;
}

const imports = new WeakMap<TreeFile, Import[]>();

/** Static and dynamic imports, re-exports, and `import("…")` in types. */
export function importsOf(file: TreeFile): Import[] {
	const known = imports.get(file);
	if (known) return known;
	const found: Import[] = [];
	for (const node of nodes(parse(file))) {
		const source = node["source"];
		if (!isNode(source) || typeof source["value"] !== "string" || !importing.has(node.type)) continue;
		found.push({ specifier: source["value"], typesOnly: isTypesOnly(node), line: lineOf(file, node) });
	}
	imports.set(file, found);
	return found;
}

const importing = new Set([
	"ImportDeclaration",
	"ExportNamedDeclaration",
	"ExportAllDeclaration",
	"ImportExpression",
	"TSImportType",
]);

function isTypesOnly(node: SyntaxNode): boolean {
	if (node.type === "TSImportType") return true;
	if (node["importKind"] === "type" || node["exportKind"] === "type") return true;
	const specifiers = (node["specifiers"] ?? []) as SyntaxNode[];
	return (
		specifiers.length > 0 &&
		specifiers.every((one) => one["importKind"] === "type" || one["exportKind"] === "type")
	);
}

export function lineOf({ text }: TreeFile, { start }: SyntaxNode): number {
	return text.slice(0, start).split("\n").length;
}

/** `@reins/broker/client` is of the package `@reins/broker`. */
export function packageName(specifier: string): string {
	return specifier
		.split("/")
		.slice(0, specifier.startsWith("@") ? 2 : 1)
		.join("/");
}
