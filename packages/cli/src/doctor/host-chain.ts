// The first links to the person's own browser: the manifest by which it knows our host, and the launcher that the
// manifest names. All of it is files, and nearly all of it can be written anew.

import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import {
	extensionOrigin,
	type HostPlace,
	type HostView,
	type LauncherParts,
	readLauncher,
	repairLauncher,
	repairManifest,
	viewHosts,
	whyBoxed,
} from "@reins/broker";
import { extensionId, hostName } from "@reins/protocol";
import type { Doctor } from "./context.ts";
import type { Check, Verdict } from "./finding.ts";

type Installed = HostPlace & { manifest: NonNullable<HostPlace["manifest"]> };

const writesAnew = "reins doctor --fix writes it anew";

export function hostChain(doctor: Doctor): Check[] {
	return [
		{ check: "host manifest", run: async () => judgeManifests(doctor) },
		{ check: "launcher", run: async () => judgeLauncher(doctor) },
	];
}

/** Nothing was ever installed: who only uses managed browsers needs no more than a word about it. */
export function isSetUp(doctor: Doctor): boolean {
	const { places, system } = look(doctor);
	return system.length > 0 || places.some(({ manifest, expected }) => manifest !== undefined || expected);
}

export const notSetUp: Verdict = {
	name: "not_set_up",
	state: "note",
	detail: "your own browser is not set up",
	fix: "To let agents use it, run: reins install",
};

/** Browsers whose box keeps every host out. */
export function boxedBrowsers(doctor: Doctor): Verdict[] {
	return look(doctor).boxed.map(({ title, sandboxed = "" }) => ({
		name: "sandboxed_browser",
		state: "note",
		detail: `${title} cannot be used: ${whyBoxed(sandboxed)}`,
		fix: "Install the browser from its maker's own package instead.",
	}));
}

function look({ system, userDataDir, administrators }: Doctor): HostView {
	return viewHosts(system, userDataDir, administrators);
}

function judgeManifests(doctor: Doctor): Verdict[] {
	const view = look(doctor);
	const problem =
		view.places.map((place) => judgePlace(doctor, view, place)).find((verdict) => verdict !== undefined) ??
		judgeOneHost(doctor, view);
	if (problem) return [problem];
	const installed = view.places.filter(isInstalled);
	const names = installed.map(({ browser }) => browser.title);
	const without = view.places.filter((place) => !isInstalled(place));
	return [
		{ detail: names.length > 0 ? `for ${names.join(", ")}` : `for all users: ${view.system[0]?.file}` },
		...without.map(({ browser }): Verdict => {
			const fix = `Run: reins install --browser ${browser.name}`;
			return { name: "browser_without_host", state: "note", detail: `${browser.title} has none`, fix };
		}),
	];
}

function isInstalled(place: HostPlace): place is Installed {
	return place.manifest !== undefined;
}

function judgePlace(doctor: Doctor, view: HostView, place: HostPlace): Verdict | undefined {
	const { browser, file, manifest, expected } = place;
	const repair = () => `wrote ${repairManifest(doctor.system, browser)}`;
	const broken = (name: string, detail: string): Verdict => ({
		name,
		state: "broken",
		detail,
		fix: `Run: reins install, or ${writesAnew}`,
		repair,
	});
	if (!manifest)
		return expected
			? broken("no_manifest", `there is no ${file}, so ${browser.title} does not know Reins`)
			: undefined;
	if (manifest.name !== hostName) return broken("bad_manifest", `${file} is not a manifest of ${hostName}`);
	if (!manifest.allowedOrigins.includes(extensionOrigin)) {
		const said = manifest.allowedOrigins.join(", ") || "nobody";
		return broken("wrong_id", `${file} lets ${said} in, not the extension ${extensionId}`);
	}
	if (manifest.path !== view.launcher && !existsSync(manifest.path))
		return broken("launcher_missing", `${file} names ${manifest.path || "no launcher"}, which is not there`);
	return undefined;
}

/** A browser takes the first manifest that it finds: two that differ are two answers to one question. */
function judgeOneHost({ system }: Doctor, view: HostView): Verdict | undefined {
	const named = [
		...view.places.filter(isInstalled).map(({ file, manifest }) => ({ file, path: manifest.path })),
		...view.system.map(({ file, manifest }) => ({ file, path: manifest.path })),
	];
	const paths = [...new Set(named.map(({ path }) => path))];
	const other = named.find(({ path }) => path !== view.launcher);
	if (!other) return undefined;
	if (paths.length > 1) {
		const list = named.map(({ file, path }) => `${file} names ${path}`).join("; ");
		return {
			name: "two_hosts",
			state: "broken",
			detail: `there are two hosts under one name: ${list}`,
			fix: `Keep one: remove ${other.file}, or run reins install to make it name ${view.launcher}`,
		};
	}
	const home = partsOf(other.path, system.around.platform)?.home;
	if (home === system.places.home) return undefined;
	return {
		name: "other_host",
		state: "broken",
		detail: `${other.file} names ${other.path}, ${home ? `which belongs to REINS_HOME=${home}` : "which is not of Reins"}`,
		fix: `${home ? `Set REINS_HOME=${home}, or run` : "Run"} reins install to use ${system.places.home}`,
	};
}

function judgeLauncher(doctor: Doctor): Verdict {
	const { system, program } = doctor;
	const view = look(doctor);
	const file = view.places.find(isInstalled)?.manifest.path ?? view.system[0]?.manifest.path ?? view.launcher;
	const broken = (name: string, detail: string): Verdict => ({
		name,
		state: "broken",
		detail,
		...(file === view.launcher
			? {
					fix: `Run: reins install, or ${writesAnew}`,
					repair: () => `wrote ${repairLauncher(system, program)}`,
				}
			: { fix: "Ask whoever installed it for all users." }),
	});
	if (!existsSync(file)) return broken("launcher_missing", `there is no ${file}`);
	if (!isExecutable(file)) return broken("launcher_not_executable", `${file} may not be executed`);
	const parts = partsOf(file, system.around.platform);
	if (!parts) return broken("launcher_changed", `${file} is not as Reins wrote it`);
	if (parts.home !== system.places.home)
		return broken(
			"launcher_other_home",
			`${file} is for REINS_HOME=${parts.home}, not ${system.places.home}`,
		);
	if (!isExecutable(parts.node))
		return broken("node_moved", `${file} starts ${parts.node}, which is not there`);
	if (!existsSync(parts.program))
		return broken("program_moved", `${file} starts ${parts.program}, which is not there`);
	if (isWritableByOthers(file) || isWritableByOthers(dirname(file)))
		return broken("launcher_open", `${file} can be changed by other users`);
	return { detail: `${file}, with ${parts.node}` };
}

function partsOf(file: string, platform: NodeJS.Platform): LauncherParts | undefined {
	try {
		return readLauncher(file, platform);
	} catch {
		return undefined;
	}
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}

function isWritableByOthers(file: string): boolean {
	return process.platform !== "win32" && (statSync(file).mode & 0o022) !== 0;
}
