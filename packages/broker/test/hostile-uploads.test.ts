// Everything that an agent could name as a file to give to a page and that must not be given: refused with a reason, at
// once, and nothing of it is copied. Beside it lies one file that may be given, and it is.

import { execFileSync } from "node:child_process";
import {
	closeSync,
	constants,
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effectivePolicy, limits, ReinsError } from "@reins/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { stageFile } from "../src/sessions/upload-guard.ts";

const isRoot = process.getuid?.() === 0;
const home = realpathSync(mkdtempSync(join(tmpdir(), "reins-uploads-")));
const opened = join(home, "opened");
const staged = join(home, "staged");
const secret = join(home, "secret.txt");
const flags = { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false };
const policy = effectivePolicy({ preset: "strict", flags: { ...flags, allowUpload: [opened] } });
let socket: Server;

beforeAll(async () => {
	for (const path of ["opened/deep/deeper", "opened-too", "OPENED"])
		mkdirSync(join(home, path), { recursive: true });
	writeFileSync(secret, "secret");
	writeFileSync(join(home, "opened-too", "near.txt"), "secret");
	writeFileSync(join(home, "OPENED", "loud.txt"), "secret");
	const at = (name: string) => join(opened, name);
	writeFileSync(at("good.txt"), "good");
	writeFileSync(at("deep/inner.txt"), "good");
	mkdirSync(at("folder.txt"));
	symlinkSync(secret, at("to-secret.txt"));
	symlinkSync("../secret.txt", at("to-secret-by-way.txt"));
	symlinkSync(home, at("up"));
	symlinkSync("/", at("root"));
	symlinkSync(at("to-secret.txt"), at("chain.txt"));
	symlinkSync(at("loop.txt"), at("loop.txt"));
	symlinkSync(at("ping"), at("pong"));
	symlinkSync(at("pong"), at("ping"));
	symlinkSync(join(home, "nowhere"), at("to-nowhere.txt"));
	symlinkSync("/dev/zero", at("to-zero"));
	symlinkSync("/dev/stdin", at("to-stdin"));
	symlinkSync("/proc/self/environ", at("to-environ"));
	symlinkSync(at("deep"), at("to-folder"));
	symlinkSync(at("pipe"), at("to-pipe"));
	execFileSync("/usr/bin/mkfifo", [at("pipe"), at("deep/pipe.txt")]);
	for (const [name, size] of [
		["large.bin", limits.uploadedFile + 1],
		["gigabytes.bin", 5 * 2 ** 30],
		["terabyte.bin", 2 ** 40],
	] as const) {
		writeFileSync(at(name), "");
		truncateSync(at(name), size);
	}
	if (isRoot) {
		execFileSync("/usr/bin/mknod", [at("zero"), "c", "1", "5"]);
		execFileSync("/usr/bin/mknod", [at("null"), "c", "1", "3"]);
		execFileSync("/usr/bin/mknod", [at("disk"), "b", "7", "250"]);
	}
	socket = createServer();
	await new Promise<void>((resolve) => socket.listen(at("socket"), resolve));
});
afterAll(async () => {
	await new Promise((resolve) => socket.close(resolve));
	rmSync(home, { recursive: true });
});

/** Whoever waits for a pipe is let go. */
afterEach(() => {
	for (const pipe of ["pipe", "deep/pipe.txt"])
		closeSync(openSync(join(opened, pipe), constants.O_RDWR | constants.O_NONBLOCK));
});

let number = 0;
async function refusal(path: string): Promise<{ code: string; message: string }> {
	number += 1;
	const into = join(staged, String(number));
	const error = await stageFile(path, policy, into).then(
		(copy) => new Error(`${copy} was given`),
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ReinsError)) throw error;
	// What is refused before it is read leaves nothing; what is refused while it is read is cleared with the session.
	if (existsSync(into)) expect(readdirSync(into)).toEqual([]);
	return error;
}

test("what may be given is given", async () => {
	const copy = await stageFile(join(opened, "good.txt"), policy, join(staged, "good"));
	expect(readFileSync(copy, "utf8")).toBe("good");
});

