// The list of guards is true: each is in the sources under its name, each check that says it is one is in the list,
// and no promise of docs/security.md is without. That tests hold them is shown by `npm run guards`.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readTree } from "../architecture/tree.ts";
import { type Guard, promises } from "./guard.ts";
import { guards } from "./list.ts";
import { root } from "./plugin.ts";
import { taggedIn, takeOut } from "./take-out.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");

test("there are as many as one can count, and no two of one name", () => {
	const names = guards.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
	expect(names.length).toBeGreaterThanOrEqual(100);
	expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
});

describe("each guard", () => {
	test.each(guards.map((guard) => [guard.name, guard] as const))("%s", (_name, guard) => {
		const text = read(guard.file);
		const without = takeOut(text, guard);
		expect(without).not.toBe(text);
		expect(without).toContain(`{ ${guard.gone} }`);
		expect(guard.keeps).toMatch(/^[A-Z].*\.$/);
		for (const path of guard.tests) {
			expect(path).toMatch(/^(packages|tests\/matrix)\/.*\.test\.ts$/);
			expect(existsSync(join(root, path)), path).toBe(true);
		}
		expect(guard.tests.length).toBeGreaterThan(0);
	});
});

test("every check that says it is a guard is in the list, where it stands", () => {
	const tagged = sources().flatMap(({ path, text }) => taggedIn(text).map((name) => `${path} ${name}`));
	expect(tagged.sort()).toEqual(guards.map(({ file, name }) => `${file} ${name}`).sort());
});

test("every promise of docs/security.md has guards, and guards keep nothing else", () => {
	const promised = [...read("docs/security.md").matchAll(/^\| \*\*(.+?)\*\*/gm)].map(
		([, words]) => words ?? "",
	);
	const open = promised.filter((words) => !promises.some((promise) => words.startsWith(promise)));
	expect(open, "promises that are not in guard.ts").toEqual([]);
	const unwritten = promises.filter((promise) => !promised.some((words) => words.startsWith(promise)));
	expect(unwritten, "promises that docs/security.md does not make").toEqual([]);
	const unkept = promises.filter((promise) => !guards.some((guard) => guard.promise === promise));
	expect(unkept, "promises without a guard").toEqual([]);
});

describe("a guard that is not there is missed", () => {
	const guard: Guard = {
		name: "no-strangers",
		keeps: "Nobody.",
		promise: promises[0],
		file: "a.ts",
		check: "requireKnown",
		gone: "return;",
		tests: ["a.test.ts"],
	};
	const tag = "// @guard no-strangers\n";
	test.each([
		["gone", "export function other(): void {}\n"],
		["without its line", "function requireKnown(): void { throw 1; }\n"],
		["under another name", "// @guard another\nfunction requireKnown(): void { throw 1; }\n"],
		[
			"twice",
			`${tag}function requireKnown() {}\nclass A { requireKnown() {} }\nconst requireKnown = () => {};\n`,
		],
	])("%s", (_how, text) => {
		expect(() => takeOut(text, guard)).toThrow("no-strangers");
	});

	test.each([
		["a function", `${tag}function requireKnown(): void { throw 1; }`],
		["one that is exported", `${tag}export function requireKnown(): void { throw 1; }`],
		["an arrow", `${tag}export const requireKnown = (): void => { throw 1; };`],
	])("and %s is taken out by its body alone", (_how, text) => {
		expect(takeOut(text, guard)).toBe(text.replace("{ throw 1; }", "{ return; }"));
	});

	test("and so is a method", () => {
		const text = `class Door {\n\t${tag}\tasync #require(): Promise<void> { throw 1; }\n}`;
		expect(takeOut(text, { ...guard, check: "Door.#require" })).toContain("Promise<void> { return; }");
	});
});

test("what is shipped knows nothing of taking guards out", () => {
	const knowing = sources().filter(({ text }) =>
		/tests\/guards|take-out|without-guard|WITHOUT_GUARD/i.test(text),
	);
	expect(knowing.map(({ path }) => path)).toEqual([]);
	const builds = ["scripts/build.mjs", "scripts/build-options.mjs", "packages/extension/build.mjs"];
	for (const path of [...builds, "packages/extension/wxt.config.ts", "vitest.config.ts"]) {
		expect(read(path), path).not.toMatch(/guard/i);
	}
});

function sources(): { path: string; text: string }[] {
	return readTree().filter(
		({ path }) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !/generated|\.test\.ts$/.test(path),
	);
}
