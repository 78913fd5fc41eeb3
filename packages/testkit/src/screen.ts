// A screen that nobody sees (Xvfb), for browsers with a real window.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";

const program = "/usr/bin/Xvfb";

export class Screen {
	readonly display: string;
	readonly #child: ChildProcess;

	private constructor(child: ChildProcess, display: string) {
		this.#child = child;
		this.display = display;
	}

	static get available(): boolean {
		return existsSync(program);
	}

	/** Xvfb picks a free number itself and tells it when it is ready. */
	static async start(): Promise<Screen> {
		const child = spawn(program, ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp"], {
			stdio: ["ignore", "ignore", "ignore", "pipe"],
		});
		const number = await new Promise<string>((resolve, reject) => {
			child.once("error", reject);
			child.once("exit", (code) => reject(new Error(`Xvfb ended with code ${code}`)));
			child.stdio[3]?.on("data", (text: Buffer) => resolve(text.toString().trim()));
		});
		return new Screen(child, `:${number}`);
	}

	async stop(): Promise<void> {
		if (this.#child.exitCode !== null) return;
		const ended = new Promise((resolve) => this.#child.once("exit", resolve));
		this.#child.kill();
		await ended;
	}
}
