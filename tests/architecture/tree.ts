// The files of the repository as data. Guards are functions over this list, so that a test can plant a
// violation in memory and see whether the guard notices.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export interface TreeFile {
	/** From the root, with forward slashes. */
	path: string;
	text: string;
}

/** Says what is wrong and where, one line a violation. */
export type Guard = (files: readonly TreeFile[]) => string[];

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Everything that is or would be in git; binary files have no text. */
export function readTree(): TreeFile[] {
	const files: TreeFile[] = [];
	for (const path of listPaths()) {
		const place = join(root, path);
		if (!existsSync(place) || !statSync(place).isFile()) continue;
		const text = readFileSync(place, "utf8");
		files.push({ path, text: text.includes("\0") ? "" : text });
	}
	return files;
}

function listPaths(): string[] {
	try {
		const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
			cwd: root,
			encoding: "utf8",
			maxBuffer: 64 * 1_024 * 1_024,
			stdio: ["ignore", "pipe", "ignore"],
		});
		return [...new Set(listed.split("\0").filter(Boolean))].sort();
	} catch {
		return walk(root).sort();
	}
}

const ignored = new Set([
	"node_modules",
	".git",
	"dist",
	".tsbuild",
	".reins",
	".wxt",
	".output",
	"generated",
	"coverage",
]);

/** For a copy of the sources without git. */
function walk(directory: string): string[] {
	return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
		if (ignored.has(entry.name) || entry.name.endsWith(".log")) return [];
		const place = join(directory, entry.name);
		return entry.isDirectory() ? walk(place) : [relative(root, place).split(sep).join("/")];
	});
}

/** The same tree with one file added or replaced. */
export function planted(files: readonly TreeFile[], plant: TreeFile): TreeFile[] {
	return [...files.filter(({ path }) => path !== plant.path), plant];
}

export function isCode({ path }: Pick<TreeFile, "path">): boolean {
	return /\.(ts|tsx|mts|js|mjs)$/.test(path) && !path.startsWith("bench/peers/");
}

/** Tests, measurements, and what only these use. */
export function isTest({ path }: Pick<TreeFile, "path">): boolean {
	return (
		/\.test\.ts$|(^|\/)test-support\.ts$/.test(path) || /^(tests|bench|packages\/[^/]+\/test)\//.test(path)
	);
}

/** The directory name of the package that a file belongs to. */
export function packageOf({ path }: Pick<TreeFile, "path">): string | undefined {
	return /^packages\/([^/]+)\//.exec(path)?.[1];
}

/** Code that ships: `packages/<name>/src`, without its tests. */
export function sourcesOf(files: readonly TreeFile[]): TreeFile[] {
	return files.filter((file) => isCode(file) && !isTest(file) && /^packages\/[^/]+\/src\//.test(file.path));
}

export interface Manifest {
	name: string;
	version?: string;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

export const dependencyFields = [
	"dependencies",
	"devDependencies",
	"peerDependencies",
	"optionalDependencies",
] as const;

export function textOf(files: readonly TreeFile[], path: string): string | undefined {
	return files.find((file) => file.path === path)?.text;
}

export function json<T>(files: readonly TreeFile[], path: string): T | undefined {
	const text = textOf(files, path);
	return text === undefined ? undefined : (JSON.parse(text) as T);
}

/** The packages by directory name, from the workspace itself. */
export function manifests(files: readonly TreeFile[]): Map<string, Manifest> {
	const found = new Map<string, Manifest>();
	for (const { path, text } of files) {
		const name = /^packages\/([^/]+)\/package\.json$/.exec(path)?.[1];
		if (name !== undefined) found.set(name, JSON.parse(text) as Manifest);
	}
	return found;
}

export function fileName(path: string): string {
	return posix.basename(path);
}
