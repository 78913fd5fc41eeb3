// Where imports lead: to what is declared, never out of the package by a path, never from the product to
// what only tests use.

import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { importsOf, packageName } from "../syntax.ts";
import {
	dependencyFields,
	type Guard,
	isCode,
	isTest,
	type Manifest,
	manifests,
	packageOf,
	sourcesOf,
} from "../tree.ts";

/** A package that is found only because another one installed it is gone one day. */
export const importsAreDeclared: Guard = (files) => {
	const found = manifests(files);
	return sourcesOf(files).flatMap((file) => {
		const home = packageOf(file) ?? "";
		const declared = declaredBy(found.get(home));
		return importsOf(file)
			.filter(({ specifier }) => !specifier.startsWith(".") && !isBuiltin(specifier))
			.filter(({ specifier }) => !declared.has(packageName(specifier)))
			.map(({ specifier, line }) => {
				return `${file.path}:${line}: ${packageName(specifier)} is not declared in packages/${home}/package.json`;
			});
	});
};

/** Another package is reached by its name, and so through what it exports. */
export const pathsStayInside: Guard = (files) =>
	files
		.filter((file) => isCode(file) && packageOf(file) !== undefined)
		.flatMap((file) => {
			const home = `packages/${packageOf(file)}/`;
			return importsOf(file)
				.filter(({ specifier }) => specifier.startsWith("."))
				.filter(({ specifier }) => !posix.join(posix.dirname(file.path), specifier).startsWith(home))
				.map(({ specifier, line }) => `${file.path}:${line}: ${specifier} leads out of ${home}`);
		});

export const productImportsNoTests: Guard = (files) =>
	files
		.filter((file) => isCode(file) && !isTest(file) && (packageOf(file) ?? "testkit") !== "testkit")
		.flatMap((file) =>
			importsOf(file)
				.filter(({ specifier }) => {
					if (!specifier.startsWith(".")) return packageName(specifier) === "@reins/testkit";
					return isTest({ path: posix.join(posix.dirname(file.path), specifier) });
				})
				.map(({ specifier, line }) => `${file.path}:${line}: ${specifier} is for tests only`),
		);

function declaredBy(manifest: Manifest | undefined): Set<string> {
	return new Set(dependencyFields.flatMap((field) => Object.keys(manifest?.[field] ?? {})));
}