/** Nothing is told of whether such a file is there. */
const outside: Record<string, string> = {
	"beside the directory": "SECRET",
	"by ..": "OPENED/../secret.txt",
	"by .. from deep": "OPENED/deep/deeper/../../../secret.txt",
	"by .. through what is not there": "OPENED/nothing/../../secret.txt",
	"by . and ..": "OPENED/./.././secret.txt",
	"by many slashes": "OPENED//..//secret.txt",
	"by a link": "OPENED/to-secret.txt",
	"by a link that is relative": "OPENED/to-secret-by-way.txt",
	"by a link to a link": "OPENED/chain.txt",
	"by a link to a directory": "OPENED/up/secret.txt",
	"by a link to the root": "OPENED/root/etc/passwd",
	"by a link to a device": "OPENED/to-zero",
	"by a link to this process": "OPENED/to-environ",
	"by a link to what comes in": "OPENED/to-stdin",
	"in a directory of a longer name": "HOME/opened-too/near.txt",
	"in a directory of louder name": "HOME/OPENED/loud.txt",
	"the directory itself": "OPENED",
	"the directory with a slash": "OPENED/",
	"the directory above": "OPENED/..",
	"of the system": "/etc/passwd",
	"of the system, and not there": "/etc/no-such-file",
	"a device of the system": "/dev/zero",
	"a terminal": "/dev/tty",
	"what comes in": "/dev/stdin",
	"an open file": "/dev/fd/0",
	"the environment": "/proc/self/environ",
	"the memory": "/proc/self/mem",
	"an open file of this process": "/proc/self/fd/0",
	"the root of this process": "/proc/self/root/etc/passwd",
	"the working directory of this process": "/proc/self/cwd/package.json",
	"of the kernel": "/sys/kernel/notes",
	"of another root": "//etc/passwd",
};

/** In the directory, and none that could be given. */
const inside: Record<string, [path: string, words: string]> = {
	"a directory": ["OPENED/deep", "is a directory"],
	"a directory that is called like a file": ["OPENED/folder.txt", "is a directory"],
	"a directory by its dot": ["OPENED/deep/.", "is a directory"],
	"a link to a directory": ["OPENED/to-folder", "is a directory"],
	"a pipe": ["OPENED/pipe", "not a plain file"],
	"a pipe that is called like a file": ["OPENED/deep/pipe.txt", "not a plain file"],
	"a link to a pipe": ["OPENED/to-pipe", "not a plain file"],
	"a socket": ["OPENED/socket", "cannot be read"],
	"a byte too many": ["OPENED/large.bin", "larger than"],
	"five gigabytes": ["OPENED/gigabytes.bin", "larger than"],
	"a terabyte of nothing": ["OPENED/terabyte.bin", "larger than"],
	"what is not there": ["OPENED/missing.txt", "no such file"],
	"below a file": ["OPENED/good.txt/x", "no such file"],
	"a file with a slash": ["OPENED/missing.txt/", "no such file"],
	"a link to itself": ["OPENED/loop.txt", "cannot be read"],
	"two links in a ring": ["OPENED/ping", "cannot be read"],
	"a NUL": ["OPENED/good.txt\0.png", "cannot be read"],
	"an escape": ["OPENED/%2e%2e/secret.txt", "no such file"],
	"a backslash": ["OPENED/..\\secret.txt", "no such file"],
	"a trailing dot": ["OPENED/good.txt.", "no such file"],
	"a stream": ["OPENED/good.txt:hidden", "no such file"],
	"half a character": ["OPENED/\uD800.txt", "no such file"],
	"a name without end": ["OPENED/LONG", "cannot be read"],
	...(isRoot && {
		"a device without end": ["OPENED/zero", "not a plain file"],
		"a device of nothing": ["OPENED/null", "not a plain file"],
		"a disk": ["OPENED/disk", "/disk "],
	}),
};

const relativePaths = [
	"",
	".",
	"..",
	"good.txt",
	"../secret.txt",
	"~/x",
	"file:///etc/passwd",
	"C:\\x.txt",
	"-",
	"*",
];

function real(path: string): string {
	return path
		.replace(/^OPENED/, opened)
		.replace(/^HOME/, home)
		.replace(/^SECRET$/, secret)
		.replace("LONG", "x".repeat(5_000));
}

describe("what lies elsewhere", () => {
	test.each(Object.keys(outside))("%s", async (how) => {
		expect((await refusal(real(outside[how] as string))).code).toBe("policy_denied");
	});
});

describe("what lies there", () => {
	test.each(Object.keys(inside))("%s", { timeout: 5_000 }, async (how) => {
		const [path, words] = inside[how] as [string, string];
		const { code, message } = await refusal(real(path));
		expect(code).toBe("bad_args");
		expect(message).toContain(words);
	});
});

describe("what is no absolute path", () => {
	test.each(relativePaths)("%j", async (path) => {
		expect((await refusal(path)).code).toBe("bad_args");
	});
});

test.runIf(isRoot)("devices are tried too, which only root can make", () => {
	expect(Object.keys(inside)).toContain("a device without end");
});

test("a copy takes the place of no other file", async () => {
	const into = join(staged, "taken");
	mkdirSync(into, { recursive: true });
	linkSync(secret, join(into, "good.txt"));
	await expect(stageFile(join(opened, "good.txt"), policy, into)).rejects.toThrow("EEXIST");
	expect(readFileSync(secret, "utf8")).toBe("secret");
});
