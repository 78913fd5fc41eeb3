import { execFileSync, spawn } from "node:child_process";
import {
	closeSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { effectivePolicy, limits, ReinsError } from "@reins/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireInPlace, requireSame, stageFile } from "../src/sessions/upload-guard.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "reins-guard-")));
const opened = join(home, "opened");
const secret = join(home, "secret.txt");
const none = { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false };
let number = 0;

beforeAll(() => {
	mkdirSync(join(opened, "deep"), { recursive: true });
	mkdirSync(join(home, "opened-too"));
	writeFileSync(secret, "secret");
	writeFileSync(join(home, "opened-too", "near.txt"), "near");
	writeFileSync(join(opened, "plain.txt"), "plain");
	writeFileSync(join(opened, "deep", "inner.txt"), "inner");
	symlinkSync(secret, join(opened, "out.txt"));
	symlinkSync(home, join(opened, "up"));
	symlinkSync(join(opened, "plain.txt"), join(opened, "inside.txt"));
	symlinkSync(join(opened, "nowhere"), join(opened, "dangling.txt"));
	execFileSync("/usr/bin/mkfifo", [join(opened, "pipe")]);
	writeFileSync(join(opened, "huge.bin"), "");
	truncateSync(join(opened, "huge.bin"), limits.uploadedFile + 1);
});
afterAll(() => rmSync(home, { recursive: true }));

function stage(path: string, uploadFrom: string[] = [opened]) {
	number += 1;
	const policy = effectivePolicy({ preset: "strict", flags: { ...none, allowUpload: uploadFrom } });
	return stageFile(path, policy, join(home, "staged", String(number)));
}

async function refusal(path: string, uploadFrom?: string[]): Promise<ReinsError> {
	const error = await stage(path, uploadFrom).then(
		() => undefined,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ReinsError)) throw new Error(`${path} was not refused: ${error}`);
	return error;
}

describe("a file of an opened directory", () => {
	it.each([
		["plain.txt", "plain"],
		["deep/inner.txt", "inner"],
		["deep/../plain.txt", "plain"],
		["inside.txt", "plain"],
	])("%s is copied", async (name, content) => {
		const copy = await stage(join(opened, name));
		expect(readFileSync(copy, "utf8")).toBe(content);
		expect(copy.endsWith(name.split("/").at(-1) as string)).toBe(true);
		expect(statSync(copy).mode & 0o777).toBe(0o600);
	});

	it("is given as it was when it was looked at", async () => {
		const path = join(opened, "changing.txt");
		writeFileSync(path, "before");
		const copy = await stage(path);
		writeFileSync(path, "after");
		expect(readFileSync(copy, "utf8")).toBe("before");
	});

	it("may lie in a directory that is opened through a link", async () => {
		const way = join(home, "way");
		symlinkSync(opened, way);
		expect(readFileSync(await stage(join(way, "plain.txt"), [way]), "utf8")).toBe("plain");
	});
});

describe("what lies elsewhere is denied, there or not", () => {
	it.each([
		["beside", secret],
		["by ..", `${opened}/../secret.txt`],
		["by a link", join(opened, "out.txt")],
		["by a link to a directory", join(opened, "up", "secret.txt")],
		["in a directory of a like name", join(home, "opened-too", "near.txt")],
		["nowhere", "/no/such/file"],
		["the directory itself", opened],
	])("%s", async (_how, path) => {
		const { code, hint } = await refusal(path);
		expect(code).toBe("policy_denied");
		expect(hint).toContain("--allow-upload");
	});

	it("where no directory is open, with the flag that opens one", async () => {
		const { code, hint } = await refusal(join(opened, "plain.txt"), []);
		expect(code).toBe("policy_denied");
		expect(hint).toContain("--allow-upload <directory>");
	});

	it("where the opened directory is gone", async () => {
		expect((await refusal(join(opened, "plain.txt"), [join(home, "gone")])).code).toBe("policy_denied");
	});
});

describe("what cannot be given is named", () => {
	it.each([
		["missing.txt", "there is no such file"],
		["dangling.txt", "there is no such file"],
		["deep", "is a directory"],
		["pipe", "is not a plain file"],
		["huge.bin", "larger than the 100 MiB"],
	])("%s", async (name, words) => {
		const { code, message } = await refusal(join(opened, name));
		expect(code).toBe("bad_args");
		expect(message).toContain(words);
	});

	it("a relative path", async () => {
		expect((await refusal("plain.txt")).message).toContain("absolute path");
	});
});

