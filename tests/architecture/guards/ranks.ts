// The table of ranks, the workspace and the manifests must tell the same story, and imports must follow it.

import { type Leave, type Row, rankPage, readRanks } from "../ranks.ts";
import { importsOf, packageName } from "../syntax.ts";
import {
	dependencyFields,
	type Guard,
	json,
	type Manifest,
	manifests,
	packageOf,
	sourcesOf,
	type TreeFile,
} from "../tree.ts";

const scope = "@reins/";

/** Every package has a row, every row a package. */
export const everyPackageHasARank: Guard = (files) => {
	const rows = readRanks(files).map(({ name }) => name);
	const packages = [...manifests(files).keys()];
	return [
		...packages
			.filter((name) => !rows.includes(name))
			.map((name) => `packages/${name} has no row in ${rankPage}`),
		...rows
			.filter((name) => !packages.includes(name))
			.map((name) => `${rankPage} has a row for "${name}", which is no package`),
		...rows
			.filter((name, index) => rows.indexOf(name) !== index)
			.map((name) => `${rankPage} has two rows for "${name}"`),
	];
};

/** What the table lets a package import lies below it. Types may come from the same rank. */
export const ranksPointDown: Guard = (files) => {
	const rows = readRanks(files);
	const rankOf = new Map(rows.map(({ name, rank }) => [name, rank]));
	return rows.flatMap(({ name, rank, mayImport }) =>
		[...(mayImport ?? [])].flatMap(([other, leave]) => {
			const below = rankOf.get(other);
			if (below === undefined || rank === undefined)
				return [`${name} may not depend on ${other}: one of them has no rank`];
			const fine = leave === "types" ? below <= rank : below < rank;
			return fine ? [] : [`${name} (rank ${rank}) may not import ${other} (rank ${below})`];
		}),
	);
};

/** The manifests declare exactly what the table allows. */
export const manifestsFollowTheTable: Guard = (files) => {
	const found = manifests(files);
	return readRanks(files).flatMap(({ name, mayImport }) => {
		const manifest = found.get(name);
		if (!manifest || !mayImport) return [];
		const declared = workspaceDependencies(manifest);
		const allowed = [...mayImport.keys()];
		return [
			...declared
				.filter((other) => !allowed.includes(other))
				.map(
					(other) => `packages/${name}/package.json depends on ${other}, which ${rankPage} does not allow`,
				),
			...allowed
				.filter((other) => !declared.includes(other))
				.map((other) => `${rankPage} lets ${name} import ${other}, which its package.json does not declare`),
		];
	});
};

/** What the compiler builds first is what the package depends on, and the root builds every package. */
export const referencesFollowTheManifests: Guard = (files) => {
	const wrong: string[] = [];
	const atRoot = references(files, "tsconfig.json").map((path) => path.replace(/^packages\//, ""));
	for (const [name, manifest] of manifests(files)) {
		if (!atRoot.includes(name)) wrong.push(`tsconfig.json has no reference to packages/${name}`);
		const path = `packages/${name}/tsconfig.json`;
		const referred = references(files, path).map((reference) => reference.replace(/^\.\.\//, ""));
		const declared = workspaceDependencies(manifest);
		for (const other of declared)
			if (!referred.includes(other)) wrong.push(`${path} has no reference to ${other}`);
		for (const other of referred)
			if (!declared.includes(other)) wrong.push(`${path} refers to ${other}, which is not a dependency`);
	}
	return wrong;
};

/** Imports between packages keep to the table: types where it says types, an entry where it names one. */
export const importsKeepToTheTable: Guard = (files) => {
	const rows = new Map(readRanks(files).map((row) => [row.name, row]));
	return sourcesOf(files).flatMap((file) => {
		const row = rows.get(packageOf(file) ?? "");
		return row ? judgeImports(file, row) : [];
	});
};

function judgeImports(file: TreeFile, { name, mayImport }: Row): string[] {
	if (!mayImport) return [];
	return importsOf(file)
		.filter(({ specifier }) => specifier.startsWith(scope))
		.flatMap(({ specifier, typesOnly, line }) => {
			const other = packageName(specifier).slice(scope.length);
			const problem = judge(other, specifier, typesOnly, mayImport.get(other));
			return problem ? [`${file.path}:${line}: ${name} ${problem}`] : [];
		});
}

function judge(other: string, specifier: string, typesOnly: boolean, leave: Leave | undefined) {
	if (leave === undefined) return `may not import ${other}`;
	if (leave === "types") return typesOnly ? undefined : `may import only types of ${other}`;
	if (leave === "all" || specifier === `${scope}${other}/${leave.entry}`) return undefined;
	return `may import ${scope}${other}/${leave.entry} only, not ${specifier}`;
}

/** Dependencies on packages of this workspace, by directory name. What tests are made with is not among them. */
function workspaceDependencies(manifest: Manifest): string[] {
	const names = dependencyFields.flatMap((field) => Object.keys(manifest[field] ?? {}));
	return names
		.filter((name) => name.startsWith(scope))
		.map((name) => name.slice(scope.length))
		.filter((name) => name !== "testkit");
}

function references(files: readonly TreeFile[], path: string): string[] {
	const config = json<{ references?: { path: string }[] }>(files, path);
	return (config?.references ?? []).map((reference) => reference.path.replace(/\/$/, ""));
}
