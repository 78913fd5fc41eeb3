// Whose memory is counted: the server, what it starts, and what has left its tree; not what is no part of it.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { memoryIsTold, memoryOf } from "../../bench/processes.mjs";

const MARK = `/reins-bench-${process.pid}`;
const started: ChildProcess[] = [];

/** Takes so many megabytes, and stays until whoever started it is gone. */
const holding = (megabytes: number) =>
	`globalThis.held = Buffer.alloc(${megabytes} * 1e6, 1); process.stdin.on("end", () => process.exit()).resume();`;
const ready = `process.stdout.write("ready");`;

/** Resolves to the id of a Node that has said that it is ready. */
async function node(source: string, env: Record<string, string> = {}): Promise<number> {
	const child = spawn(process.execPath, ["-e", source], {
		env: { ...process.env, ...env },
		stdio: ["pipe", "pipe", "inherit"],
	});
	started.push(child);
	await once(child.stdout, "data");
	return child.pid as number;
}

afterEach(() => {
	for (const child of started.splice(0)) child.kill("SIGKILL");
});

describe.runIf(memoryIsTold())("the memory of a server", () => {
	it("is that of its process", async () => {
		const own = memoryOf(await node(holding(100) + ready), MARK);
		expect(own).toBeGreaterThan(100);
		expect(own).toBeLessThan(200);
	});

	it("has in it whose environment names the folder, and nobody else", async () => {
		const pid = await node(holding(1) + ready);
		await node(holding(300) + ready);
		const alone = memoryOf(pid, MARK);
		await node(holding(100) + ready, { REINS_HOME: `${MARK}/home` });
		const both = memoryOf(pid, MARK);
		expect(alone).toBeLessThan(100);
		expect(both - alone).toBeGreaterThan(90);
		expect(both).toBeLessThan(250);
	});

	it("has in it what the server has started", async () => {
		const child = JSON.stringify(holding(100) + ready);
		const pid = await node(
			`${holding(1)} require("node:child_process").spawn(process.execPath, ["-e", ${child}]).stdout.once("data", () => { ${ready} });`,
		);
		expect(memoryOf(pid, MARK)).toBeGreaterThan(100);
	});

	it("is refused of a server that is gone", async () => {
		const pid = await node(holding(1) + ready);
		const [child] = started;
		child?.kill("SIGKILL");
		await once(child as ChildProcess, "close");
		expect(() => memoryOf(pid, MARK)).toThrow("gone");
	});
});
