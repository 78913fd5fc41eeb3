// Starts a browser that belongs to the broker and shares its fate: it is driven over a pipe, it ends when the
// pipe does, and when it has ended nothing of it is left, neither a process nor a lock.

import { type ChildProcess, spawn } from "node:child_process";
import { chmod, lstat, mkdir } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { TextChannel } from "@reins/link";
import { limits, ReinsError } from "@reins/protocol";
import { readPrivate, writePrivate } from "../places/private-file.ts";
import type { Environment } from "./browser-places.ts";
import { launchFlags } from "./flags.ts";
import { launchEnvironment } from "./launch-environment.ts";
import { launchHint } from "./launch-hint.ts";
import { PipeChannel } from "./pipe-channel.ts";
import { processGroup } from "./process-group.ts";
import { type ProcessTable, processTable } from "./process-table.ts";
import { claimProfile, releaseProfile } from "./profile-claim.ts";
import { clearStaleLock } from "./profile-lock.ts";
import { sharedMemoryFlags } from "./shared-memory.ts";
import { TextTail } from "./text-tail.ts";
import { until, within } from "./waiting.ts";

export interface LaunchOptions {
	executable: string;
	profile: string;
	headless: boolean;
	noSandbox: boolean;
	env: Environment;
	log(line: string): void;
	/** Called once, after the browser and all that it left were cleared away. */
	onExit?(exit: BrowserExit): void;
	extra?: readonly string[];
	showAutomation?: boolean;
	platform?: NodeJS.Platform;
	startTimeout?: number;
	closeTimeout?: number;
}

export interface BrowserExit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

export interface LaunchedBrowser {
	channel: TextChannel;
	pid: number;
	/** As `Browser.getVersion` says, for example "Chrome/156.0.8078.79". */
	product: string;
	/** Fulfilled after the browser and all that it left were cleared away. Never rejects. */
	exited: Promise<BrowserExit>;
	stop(): Promise<void>;
}

/** Not an id that a CDP connection would reach, so that its owner never takes our answer for his. */
const ownId = 0x7fff_ffff;

/** How long helpers may outlive a browser that closed by itself. They take about 50 ms. */
const helperGrace = 1_000;

export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
	const platform = options.platform ?? process.platform;
	const table = processTable(platform);
	await prepareProfile(options, table);
	const child = await start(options, platform);
	const running = new RunningBrowser(child, options, platform, table);
	await running.noteOwner();
	const product = await running.firstAnswer(options.startTimeout ?? limits.browserStart);
	await running.noteOwner();
	options.log(`${product} started as process ${running.pid}`);
	return {
		channel: running.channel,
		pid: running.pid,
		product,
		exited: running.exited,
		stop: () => running.stop(),
	};
}

/** Pages that are fetched before anybody goes there come past the fence: a browser of ours fetches none. */
const NO_PREDICTION = 2;

/** Keeps whatever else the browser has written there. */
async function writeSettings(profile: string): Promise<void> {
	const file = join(profile, "Default", "Preferences");
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	const known = readSettings(file);
	const net = { ...known.net, network_prediction_options: NO_PREDICTION };
	writePrivate(file, JSON.stringify({ ...known, net }));
}

function readSettings(file: string): { net?: object } {
	try {
		return JSON.parse(readPrivate(file) ?? "{}");
	} catch {
		return {};
	}
}

/** Whoever has put a link there would have us write elsewhere. */
// @guard own-profile
async function requireOwnProfile(profile: string): Promise<void> {
	if (!(await lstat(profile)).isDirectory()) throw new Error("it is a link, or no directory");
}

async function prepareProfile({ profile, log }: LaunchOptions, processes: ProcessTable): Promise<void> {
	try {
		await mkdir(profile, { recursive: true, mode: 0o700 });
		await requireOwnProfile(profile);
		await chmod(profile, 0o700);
	} catch (error) {
		const { message } = error as Error;
		throw new ReinsError("launch_failed", `The profile ${profile} cannot be made: ${message}.`, {
			cause: error,
		});
	}
	const fate = await clearStaleLock(profile, { host: hostname(), processes });
	if (fate !== "none") log(`stale lock of ${profile} removed (${fate})`);
	await writeSettings(profile).catch((error: Error) => {
		throw new ReinsError("launch_failed", `The settings of ${profile} cannot be written: ${error.message}.`);
	});
}

async function start(options: LaunchOptions, platform: NodeJS.Platform): Promise<ChildProcess> {
	const extra = [...(await sharedMemoryFlags(platform)), ...(options.extra ?? [])];
	const child = spawn(options.executable, launchFlags({ ...options, platform, extra }), {
		// Else crashes of our browser are written into the person's own ~/.config.
		env: { ...launchEnvironment(options.env), BREAKPAD_DUMP_LOCATION: crashes(options.profile) },
		stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
		// A group of its own, by which its helpers can be found and ended; and no Ctrl-C meant for others.
		detached: platform !== "win32",
		windowsHide: true,
	});
	return new Promise((resolve, reject) => {
		child.once("spawn", () => resolve(child));
		child.once("error", (error) => {
			const message = `${options.executable} cannot be started: ${error.message}.`;
			reject(new ReinsError("launch_failed", message, { cause: error }));
		});
	});
}

