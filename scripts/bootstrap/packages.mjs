// Installs the packages, but only where what is installed is not what the lock names: an `npm ci` on every
// start would take longer than everything else together.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runStep, StepFailed } from "./step.mjs";

/** Says for which lock, on which system, the packages were installed. */
const STAMP = "node_modules/.reins-packages";

/** Resolves to whether something was installed. */
export async function ensurePackages(root, out) {
	const stamp = join(root, STAMP);
	if (readText(stamp) === wantedStamp(root)) return false;
	// A person may have installed by hand; then npm's own record tells.
	if (!existsSync(stamp) && installedFitsLock(root)) {
		writeFileSync(stamp, wantedStamp(root));
		return false;
	}
	await install(root, out);
	writeFileSync(stamp, wantedStamp(root));
	return true;
}

/** npm with these words; the npm that runs us where there is one, since Windows starts no `npm` without a shell. */
export function npmCommand(words) {
	const running = process.env.npm_execpath ?? "";
	if (/^npm-cli\.c?js$/.test(basename(running))) return { command: [process.execPath, running, ...words] };
	return { command: ["npm", ...words], shell: process.platform === "win32" };
}

async function install(root, out) {
	// The build tools are development packages, which NODE_ENV=production would leave out.
	const flags = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
	const npm = (word) => {
		const { command, ...spawning } = npmCommand([word, ...flags]);
		const next =
			"Check the network and npm's registry setting (npm config get registry), then run this again.";
		return runStep(`installing packages (npm ${word})`, command, { cwd: root, out, next, ...spawning });
	};
	if (!existsSync(join(root, "package-lock.json"))) return npm("install");
	try {
		await npm("ci");
	} catch (error) {
		if (!(error instanceof StepFailed && error.output.includes("EUSAGE"))) throw error;
		out.write("package-lock.json does not fit package.json: installing anew, which changes the lock\n");
		await npm("install");
	}
}

function wantedStamp(root) {
	const lock = readText(join(root, "package-lock.json"));
	return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** Whether npm's record of node_modules has every package of the lock, and none in another version. */
function installedFitsLock(root) {
	const record = readText(join(root, "node_modules/.package-lock.json"));
	const lock = readText(join(root, "package-lock.json"));
	if (!record || !lock) return false;
	const installed = JSON.parse(record).packages;
	const wanted = Object.entries(JSON.parse(lock).packages).filter(([place]) => place !== "");
	return wanted.every(([place, { version, optional }]) => {
		return installed[place] ? installed[place].version === version : optional;
	});
}

function readText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
