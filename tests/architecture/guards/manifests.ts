// What package.json files and the lockfile promise: one version, exact pins, no registry of anybody's own.

import { dependencyFields, fileName, type Guard, json, type Manifest } from "../tree.ts";

/** A package may stand under another name, beside another version of itself. */
const exact = /^(npm:[@a-z0-9/.-]+@)?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

export const pinsAreExact: Guard = (files) =>
	files
		.filter(({ path }) => fileName(path) === "package.json")
		.flatMap(({ path, text }) => {
			const manifest = JSON.parse(text) as Manifest;
			return dependencyFields.flatMap((field) =>
				Object.entries(manifest[field] ?? {})
					.filter(([, version]) => !exact.test(version))
					.map(([name, version]) => `${path}: ${field}.${name} is "${version}", not one exact version`),
			);
		});

/** The root says it, all repeat it. */
export const oneVersion: Guard = (files) => {
	const version = json<Manifest>(files, "package.json")?.version;
	if (!version) return ["package.json has no version"];
	return files
		.filter(({ path }) => /^packages\/[^/]+\/package\.json$/.test(path))
		.flatMap(({ path, text }) => {
			const manifest = JSON.parse(text) as Manifest;
			const wrong = manifest.version === version ? [] : [`${path} has version ${manifest.version}`];
			for (const field of dependencyFields) {
				for (const [name, pin] of Object.entries(manifest[field] ?? {})) {
					if (name.startsWith("@reins/") && pin !== version)
						wrong.push(`${path}: ${name} is pinned to ${pin}`);
				}
			}
			return wrong.map((problem) => `${problem}, the workspace has ${version}`);
		});
};

interface Lockfile {
	packages?: Record<string, { resolved?: string; version?: string }>;
}

/** `resolved` names the registry of whoever installed last; links into the workspace have it too. */
export const lockfileNamesNoRegistry: Guard = (files) => {
	if (!json<Lockfile>(files, "package-lock.json")?.packages)
		return ["package-lock.json is missing or has no packages"];
	return files
		.filter(({ path }) => fileName(path) === "package-lock.json")
		.flatMap(({ path, text }) =>
			Object.entries((JSON.parse(text) as Lockfile).packages ?? {})
				.filter(([, { resolved }]) => resolved !== undefined && !/^packages\/[a-z-]+$/.test(resolved))
				.map(([name, { resolved }]) => `${path}: ${name} is resolved to ${resolved}`),
		);
};