class RunningBrowser {
	readonly pid: number;
	readonly channel: PipeChannel;
	readonly exited: Promise<BrowserExit>;
	readonly #options: LaunchOptions;
	readonly #table: ProcessTable;
	readonly #group: ReturnType<typeof processGroup>;
	readonly #stderr: TextTail;
	readonly #stderrClosed: Promise<unknown>;
	#stopping: Promise<void> | undefined;

	constructor(child: ChildProcess, options: LaunchOptions, platform: NodeJS.Platform, table: ProcessTable) {
		// The "spawn" event was seen, so there is a pid; fds 2 to 4 are pipes because we asked for them.
		this.pid = child.pid as number;
		const stderr = child.stderr as Readable;
		this.#options = options;
		this.#table = table;
		this.#group = processGroup(this.pid, platform, table);
		this.#stderr = new TextTail(stderr);
		this.#stderrClosed = new Promise((resolve) => stderr.once("close", resolve));
		this.channel = new PipeChannel(child.stdio[3] as Writable, child.stdio[4] as Readable);
		const exit = new Promise<BrowserExit>((resolve) => {
			child.once("exit", (code, signal) => resolve({ code, signal }));
		});
		this.exited = exit.then((how) => this.#clearAway(how));
	}

	async noteOwner(): Promise<void> {
		const { profile, log } = this.#options;
		await claimProfile(profile, this.pid, this.#table).catch((error: Error) => {
			log(`owner of ${profile} not written down: ${error.message}`);
		});
	}

	async firstAnswer(timeout: number): Promise<string> {
		const answered = new Promise<{ answer: string }>((resolve) => {
			this.channel.onMessage = (answer) => resolve({ answer });
		});
		if (!this.channel.closed) this.channel.send(JSON.stringify({ id: ownId, method: "Browser.getVersion" }));
		const ended = this.exited.then((exit) => ({ failure: `ended at once (${inWords(exit)})` }));
		const first = Promise.race([answered, ended]);
		if (!(await within(first, timeout))) {
			this.#group.signal("SIGKILL");
			await this.exited;
			throw await this.#failure(`did not answer within ${timeout} ms`);
		}
		const outcome = await first;
		if ("failure" in outcome) throw await this.#failure(outcome.failure);
		this.channel.onMessage = () => {};
		return productOf(outcome.answer);
	}

	stop(): Promise<void> {
		this.#stopping ??= this.#stop();
		return this.#stopping;
	}

	async #stop(): Promise<void> {
		try {
			this.channel.send(JSON.stringify({ id: ownId, method: "Browser.close" }));
		} catch {
			// The pipe is closed, which asks for the same.
		}
		if (!(await within(this.exited, this.#options.closeTimeout ?? limits.browserClose))) {
			this.#options.log(`process ${this.pid} does not close and is ended`);
			this.#group.signal("SIGTERM");
			if (!(await within(this.exited, 500))) this.#group.signal("SIGKILL");
		}
		await this.exited;
	}

	async #clearAway(exit: BrowserExit): Promise<BrowserExit> {
		const { profile, log, onExit } = this.#options;
		// Helpers of a browser that closed properly may finish what they do; those of a dead one are only in the way.
		const left = await this.#group.end(exit.signal ? 0 : helperGrace);
		// The collector of crashes has left the group; it ends by itself when nobody is left to watch.
		const collectors = () => this.#table.mentioning(`--database=${crashes(profile)}`);
		if (left.length === 0) await until(async () => (await collectors()).length === 0, helperGrace);
		else log(`helpers of process ${this.pid} would not end: ${left.join(", ")}`);
		this.channel.end(`it ended ${inWords(exit)}`);
		await releaseProfile(profile, this.pid, this.#table).catch((error: Error) => {
			log(`${profile} was not cleared: ${error.message}`);
		});
		log(`process ${this.pid} ended ${inWords(exit)}`);
		queueMicrotask(() => onExit?.(exit));
		return exit;
	}

	async #failure(what: string): Promise<ReinsError> {
		// Its last words may still be on their way.
		await within(this.#stderrClosed, 500);
		const { executable } = this.#options;
		const stderr = this.#stderr.text;
		const said = stderr ? ` It said:\n${stderr.split("\n").slice(-12).join("\n")}` : " It said nothing.";
		const hint = launchHint(stderr, executable);
		return new ReinsError("launch_failed", `${executable} ${what}.${said}`, {
			...(hint && { hint }),
			data: { executable, stderr },
		});
	}
}

function crashes(profile: string): string {
	return join(profile, "crashes");
}

function productOf(answer: string): string {
	try {
		const { result } = JSON.parse(answer) as { result?: { product?: string } };
		return result?.product ?? "unknown";
	} catch {
		return "unknown";
	}
}

function inWords({ code, signal }: BrowserExit): string {
	return signal ? `by ${signal}` : `with code ${code}`;
}
