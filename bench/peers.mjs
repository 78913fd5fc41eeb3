// Brings the peers from npm when they are first needed, at the pinned versions, running nothing of theirs.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../scripts/bootstrap/packages.mjs";
import { runStep } from "../scripts/bootstrap/step.mjs";

export async function ensurePeers(peers, out) {
	const { dependencies } = readJson(join(peers, "package.json"));
	const there = ([name, version]) =>
		readJson(join(peers, "node_modules", name, "package.json"))?.version === version;
	if (Object.entries(dependencies).every(there)) return;
	const { command, ...spawning } = npmCommand([
		...["install", "--no-save", "--prefix", peers, "--ignore-scripts", "--no-audit", "--no-fund"],
		"--omit-lockfile-registry-resolved",
	]);
	const next = "The peers come from npm: check the network and npm's registry setting, then run this again.";
	await runStep("installing the peers", command, { cwd: peers, out, next, ...spawning });
}

function readJson(path) {
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return undefined;
	}
}
