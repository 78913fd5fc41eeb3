// The unpacked extension in its stable folder. Browsers remember an unpacked extension by its path, so that the
// path must outlive every update of the package that it came from.

import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newId, ReinsError } from "@reins/protocol";
import type { Places } from "../places/places.ts";
import { preparePlaces } from "../places/private-directory.ts";
import { launcherPath } from "./launcher.ts";
import { isThere } from "./own-files.ts";
import { addToRecord } from "./record.ts";

interface PlacedExtension {
	folder: string;
	/** False where the same files were there already. */
	changed: boolean;
}

function extensionFolder(places: Places): string {
	return join(places.home, "extension");
}

/** Throws where a build has no extension in it. */
export function requireExtension(source: string): void {
	if (!existsSync(join(source, "manifest.json"))) {
		throw new ReinsError("extension_missing", `This build of Reins has no extension in it: ${source}`, {
			hint: "In a checkout run `npm run build`; else install Reins again.",
		});
	}
}

/** Copies the build in `source` to its folder, which is exchanged as a whole. */
export function placeExtension(places: Places, source: string, platform: NodeJS.Platform): PlacedExtension {
	requireExtension(source);
	preparePlaces(places);
	const folder = extensionFolder(places);
	const changed = !sameFiles(source, folder);
	if (changed) exchange(source, folder);
	addToRecord(places, { launcher: launcherPath(places.home, platform), extension: folder });
	return { folder, changed };
}

function exchange(source: string, folder: string): void {
	const mark = newId("x");
	const fresh = `${folder}.new-${mark}`;
	const old = `${folder}.old-${mark}`;
	try {
		cpSync(source, fresh, { recursive: true, errorOnExist: true, force: false });
		if (isThere(folder)) renameSync(folder, old);
		renameSync(fresh, folder);
	} catch (error) {
		if (!isThere(folder) && isThere(old)) renameSync(old, folder);
		throw new ReinsError("unsafe_directory", `${folder} cannot be written: ${(error as Error).message}`, {
			hint: "Make room and make the directory writable for yourself, then try again.",
		});
	} finally {
		for (const rest of [fresh, old]) rmSync(rest, { recursive: true, force: true });
	}
}

// A browser that runs the extension reads its files when it needs them: what is equal is not touched.
function sameFiles(source: string, folder: string): boolean {
	try {
		const names = filesIn(source);
		if (names.join("\n") !== filesIn(folder).join("\n")) return false;
		return names.every((name) => readFileSync(join(source, name)).equals(readFileSync(join(folder, name))));
	} catch {
		return false;
	}
}

function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => !entry.isDirectory())
		.map((entry) =>
			join(entry.parentPath, entry.name)
				.slice(folder.length)
				.replace(/^[/\\]+/, ""),
		)
		.sort();
}
