// The program that the browser starts. Browsers hand down a poor environment, often without the PATH in which
// Node is found, so that everything is written in: Node, our program, and REINS_HOME.

import { readFileSync } from "node:fs";
import { posix, win32 } from "node:path";
import { ReinsError } from "@reins/protocol";

export interface LauncherParts {
	/** The absolute path of Node. */
	node: string;
	/** The absolute path of reins.js. */
	program: string;
	home: string;
}

const QUOTED = /'((?:[^']|'\\'')*)'/.source;
const SHELL = new RegExp(
	`^REINS_HOME=${QUOTED}\nexport REINS_HOME\nexec ${QUOTED} ${QUOTED} shim "\\$@"\n$`,
	"m",
);
const BATCH = /^@set "REINS_HOME=(.*)"\r\n@"(.*)" "(.*)" shim %\*\r\n$/m;

export function launcherPath(home: string, platform: NodeJS.Platform): string {
	if (platform === "win32") return win32.join(home, "host", "reins-host.bat");
	return posix.join(home, "host", "reins-host");
}

export function launcherText(parts: LauncherParts, platform: NodeJS.Platform): string {
	return platform === "win32" ? batchText(parts) : shellText(parts);
}

/** What a launcher would start; undefined where it is not as we write it. */
export function readLauncher(file: string, platform: NodeJS.Platform): LauncherParts | undefined {
	const text = readFileSync(file, "utf8");
	const found = (platform === "win32" ? BATCH : SHELL).exec(text);
	if (!found) return undefined;
	const [home = "", node = "", program = ""] = found
		.slice(1)
		.map((part) => (platform === "win32" ? part.replaceAll("%%", "%") : part.replaceAll("'\\''", "'")));
	return { home, node, program };
}

function shellText({ node, program, home }: LauncherParts): string {
	return [
		"#!/bin/sh",
		"# Written by `reins install`; the browser starts it. `reins doctor --fix` writes it anew.",
		`REINS_HOME=${quote(home)}`,
		"export REINS_HOME",
		`exec ${quote(node)} ${quote(program)} shim "$@"`,
		"",
	].join("\n");
}

/** In single quotes nothing means anything to a shell but the quote itself. */
function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

// Nothing may be printed: the browser would read it as a message. Hence the @ before every command.
function batchText({ node, program, home }: LauncherParts): string {
	const [safeHome, safeNode, safeProgram] = [home, node, program].map((path) => {
		if (/["\r\n]/.test(path))
			throw new ReinsError("bad_args", `This path cannot stand in a batch file: ${path}`);
		return path.replaceAll("%", "%%");
	});
	return [
		"@rem Written by `reins install`; the browser starts it. `reins doctor --fix` writes it anew.",
		"@chcp 65001 >nul",
		`@set "REINS_HOME=${safeHome}"`,
		`@"${safeNode}" "${safeProgram}" shim %*`,
		"",
	].join("\r\n");
}
