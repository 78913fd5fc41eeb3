// Builds the extension with WXT, beside the folder where it is used, and then brings over what differs:
// a browser may be running from that folder. A process of its own, since WXT takes settings from the
// environment and draws on the terminal.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

process.env.NODE_ENV = "production";
const { build } = await import("wxt");

const root = fileURLToPath(new URL(".", import.meta.url));
const [folder, release] = process.argv.slice(2);
if (!folder || !release) throw new Error("Usage: build.mjs <folder> <release>");

/** The files of a folder, with their contents. */
function contents(directory) {
	let entries;
	try {
		entries = readdirSync(directory, { recursive: true, withFileTypes: true });
	} catch {
		return new Map();
	}
	return new Map(
		entries
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.map((path) => [relative(directory, path), readFileSync(path)]),
	);
}

/** New files come before those that refer to them, and old ones go last. */
function bringOver(made, target) {
	const had = contents(target);
	const isEntry = (name) => /^[^/\\]*$/.test(name);
	const order = [...made].sort(([a], [b]) => Number(isEntry(a)) - Number(isEntry(b)));
	for (const [name, bytes] of order) {
		if (had.get(name)?.equals(bytes)) continue;
		mkdirSync(dirname(join(target, name)), { recursive: true });
		writeFileSync(join(target, name), bytes);
	}
	for (const name of had.keys()) if (!made.has(name)) rmSync(join(target, name));
}

const place = join(root, ".output", String(process.pid));
try {
	await build({
		root,
		outDir: place,
		outDirTemplate: "extension",
		vite: () => ({ define: { REINS_RELEASE: JSON.stringify(release) } }),
	});
	const made = contents(join(place, "extension"));
	bringOver(made, resolve(folder));
	const bytes = [...made.values()].reduce((sum, file) => sum + file.length, 0);
	console.log(`extension  ${(bytes / 1024).toFixed(0)} KB in ${made.size} files`);
} finally {
	rmSync(place, { recursive: true, force: true });
}
