// Starts and ends a Chromium that plays the person's own browser: a user-data-dir that stays, our extension
// loaded unpacked, no debugging port. Only the lab holds its pipe.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { LabPipe } from "./lab-pipe.ts";
import { isAlive, sessionOf, signal, treeOf } from "./process-table.ts";
import { until } from "./until.ts";

interface ChromeStart {
	userDataDir: string;
	extensions: readonly string[];
	env: Record<string, string>;
	headed: boolean;
	flags: readonly string[];
}

const flagsOfThePerson = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--no-default-browser-check",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
	"--disable-breakpad",
	"--password-store=basic",
	"--hide-crash-restore-bubble",
	// Containers have little of it, and tabs crash when it is full.
	"--disable-dev-shm-usage",
	"--silent-debugger-extension-api",
	// The second and the third make the list under the address bar, where nobody types: half of what a start computes.
	"--disable-features=DisableLoadExtensionCommandLineSwitch,WebUIOmniboxPopup,WebUIOmniboxAimPopup",
	"--window-size=1280,860",
	"--remote-debugging-pipe",
];

/** What this person saves stays in their profile, and not in the home of whoever runs the tests. */
function prepareProfile(userDataDir: string): void {
	const settings = join(userDataDir, "Default", "Preferences");
	mkdirSync(join(userDataDir, "Default"), { recursive: true, mode: 0o700 });
	if (existsSync(settings)) return;
	const directory = join(userDataDir, "saved");
	writeFileSync(settings, JSON.stringify({ download: { default_directory: directory } }));
}

export class ChromeProcess {
	readonly pipe: LabPipe;
	readonly pid: number;
	readonly exited: Promise<void>;

	private constructor(child: ChildProcess) {
		this.pid = child.pid as number;
		this.pipe = new LabPipe(child.stdio[3] as Writable, child.stdio[4] as Readable);
		this.exited = new Promise((resolve) => child.once("exit", () => resolve()));
	}

	static async start({ userDataDir, extensions, env, headed, flags }: ChromeStart): Promise<ChromeProcess> {
		prepareProfile(userDataDir);
		const child = spawn(
			env["REINS_CHROME"] ?? "chromium",
			[
				...flagsOfThePerson,
				...(headed ? [] : ["--headless=new", "--screen-info={1440x900}"]),
				`--user-data-dir=${userDataDir}`,
				`--load-extension=${extensions.join(",")}`,
				...flags,
				"about:blank",
			],
			{
				env: { ...env, BREAKPAD_DUMP_LOCATION: join(userDataDir, "crashes") },
				stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
				// A group of its own, by which all of it can be ended.
				detached: true,
			},
		);
		await new Promise<void>((resolve, reject) => {
			child.once("spawn", resolve);
			child.once("error", reject);
		});
		const chrome = new ChromeProcess(child);
		await chrome.pipe.send("Target.setDiscoverTargets", { discover: true });
		return chrome;
	}

	/** The browser and its helpers. A broker that its native host has started is not one of them. */
	#processes(): number[] {
		const session = sessionOf(this.pid);
		return treeOf(this.pid).filter((pid) => sessionOf(pid) === session);
	}

	/** SIGKILL of the browser and everything below it, at once. */
	async kill(): Promise<void> {
		const tree = this.#processes();
		for (const pid of tree) signal(pid, "SIGKILL");
		await this.exited;
		await until("the browser's processes are gone", () => !tree.some(isAlive));
	}

	/** Asks it to close; what is still there after that is ended. */
	async close(): Promise<void> {
		const tree = this.#processes();
		if (!this.pipe.closed) await this.pipe.send("Browser.close").catch(() => {});
		await until("the browser closes", () => !tree.some(isAlive), 5_000).catch(() => this.kill());
	}
}
