// Where Reins keeps things. All of it follows from the user and REINS_HOME alone, so that every
// process of one person finds the same broker.

import { createHash } from "node:crypto";
import { homedir, userInfo } from "node:os";
import { posix, win32 } from "node:path";
import { limits, ReinsError } from "@reins/protocol";

export interface Places {
	home: string;
	/** Holds the socket and the locks. */
	run: string;
	/** What clients connect to: a socket's path, or a pipe's name on Windows. */
	address: string;
	logs: string;
	/** What agents have done and were refused. */
	audit: string;
	profiles: string;
	state: string;
	/** Files that sessions have fetched, a directory for each. */
	files: string;
}

export interface Surroundings {
	platform: NodeJS.Platform;
	env: Readonly<Record<string, string | undefined>>;
	homedir: string;
	user: string;
}

function currentSurroundings(): Surroundings {
	return { platform: process.platform, env: process.env, homedir: homedir(), user: userInfo().username };
}

export function placesFor(around: Surroundings = currentSurroundings()): Places {
	const windows = around.platform === "win32";
	const path = windows ? win32 : posix;
	const home = reinsHome(around);
	const run = path.join(home, "run");
	const address = windows ? pipeName(around.user, home) : path.join(run, "broker.sock");
	if (!windows && Buffer.byteLength(address) > limits.socketPath) {
		throw new ReinsError(
			"path_too_long",
			`The socket's path has ${Buffer.byteLength(address)} bytes, at most ${limits.socketPath} work: ${address}`,
		);
	}
	return {
		home,
		run,
		address,
		logs: path.join(home, "logs"),
		audit: path.join(home, "logs", "audit.jsonl"),
		profiles: path.join(home, "profiles"),
		state: path.join(home, "state"),
		files: path.join(home, "files"),
	};
}

function reinsHome({ platform, env, homedir }: Surroundings): string {
	const path = platform === "win32" ? win32 : posix;
	const asked = env["REINS_HOME"];
	if (asked) {
		if (!path.isAbsolute(asked))
			throw new ReinsError("bad_args", `REINS_HOME is not an absolute path: ${asked}`);
		return path.normalize(asked).replace(/(?<=.)[/\\]+$/, "");
	}
	if (platform !== "win32") return path.join(homedir, ".reins");
	return path.join(env["LOCALAPPDATA"] ?? path.join(homedir, "AppData", "Local"), "Reins");
}

function pipeName(user: string, home: string): string {
	const place = createHash("sha256").update(`${user.toLowerCase()}\0${home.toLowerCase()}`).digest("hex");
	return `\\\\.\\pipe\\reins-${place.slice(0, 32)}`;
}
