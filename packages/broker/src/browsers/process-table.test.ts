import { afterEach, describe, expect, it } from "vitest";
import { parseProcStat, parsePsLine, processTable } from "./process-table.ts";
import { ended, eventually, Scratch } from "./test-support.ts";

const scratch = new Scratch();
afterEach(() => scratch.clear());

describe("reading", () => {
	it("finds the fields of /proc/<pid>/stat behind any name", () => {
		const stat = `42 (a) (b) c) S 1 77 77 0 -1 4194560 ${Array.from({ length: 12 }, (_, i) => i).join(" ")} 987654 1 2`;
		expect(parseProcStat(stat)).toEqual({ state: "S", group: 77, startTime: "987654" });
	});

	it("takes a line of ps apart", () => {
		expect(parsePsLine("Ss   Mon Jan  1 09:00:00 2024     /Applications/A B/Chrome --x=1 y\n")).toEqual({
			startTime: "Mon Jan 1 09:00:00 2024",
			command: "/Applications/A B/Chrome --x=1 y",
			args: undefined,
		});
		expect(parsePsLine("Z+   Mon Jan  1 09:00:00 2024 (chrome)")).toBeUndefined();
		expect(parsePsLine("")).toBeUndefined();
	});
});

// `ps` speaks the same options on Linux, so that the way of macOS is tried here too.
describe.each(["linux", "darwin"] as const)("the table as on %s", (platform) => {
	const table = processTable(platform);

	it("shows a living process, with a start time that stays", async () => {
		const { pid } = scratch.sleeper("--user-data-dir=/some place/x");
		await eventually(
			"started",
			async () => (await table.inspect(pid))?.command.includes("/some place/x") ?? false,
		);
		const first = await table.inspect(pid);
		expect((await table.inspect(pid))?.startTime).toBe(first?.startTime);
		expect(first?.startTime).not.toBe("");
		if (platform === "linux") expect(first?.args).toContain("--user-data-dir=/some place/x");
	});

	it("shows no dead process", async () => {
		const child = scratch.sleeper();
		await ended(child);
		expect(await table.inspect(child.pid)).toBeUndefined();
	});

	it("finds processes by their command line", async () => {
		const { pid } = scratch.sleeper("--database=/some place/crashes-7b1");
		await eventually("found", async () => (await table.mentioning("=/some place/crashes-7b1")).length > 0);
		expect(await table.mentioning("=/some place/crashes-7b1")).toEqual([pid]);
		expect(await table.mentioning("=/some place/crashes-8c2")).toEqual([]);
	});

	it("shows no zombie", async () => {
		// The shell becomes a program that never asks for its dead child.
		const parent = scratch.spawn("/bin/sh", ["-c", "sleep 0.1 & echo $!; exec sleep 1000"], "pipe");
		const pid = await new Promise<number>((resolve) =>
			parent.stdout?.once("data", (text) => resolve(Number(text))),
		);
		await eventually("no longer shown", async () => (await table.inspect(pid)) === undefined);
		expect(() => process.kill(pid, 0)).not.toThrow();
	});

	it("tells no group of a process that leads none", async () => {
		const { pid } = scratch.sleeper();
		expect(await table.group(pid)).toEqual([]);
	});
});
