import { execFileSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
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
	mkdirSync(join(home, String(number)), { mode: 0o700 });
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

/** Where a session keeps what was saved. */
const kept = () => join(files.incoming, "..", "downloads");
const secret = join(home, "secret.txt");

/** What may lie under the name already. */
const plants: Record<string, (path: string) => void> = {
	"a file": (path) => writeFileSync(path, "first"),
	"a file that nobody may write": (path) => writeFileSync(path, "first", { mode: 0o400 }),
	"a link to a file": (path) => symlinkSync(secret, path),
	"a link to nowhere": (path) => symlinkSync(join(home, "nowhere"), path),
	"a directory": (path) => mkdirSync(path),
	"a pipe": (path) => execFileSync("/usr/bin/mkfifo", [path]),
};

it.each(Object.keys(plants))("puts nothing over %s of the same name", (kind) => {
	writeFileSync(secret, "secret");
	mkdirSync(kept(), { mode: 0o700 });
	const path = join(kept(), "a.txt");
	plants[kind]?.(path);
	const before = lstatSync(path, { bigint: true });
	const place = files.keep(came("new"), "a.txt");
	expect(place).toBe(join(kept(), "a (2).txt"));
	expect(readFileSync(place, "utf8")).toBe("new");
	const after = lstatSync(path, { bigint: true });
	expect([after.ino, after.mode, after.mtimeNs]).toEqual([before.ino, before.mode, before.mtimeNs]);
	expect(readFileSync(secret, "utf8")).toBe("secret");
	expect(existsSync(join(home, "nowhere"))).toBe(false);
});

it.each(Object.keys(plants).filter((kind) => !kind.includes("file that") && kind !== "a file"))(
	"takes %s for no file that came",
	(kind) => {
		writeFileSync(secret, "secret", { mode: 0o644 });
		chmodSync(secret, 0o644);
		const path = join(files.incoming, "guid");
		plants[kind]?.(path);
		expect(() => files.keep(path, "a.txt")).toThrow(expect.objectContaining({ code: "unsafe_directory" }));
		expect(readdirSync(kept())).toEqual([]);
		expect(statSync(secret).mode & 0o777).toBe(0o644);
	},
);

it.each(["", "incoming", "downloads", "uploads"])("is not put where %j is a link", async (part) => {
	const elsewhere = mkdtempSync(join(home, "elsewhere-"));
	const root = join(home, String(number), KEY.slice(0, 16));
	const path = join(root, part);
	rmSync(path, { recursive: true, force: true });
	symlinkSync(elsewhere, path);
	const source = join(home, "given.txt");
	writeFileSync(source, "x");
	const flags = { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false };
	const policy = effectivePolicy({ preset: "strict", flags: { ...flags, allowUpload: [home] } });
	const refused = expect.objectContaining({ code: "unsafe_directory" });
	await expect(async () => {
		files.prepare();
		if (part === "downloads") files.keep(came("one"), "a.txt");
		await files.stage(source, policy);
	}).rejects.toEqual(refused);
	expect(readdirSync(elsewhere)).toEqual([]);
});

it("clears nothing through a link", () => {
	const theirs = mkdtempSync(join(home, "theirs-"));
	mkdirSync(join(theirs, "incoming"));
	writeFileSync(join(theirs, "incoming", "precious"), "precious");
	const root = join(home, String(number));
	symlinkSync(theirs, join(root, "link"));
	clearRemains(root);
	expect(readFileSync(join(theirs, "incoming", "precious"), "utf8")).toBe("precious");
});
