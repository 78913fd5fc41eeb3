// A source file without one of its guards: the body of the function is exchanged, and nothing else. What is not found
// is an error, so that the list cannot go on naming a check that is no longer there.

import { parseAst } from "vitest/node";
import { nodes, type SyntaxNode } from "../architecture/syntax.ts";
import type { Guard } from "./guard.ts";

const TAG = /^\s*\/\/ @guard ([a-z0-9-]+)$/;

export function takeOut(text: string, guard: Guard): string {
	const { body } = findCheck(text, guard);
	return `${text.slice(0, body.start)}{ ${guard.gone} }${text.slice(body.end)}`;
}

/** Names of the guards that a source file has, by its own words. */
export function taggedIn(text: string): string[] {
	return text.split("\n").flatMap((line) => TAG.exec(line)?.[1] ?? []);
}

interface Spanned extends SyntaxNode {
	end: number;
}

/** The function of a guard, by its name and the line above it. */
function findCheck(text: string, { name, file, check }: Guard): { body: Spanned } {
	const tree = parseAst(text, { lang: "ts" }, file) as unknown as SyntaxNode;
	const found = [...functions(tree)].filter((one) => one.name === check);
	const [only] = found;
	if (found.length !== 1 || !only)
		throw new Error(`${name}: ${file} has ${found.length} functions ${check}.`);
	const above = text.slice(0, only.start).trimEnd().split("\n").at(-1) ?? "";
	if (TAG.exec(above)?.[1] !== name)
		throw new Error(`${name}: no line "// @guard ${name}" is above ${check}.`);
	return only;
}

interface Found {
	name: string;
	start: number;
	body: Spanned;
}

/** Functions of a module, and methods as `Class.method`. */
function* functions(tree: SyntaxNode): Generator<Found> {
	for (const statement of tree["body"] as SyntaxNode[]) {
		const declared = (statement["declaration"] ?? statement) as SyntaxNode;
		for (const node of declared.type === "VariableDeclaration"
			? (declared["declarations"] as SyntaxNode[])
			: [declared]) {
			const body = bodyOf(node);
			if (body) yield { name: nameOf(node["id"]), start: statement.start, body };
			if (node.type === "ClassDeclaration") yield* methods(node);
		}
	}
}

function* methods(node: SyntaxNode): Generator<Found> {
	for (const member of nodes(node["body"] as SyntaxNode)) {
		if (member.type !== "MethodDefinition" && member.type !== "PropertyDefinition") continue;
		const body = bodyOf(member);
		if (body) yield { name: `${nameOf(node["id"])}.${nameOf(member["key"])}`, start: member.start, body };
	}
}

/** Of a function, a method, or what is set to an arrow function. */
function bodyOf(node: SyntaxNode): Spanned | undefined {
	const value = (node["init"] ?? node["value"] ?? node) as SyntaxNode;
	const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type);
	return isFunction ? ((value["body"] as Spanned | null) ?? undefined) : undefined;
}

function nameOf(node: unknown): string {
	const { type, name = "" } = node as { type: string; name?: string };
	return type === "PrivateIdentifier" ? `#${name}` : name;
}
