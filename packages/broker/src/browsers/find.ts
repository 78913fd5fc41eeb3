// Finds a browser to start. What a person named is used or refused, never silently replaced by another;
// only when nothing was named are the usual places tried.

import { accessSync, constants, statSync } from "node:fs";
import { ReinsError } from "@reins/protocol";
import { type BrowserKind, browserPlaces, type Environment } from "./browser-places.ts";

export interface FoundBrowser {
	path: string;
	kind: BrowserKind;
}

export interface FindOptions {
	/** The value of `--chrome-path`. */
	chromePath?: string | undefined;
	env: Environment;
	platform: NodeJS.Platform;
	/** Whether an executable file is there; for tests of other systems. */
	exists?: (path: string) => boolean;
}

export function findBrowser({
	chromePath,
	env,
	platform,
	exists = isExecutableFile,
}: FindOptions): FoundBrowser {
	const named = chromePath
		? { path: chromePath, by: "--chrome-path" }
		: { path: env["REINS_CHROME"] ?? "", by: "REINS_CHROME" };
	if (named.path) {
		if (exists(named.path)) return { path: named.path, kind: kindOf(named.path) };
		throw new ReinsError(
			"no_browser",
			`${named.path}, named by ${named.by}, is missing or is not an executable file.`,
			{
				hint: `Correct ${named.by}, or leave it out to use an installed browser.`,
				data: { looked: [named.path] },
			},
		);
	}
	const places = browserPlaces(platform, env);
	const found = places.find((place) => exists(place.path));
	if (found) return { path: found.path, kind: found.kind };
	const names = unique(places.map((place) => place.name)).join(", ");
	const roots = unique(places.map((place) => place.root)).join(", ");
	throw new ReinsError(
		"no_browser",
		`No Chrome, Chromium, Edge or Brave was found. Looked for ${names} in ${roots}.`,
		{ data: { looked: unique(places.map((place) => place.path)) } },
	);
}

function isExecutableFile(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

/** The maker, guessed from the path that a person gave; every unknown build is some Chromium. */
function kindOf(path: string): BrowserKind {
	const name = path.toLowerCase();
	if (name.includes("edge")) return "edge";
	if (name.includes("brave")) return "brave";
	if (name.includes("chromium")) return "chromium";
	return name.includes("chrome") ? "chrome" : "chromium";
}

function unique(values: readonly string[]): string[] {
	return [...new Set(values)];
}
