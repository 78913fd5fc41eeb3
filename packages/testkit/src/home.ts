// A REINS_HOME of its own for a test, and the proof that nothing of it is left behind.

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allPids, commandOf, isAlive, readProc } from "./process-table.ts";
import { until } from "./until.ts";

export class TestHome {
	readonly path = mkdtempSync(join(tmpdir(), "reins-test-"));

	/**
	 * The environment for every process of this home. The cache directory is one of the variables
	 * that reach a browser, so that each of its processes can be told by it.
	 */
	get env(): Record<string, string> {
		const inherited = Object.entries(process.env).filter(([, value]) => value !== undefined);
		return {
			...(Object.fromEntries(inherited) as Record<string, string>),
			REINS_HOME: this.path,
			XDG_CACHE_HOME: join(this.path, "cache"),
		};
	}

	get socket(): string {
		return join(this.path, "run", "broker.sock");
	}

	/** Ids and command lines of living processes that belong to this home. */
	processes(): { pid: number; command: string }[] {
		const found: { pid: number; command: string }[] = [];
		for (const pid of allPids()) {
			if (pid === process.pid) continue;
			const command = commandOf(pid);
			const mine = command.includes(this.path) || readProc(`/proc/${pid}/environ`).includes(this.path);
			if (mine && command !== "") found.push({ pid, command });
		}
		return found;
	}

	brokers(): number[] {
		return this.processes()
			.filter(({ command }) => command.endsWith("reins.js broker"))
			.map(({ pid }) => pid);
	}

	/** The native hosts that browsers of this home have started. */
	shims(): number[] {
		return this.processes()
			.filter(({ command }) => /reins\.js shim( |$)/.test(command))
			.map(({ pid }) => pid);
	}

	/** Where the lab keeps the browsers that play the person's own. */
	get labBrowsers(): string {
		return join(this.path, "chrome");
	}

	/** Managed browsers: of each the process that is nobody's child type. */
	browsers(): number[] {
		const ofTheLab = `--user-data-dir=${this.labBrowsers}`;
		return this.processes()
			.filter(({ command }) => command.includes("--remote-debugging-pipe"))
			.filter(({ command }) => !command.includes("--type=") && !command.includes(ofTheLab))
			.map(({ pid }) => pid);
	}

	log(): string {
		return readProc(join(this.path, "logs", "broker.log"));
	}

	/** Locks that a browser has left in a profile. */
	profileLocks(): string[] {
		const profiles = join(this.path, "profiles");
		if (!existsSync(profiles)) return [];
		return readdirSync(profiles).flatMap((profile) =>
			readdirSync(join(profiles, profile))
				.filter((name) => name.startsWith("Singleton"))
				.map((name) => join(profile, name)),
		);
	}

	/** Waits until no process, socket or lock of this home is left. */
	async empty(limit = 10_000): Promise<void> {
		// All of /proc is read again only when those that were found there are gone: others compute meanwhile.
		let left = this.processes();
		const isEmpty = () => {
			left = left.filter(({ pid }) => isAlive(pid));
			if (left.length === 0) left = this.processes();
			return left.length === 0;
		};
		await until("no process is left", isEmpty, limit).catch((error: Error) => {
			throw new Error(
				`${error.message}\n${this.processes()
					.map(({ pid, command }) => `${pid} ${command.slice(0, 160)}`)
					.join("\n")}`,
			);
		});
		if (existsSync(this.socket)) throw new Error("The socket is left behind.");
		const locks = this.profileLocks();
		if (locks.length > 0) throw new Error(`Locks are left behind: ${locks.join(", ")}`);
	}

	remove(): void {
		rmSync(this.path, { recursive: true, force: true, maxRetries: 5 });
	}
}
