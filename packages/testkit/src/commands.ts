// The command line of the product, run as a person would, in the environment of a test's home.

import { spawn } from "node:child_process";
import type { TestHome } from "./home.ts";
import { reinsBinary } from "./product.ts";

interface CommandRun {
	code: number | null;
	out: string;
	err: string;
}

/** `input` is what it gets on stdin. */
export function runReins(home: TestHome, words: readonly string[], input?: string): Promise<CommandRun> {
	const child = spawn(process.execPath, [reinsBinary, ...words], {
		env: home.env,
		stdio: ["pipe", "pipe", "pipe"],
		timeout: 60_000,
	});
	child.stdin.end(input);
	const run: CommandRun = { code: null, out: "", err: "" };
	child.stdout.on("data", (piece) => {
		run.out += piece;
	});
	child.stderr.on("data", (piece) => {
		run.err += piece;
	});
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => resolve({ ...run, code }));
	});
}

/** Ends the broker of a home, which would else keep the sessions of a real browser for a while. */
export async function stopReins(home: TestHome): Promise<void> {
	const { code, out, err } = await runReins(home, ["stop", "--force"]);
	if (code !== 0) throw new Error(`reins stop: ${err || out}`);
}
