// The file that holds the person's secrets: private, whole, and refused where anybody else could have a hand in it.

import { execFileSync } from "node:child_process";
import {
	chmodSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReinsError } from "@reins/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SecretStore } from "../src/secrets/secret-store.ts";
import { Secrets } from "../src/secrets/secrets.ts";

const bank = { name: "bank", origins: ["https://bank.example"], value: "hunter22" };
let directory: string;
let store: SecretStore;

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "reins-secrets-"));
	store = new SecretStore(directory);
});
afterEach(() => rmSync(directory, { recursive: true }));

function refusal(run: () => unknown): ReinsError {
	try {
		run();
	} catch (error) {
		return error as ReinsError;
	}
	throw new Error("It was not refused.");
}

describe("the store", () => {
	test("keeps, replaces and forgets, in a file of the owner's alone, and leaves no other", () => {
		expect(store.list()).toEqual([]);
		expect(store.set(bank)).toBe(false);
		expect(store.set({ ...bank, name: "other" })).toBe(false);
		expect(store.set({ ...bank, value: "hunter33" })).toBe(true);
		expect(store.list().map(({ name, value }) => [name, value])).toEqual([
			["other", "hunter22"],
			["bank", "hunter33"],
		]);
		expect(lstatSync(store.path).mode & 0o777).toBe(0o600);
		store.remove("other");
		expect(new SecretStore(directory).list().map(({ name }) => name)).toEqual(["bank"]);
		expect(readdirSync(directory)).toEqual(["secrets.json"]);
	});

	test("sees what another process has written", () => {
		store.set(bank);
		new SecretStore(directory).set({ ...bank, value: "hunter44" });
		expect(store.list()[0]?.value).toBe("hunter44");
		rmSync(store.path);
		expect(store.list()).toEqual([]);
	});

	const plants: [string, (path: string) => void][] = [
		["that others may read", (path) => chmodSync(path, 0o640)],
		["that others may write", (path) => chmodSync(path, 0o602)],
		["that is a link", (path) => replace(path, () => symlinkSync(join(directory, "elsewhere"), path))],
		["that is a directory", (path) => replace(path, () => mkdirSync(path, 0o700))],
		["that is a pipe", (path) => replace(path, () => execFileSync("/usr/bin/mkfifo", ["-m", "600", path]))],
		["that is broken", (path) => writeFileSync(path, '[{"name": "x", "value": "hunter22"')],
		["that holds something else", (path) => writeFileSync(path, '[{"name": "x", "value": "hunter22"}]')],
	];
	test.each(plants)("refuses a file %s, for reading and for writing", (_, plant) => {
		store.set(bank);
		writeFileSync(join(directory, "elsewhere"), readFileSync(store.path), { mode: 0o600 });
		plant(store.path);
		for (const run of [() => store.list(), () => store.set(bank), () => store.remove("bank")]) {
			const { code, message, hint } = refusal(run);
			expect(code).toBe("unsafe_directory");
			expect(`${message} ${hint}`).toContain(store.path);
			expect(`${message} ${hint}`).not.toContain("hunter22");
		}
	});

	const wrong: [string, Partial<typeof bank>, RegExp][] = [
		["no name", { name: "" }, /not a name/],
		["a name that is a path", { name: "../x" }, /not a name/],
		["a name that is an option", { name: "--json" }, /not a name/],
		["a long name", { name: "a".repeat(41) }, /not a name/],
		["no site", { origins: [] }, /belongs to a site/],
		["every site", { origins: ["bank.example", "*"] }, /not for every site/],
		["a site that is none", { origins: ["https://bank.example/path"] }, /not a site pattern/],
		["too many sites", { origins: Array.from({ length: 51 }, () => "a.example") }, /at most 50/],
		["no value", { value: "" }, /is empty/],
		["only spaces", { value: "    " }, /is empty/],
		["a short value", { value: " abc " }, /has 3 characters/],
		["a value that is short but for a run", { value: "a\\\\\\\\b" }, /has 3 characters/],
		["a long value", { value: "a".repeat(201) }, /more than 200/],
		["two lines", { value: "hunter\n22" }, /cannot be seen/],
		["what cannot be seen", { value: "hunter\u200b22" }, /cannot be seen/],
	];
	test.each(wrong)("refuses %s, and does not repeat the value", (_, given, reason) => {
		const { code, message, hint } = refusal(() => store.set({ ...bank, ...given }));
		expect(code).toBe("bad_args");
		expect(message).toMatch(reason);
		expect(hint).not.toBe("");
		if (given.value?.trim()) expect(message + hint).not.toContain(given.value);
		expect(store.list()).toEqual([]);
	});

	test("has room for 200", () => {
		const full = Array.from({ length: 200 }, (_, at) => ({ ...bank, name: `s${at}`, set: "" }));
		writeFileSync(store.path, JSON.stringify(full), { mode: 0o600 });
		expect(refusal(() => store.set(bank)).message).toContain("200 secrets already");
		expect(store.set({ ...bank, name: "s7" })).toBe(true);
	});
});

describe("what the broker knows", () => {
	let secrets: Secrets;
	beforeEach(() => {
		secrets = new Secrets(store);
	});

	test("is found by name; an unknown name is told the others, and no value", () => {
		store.set(bank);
		expect(secrets.find("bank").value).toBe("hunter22");
		const { code, message, hint } = refusal(() => secrets.find("bonk"));
		expect(code).toBe("bad_args");
		expect(message).toContain('no secret "bonk"');
		expect(hint).toContain("bank");
		expect(message + hint).not.toContain("hunter22");
	});

	test("is masked from when it is there until the end, changed or removed as it may be", () => {
		expect(secrets.mask("hunter22 hunter33")).toBe("hunter22 hunter33");
		store.set(bank);
		secrets.refresh();
		store.set({ ...bank, value: "hunter33" });
		secrets.refresh();
		store.remove("bank");
		secrets.refresh();
		expect(secrets.mask("hunter22 hunter33")).toBe("[secret bank] [secret bank]");
	});

	test("the longer of two values goes first", () => {
		store.set(bank);
		store.set({ ...bank, name: "long", value: "my-hunter22-too" });
		secrets.refresh();
		expect(secrets.mask("my-hunter22-too hunter22")).toBe("[secret long] [secret bank]");
	});

	test("is taken out of errors, with their hints, data and stacks, and of data but for pictures", () => {
		store.set(bank);
		secrets.refresh();
		const data = { list: [{ at: "hunter22" }], before: [{ type: "image", mimeType: "x", data: "hunter22" }] };
		const error = new ReinsError("timeout", "no hunter22", { hint: "see hunter22", data });
		const told = secrets.maskError(error);
		expect(told.toWire()).toEqual({
			code: "timeout",
			message: "no [secret bank]",
			hint: "see [secret bank]",
			retry: "look_first",
			data: { list: [{ at: "[secret bank]" }], before: data.before },
		});
		expect(told.stack).toContain("secret-store.test.ts");
		expect(told.stack).not.toContain("hunter22");
		expect(secrets.maskError(new TypeError("hunter22")).toWire().message).toBe("[secret bank]");
	});

	test("cannot be trusted: nothing is found, and what is known stays masked", () => {
		store.set(bank);
		secrets.refresh();
		chmodSync(store.path, 0o644);
		expect(refusal(() => secrets.refresh()).code).toBe("unsafe_directory");
		expect(refusal(() => secrets.find("bank")).code).toBe("unsafe_directory");
		expect(secrets.mask("hunter22")).toBe("[secret bank]");
	});
});

function replace(path: string, by: () => void): void {
	rmSync(path);
	by();
}
