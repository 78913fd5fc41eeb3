import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { limits } from "@reins/protocol";
import { expect, test } from "vitest";
import { LogFile } from "../src/daemon/log.ts";

test("what no file may hold is taken out of every line", () => {
	const directory = mkdtempSync(join(tmpdir(), "reins-log-"));
	const log = new LogFile(join(directory, "broker.log"), ({ said }) => ({ said: `not ${said}` }));
	log.write("told", { said: "this" });
	log.close();
	expect(JSON.parse(readFileSync(log.path, "utf8"))).toMatchObject({ event: "told", said: "not this" });
	rmSync(directory, { recursive: true });
});

test("one object a line, private, rotated, and never more than it may be", () => {
	const directory = mkdtempSync(join(tmpdir(), "reins-log-"));
	const log = new LogFile(join(directory, "broker.log"));
	log.write("first", { a: 1 });
	expect(JSON.parse(readFileSync(log.path, "utf8"))).toMatchObject({ event: "first", a: 1 });
	expect(statSync(log.path).mode & 0o777).toBe(0o600);
	const line = "x".repeat(500_000);
	const enough = Math.ceil((limits.logFile * (limits.logFilesKept + 2)) / line.length);
	for (let count = 0; count < enough; count++) log.write("long", { line });
	log.close();
	for (let age = 1; age <= limits.logFilesKept; age++) expect(existsSync(`${log.path}.${age}`)).toBe(true);
	expect(existsSync(`${log.path}.${limits.logFilesKept + 1}`)).toBe(false);
	expect(statSync(log.path).size).toBeLessThanOrEqual(limits.logFile);
	rmSync(directory, { recursive: true });
});
