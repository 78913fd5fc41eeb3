// Installs the packages, but only where what is installed is not what was asked for: an install on every
// start would take longer than everything else together.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { runStep } from "./step.mjs";

/** Says for what, and on which system, the packages were installed. */
const STAMP = "node_modules/.reins-packages";

/** Resolves to whether something was installed. */
export async function ensurePackages(root, out) {
	const asked = readAsked(root);
	const stamp = join(root, STAMP);
	const system = `${process.platform}-${process.arch}`;
	const wanted = `${system} ${createHash("sha256").update(JSON.stringify(asked)).digest("hex")}\n`;
	const found = readText(stamp);
	if (found === wanted) return false;
	// A person may have installed by hand; then npm's own record tells.
	const byHand = (found === "" || found.startsWith(`${system} `)) && isInstalled(root, asked);
	if (!byHand) await install(root, asked, out);
	note(stamp, wanted);
	return !byHand;
}

/** A checkout of somebody else's has its packages all the same; they are looked at again the next time. */
function note(stamp, wanted) {
	try {
		writeFileSync(stamp, wanted);
	} catch {
		// Nothing is lost but the time of that look.
	}
}

/** npm with these words; the npm that runs us where there is one, since Windows starts no `npm` without a shell. */
export function npmCommand(words) {
	const running = process.env.npm_execpath ?? "";
	if (/^npm-cli\.c?js$/.test(basename(running))) return { command: [process.execPath, running, ...words] };
	return { command: ["npm", ...words], shell: process.platform === "win32" };
}

async function install(root, asked, out) {
	// `npm ci` refuses a lock that lacks anything, were it only a binary for another system; `npm install`
	// takes what the lock has. It must not write: a start leaves the checkout as it was.
	const words = lockFits(asked) ? ["ci"] : ["install", "--no-save"];
	// The build tools are development packages, which NODE_ENV=production would leave out.
	const flags = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
	const { command, ...spawning } = npmCommand([...words, ...flags]);
	const next = "Check the network and npm's registry setting (npm config get registry), then run this again.";
	await runStep(`installing packages (npm ${words[0]})`, command, { cwd: root, out, next, ...spawning });
}

/** The lock, and what each package.json of the workspace depends on. */
function readAsked(root) {
	const places = readdirSync(join(root, "packages")).map((name) => `packages/${name}`);
	const manifests = ["", ...places]
		.filter((place) => existsSync(join(root, place, "package.json")))
		.map((place) => [place, needs(JSON.parse(readText(join(root, place, "package.json"))))]);
	const lock = readText(join(root, "package-lock.json"));
	return { manifests, lock: lock ? JSON.parse(lock).packages : {} };
}

function needs({ dependencies, devDependencies, optionalDependencies, peerDependencies }) {
	return { dependencies, devDependencies, optionalDependencies, peerDependencies };
}

/** Whether the lock was made for these manifests. */
function lockIsCurrent({ manifests, lock }) {
	return manifests.every(([place, wanted]) => {
		return lock[place] !== undefined && sorted(needs(lock[place])) === sorted(wanted);
	});
}

/** Whether it also has a place for everything that its packages name. */
function lockFits({ manifests, lock }) {
	const has = (place, name) => {
		const inside = `${place}${place && "/"}node_modules/${name}`;
		if (lock[inside]) return true;
		return place !== "" && has(place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/"))), name);
	};
	return (
		lockIsCurrent({ manifests, lock }) &&
		Object.entries(lock).every(([place, { dependencies, optionalDependencies }]) => {
			return Object.keys({ ...dependencies, ...optionalDependencies }).every((name) => has(place, name));
		})
	);
}

/** Whether npm's record of node_modules has every package of the lock, each in its version. */
function isInstalled(root, { manifests, lock }) {
	const record = readText(join(root, "node_modules/.package-lock.json"));
	if (!record || !lockIsCurrent({ manifests, lock })) return false;
	const installed = JSON.parse(record).packages;
	return Object.entries(lock).every(([place, { version, optional }]) => {
		return place === "" || (installed[place] ? installed[place].version === version : optional);
	});
}

function sorted(fields) {
	return JSON.stringify(Object.values(fields).map((names) => Object.entries(names ?? {}).sort()));
}

function readText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
