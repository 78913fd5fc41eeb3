import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effectivePolicy } from "@reins/protocol";
import { afterAll, beforeEach, expect, it } from "vitest";
import { clearRemains, SessionFiles } from "../src/sessions/session-files.ts";

const home = mkdtempSync(join(tmpdir(), "reins-files-"));
const KEY = "0123456789abcdef0123456789abcdef";
let files: SessionFiles;
let number = 0;

beforeEach(() => {
	number += 1;
	files = new SessionFiles(join(home, String(number)), KEY);
	files.prepare();
});
afterAll(() => rmSync(home, { recursive: true }));

function came(content: string): string {
	const path = join(files.incoming, `guid-${content}`);
	writeFileSync(path, content, { mode: 0o755 });
	return path;
}

it("is entered by its owner alone", () => {
	expect(statSync(files.incoming).mode & 0o077).toBe(0);
});

it("gives what came its name, never that of another file, and never to be run", () => {
	const first = files.keep(came("one"), "a.txt");
	const second = files.keep(came("two"), "a.txt");
	expect([readFileSync(first, "utf8"), readFileSync(second, "utf8")]).toEqual(["one", "two"]);
	expect(second).toBe(first.replace("a.txt", "a (2).txt"));
	expect(statSync(first).mode & 0o777).toBe(0o600);
	expect(readdirSync(files.incoming)).toEqual([]);
});

it("knows its own files from others", () => {
	expect(files.isIncoming(join(files.incoming, "guid"))).toBe(true);
	expect(files.isIncoming("/etc/passwd")).toBe(false);
	expect(files.isIncoming(join(files.incoming, "..", "x"))).toBe(false);
	expect(files.isIncoming(`${files.incoming}/..`)).toBe(false);
});

it("leaves whole downloads at the end, and nothing else", async () => {
	const root = join(home, String(number));
	const source = join(root, "given.txt");
	writeFileSync(source, "x");
	const flags = { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false };
	const policy = effectivePolicy({ preset: "strict", flags: { ...flags, allowUpload: [root] } });
	const staged = await files.stage(source, policy);
	came("half");
	const kept = files.keep(came("whole"), "whole.txt");
	files.clear();
	expect(existsSync(staged.path)).toBe(false);
	expect(existsSync(files.incoming)).toBe(false);
	expect(readFileSync(kept, "utf8")).toBe("whole");
});

it("leaves nothing where nothing was fetched, and clears up after a broker that was killed", () => {
	const root = join(home, String(number));
	came("half");
	clearRemains(root);
	expect(readdirSync(root)).toEqual([]);
});
