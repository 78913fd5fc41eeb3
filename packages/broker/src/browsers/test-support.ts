// What the tests of this folder share: real browsers, throw-away profiles, and a look at the process table that
// does not go through the code under test.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TextChannel } from "@reins/link";
import { findBrowser } from "./find.ts";
import { needsNoSandbox } from "./headless.ts";
import type { LaunchOptions } from "./launch.ts";
import { until } from "./waiting.ts";

export function testExecutable(): string {
	return findBrowser({ env: process.env, platform: process.platform }).path;
}

export const testNoSandbox = needsNoSandbox({
	flag: false,
	uid: process.getuid?.(),
	platform: process.platform,
}).noSandbox;

export function launchOptions(profile: string, more: Partial<LaunchOptions> = {}): LaunchOptions {
	return {
		executable: testExecutable(),
		profile,
		headless: true,
		noSandbox: testNoSandbox,
		env: process.env,
		log: () => {},
		// A busy machine must not turn a proper end into a forced one.
		closeTimeout: 20_000,
		...more,
	};
}

/** Directories and processes of one test, cleared away after it. */
export class Scratch {
	readonly #directories: string[] = [];
	readonly #children: ChildProcess[] = [];

	directory(): string {
		const made = mkdtempSync(join(tmpdir(), "reins-browsers-"));
		this.#directories.push(made);
		return made;
	}

	spawn(command: string, args: readonly string[], stdio: "ignore" | "pipe" = "ignore"): ChildProcess {
		const child = spawn(command, args, { stdio: ["ignore", stdio, stdio] });
		this.#children.push(child);
		return child;
	}

	/** A process that does nothing but live, with these arguments on its command line. */
	sleeper(...args: string[]): ChildProcess & { pid: number } {
		return this.spawn(process.execPath, [
			"-e",
			"setInterval(() => {}, 1000)",
			"--",
			...args,
		]) as ChildProcess & {
			pid: number;
		};
	}

	async clear(): Promise<void> {
		for (const child of this.#children.splice(0)) await ended(child);
		for (const directory of this.#directories.splice(0)) {
			// Helpers of a killed browser write on for a moment.
			await eventually(`${directory} is let go`, () => livingWith(directory).length === 0, 20_000);
			await eventually(`${directory} removed`, () => removed(directory));
		}
	}
}

function removed(directory: string): boolean {
	try {
		rmSync(directory, { recursive: true, force: true });
		return true;
	} catch {
		return false;
	}
}

export function ended(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		if (child.exitCode !== null || child.signalCode !== null) return resolve();
		child.once("exit", () => resolve());
		child.kill("SIGKILL");
	});
}

/** The pids, zombies left out, that name this text in their command line. */
export function livingWith(text: string): number[] {
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.filter((pid) => {
			try {
				// A zombie's command line reads as empty.
				return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(text);
			} catch {
				return false;
			}
		})
		.map(Number);
}

export function isAlive(pid: number): boolean {
	try {
		return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
	} catch {
		return false;
	}
}

export async function eventually(
	what: string,
	check: () => boolean | Promise<boolean>,
	ms = 5_000,
): Promise<void> {
	if (!(await until(check, ms))) throw new Error(`not within ${ms} ms: ${what}`);
}

interface Answer {
	id?: number;
	error?: unknown;
	result?: Record<string, unknown>;
}

/** Commands over a bare channel. */
export function commander(channel: TextChannel) {
	let id = 0;
	const waiting = new Map<number, (answer: Answer) => void>();
	channel.onMessage = (text) => {
		const answer = JSON.parse(text) as Answer;
		waiting.get(answer.id ?? 0)?.(answer);
	};
	return async (method: string, params = {}, sessionId?: string): Promise<Record<string, unknown>> => {
		const { error, result } = await new Promise<Answer>((resolve) => {
			waiting.set(++id, resolve);
			channel.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
		});
		if (error) throw new Error(JSON.stringify(error));
		return result ?? {};
	};
}
