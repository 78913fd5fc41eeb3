// Brings the packages of a directory outside of the workspaces from npm when they are first needed, at the pinned
// versions, running nothing of theirs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "./packages.mjs";
import { runStep } from "./step.mjs";

/** With `dev` also those that only development needs. */
export async function ensureOwnPackages(directory, title, out, { dev = false } = {}) {
	const { dependencies, devDependencies } = readJson(join(directory, "package.json"));
	const there = ([name, version]) =>
		readJson(join(directory, "node_modules", name, "package.json"))?.version === version.split("@").at(-1);
	if (Object.entries({ ...dependencies, ...(dev && devDependencies) }).every(there)) return;
	const { command, ...spawning } = npmCommand([
		...["install", "--no-save", "--prefix", directory, "--ignore-scripts", "--no-audit", "--no-fund"],
		...["--omit-lockfile-registry-resolved", dev ? "--include=dev" : "--omit=dev"],
	]);
	const next = `${title[0].toUpperCase()}${title.slice(1)} come from npm: check the network and npm's registry setting, then run this again.`;
	await runStep(`installing ${title}`, command, { cwd: directory, out, next, ...spawning });
}

function readJson(path) {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return undefined;
	}
}