it("a file that is exchanged all the time is given as one of the directory, or not at all", async () => {
	const path = join(opened, "swapped.txt");
	const decoy = join(home, "decoy");
	// The right file lies there for a few milliseconds at a time, the link for a moment.
	const exchange = `const fs = require("node:fs");
		const pause = new Int32Array(new SharedArrayBuffer(4));
		for (;;) {
			fs.writeFileSync(${JSON.stringify(decoy)}, "allowed");
			fs.renameSync(${JSON.stringify(decoy)}, ${JSON.stringify(path)});
			Atomics.wait(pause, 0, 0, 15);
			fs.symlinkSync(${JSON.stringify(secret)}, ${JSON.stringify(decoy)});
			fs.renameSync(${JSON.stringify(decoy)}, ${JSON.stringify(path)});
		}`;
	const other = spawn(process.execPath, ["-e", exchange], { stdio: "ignore" });
	const seen = new Set<string>();
	try {
		const end = performance.now() + 10_000;
		const enough = () => seen.has("allowed") && seen.size > 1;
		for (let tries = 0; tries < 300 || (!enough() && performance.now() < end); tries++) {
			const copy = await stage(path).catch((error: ReinsError) => error);
			seen.add(copy instanceof ReinsError ? copy.code : readFileSync(copy, "utf8"));
		}
	} finally {
		other.kill();
	}
	expect([...seen].filter((one) => !["allowed", "policy_denied", "bad_args"].includes(one))).toEqual([]);
	expect(seen).toContain("allowed");
	expect(seen.size).toBeGreaterThan(1);
});

it("what was opened is compared with what lies there, and with where it lay", () => {
	const path = join(opened, "plain.txt");
	const look = (at: string) => statSync(at, { bigint: true });
	const exchanged = expect.objectContaining({
		code: "bad_args",
		message: expect.stringContaining("exchanged"),
	});
	requireSame(path, path, look(path), [opened]);
	expect(() => requireSame(path, path, look(secret), [opened])).toThrow(exchanged);
	expect(() => requireSame(path, join(opened, "deep", "inner.txt"), look(path), [opened])).toThrow(exchanged);
	expect(() => requireSame(join(opened, "out.txt"), secret, look(secret), [opened])).toThrow(
		expect.objectContaining({ code: "policy_denied" }),
	);
});

it.runIf(process.platform === "linux")(
	"what is open lies in an opened directory, by whatever way it was opened",
	() => {
		const look = (at: string) => {
			const file = openSync(at, "r");
			try {
				requireInPlace(at, file, [opened]);
			} finally {
				closeSync(file);
			}
		};
		look(join(opened, "plain.txt"));
		for (const way of [secret, join(opened, "out.txt"), join(opened, "up", "secret.txt")])
			expect(() => look(way), way).toThrow(expect.objectContaining({ code: "policy_denied" }));
	},
);

it("nor is a file given out of a directory that is exchanged for a link on the way", async () => {
	const [inner, aside, link] = ["inner", "aside", "link"].map((name) => join(opened, name)) as [
		string,
		string,
		string,
	];
	const elsewhere = join(home, "elsewhere");
	for (const [directory, content] of [
		[inner, "allowed"],
		[elsewhere, "secret"],
	] as const) {
		mkdirSync(directory);
		writeFileSync(join(directory, "file.txt"), content);
	}
	symlinkSync(elsewhere, link);
	const exchange = `const { renameSync } = require("node:fs");
		const [inner, aside, link] = ${JSON.stringify([inner, aside, link])};
		for (;;) {
			renameSync(inner, aside);
			renameSync(link, inner);
			renameSync(inner, link);
			renameSync(aside, inner);
		}`;
	const other = spawn(process.execPath, ["-e", exchange], { stdio: "ignore" });
	const seen: Record<string, number> = {};
	try {
		const end = performance.now() + 10_000;
		const enough = () => (seen["allowed"] ?? 0) > 20 && Object.keys(seen).length > 1;
		for (let tries = 0; tries < 1_000 || (!enough() && performance.now() < end); tries++) {
			const copy = await stage(join(inner, "file.txt")).catch((error: ReinsError) => error);
			const told = copy instanceof ReinsError ? copy.code : readFileSync(copy, "utf8");
			seen[told] = (seen[told] ?? 0) + 1;
		}
	} finally {
		other.kill();
	}
	expect(seen).not.toHaveProperty("secret");
	expect(seen).toHaveProperty("allowed");
	expect(Object.keys(seen).length).toBeGreaterThan(1);
});
