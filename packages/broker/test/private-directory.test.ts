import {
	chmodSync,
	chownSync,
	lchownSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placesFor } from "../src/places/places.ts";
import { preparePlaces } from "../src/places/private-directory.ts";

let base: string;
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "reins-dir-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function places(home = join(base, "home")) {
	return placesFor({ platform: "linux", env: { REINS_HOME: home }, homedir: base, user: "ada" });
}
const unsafe = expect.objectContaining({ code: "unsafe_directory" });
const unsafeAs = (words: string) =>
	expect.objectContaining({ code: "unsafe_directory", message: expect.stringContaining(words) });

test("makes every room for its owner alone, under any umask", () => {
	const before = process.umask(0);
	try {
		const made = places();
		preparePlaces(made);
		for (const room of [made.home, made.run, made.logs, made.profiles, made.state]) {
			expect(statSync(room).mode & 0o777, room).toBe(0o700);
		}
		preparePlaces(made);
	} finally {
		process.umask(before);
	}
});

test("where home cannot be made, the hint is to choose another place", () => {
	writeFileSync(join(base, "file"), "");
	expect(() => preparePlaces(places(join(base, "file", "home")))).toThrow(
		expect.objectContaining({ code: "unsafe_directory", hint: expect.stringContaining("Set REINS_HOME to") }),
	);
});

test("refuses a home or a room that is a link", () => {
	mkdirSync(join(base, "elsewhere"), { mode: 0o700 });
	symlinkSync(join(base, "elsewhere"), join(base, "home"));
	expect(() => preparePlaces(places())).toThrow(unsafeAs("is a symbolic link"));
	mkdirSync(join(base, "second"), { mode: 0o700 });
	symlinkSync(join(base, "elsewhere"), join(base, "second", "run"));
	expect(() => preparePlaces(places(join(base, "second")))).toThrow(unsafe);
});

test("refuses a room that others may enter, and a home that others may write in", () => {
	const made = places();
	preparePlaces(made);
	chmodSync(made.run, 0o755);
	expect(() => preparePlaces(made)).toThrow(unsafe);
	chmodSync(made.run, 0o700);
	chmodSync(made.home, 0o770);
	expect(() => preparePlaces(made)).toThrow(unsafe);
});

test("refuses a home in a directory where everybody may write", () => {
	chmodSync(base, 0o777);
	expect(() => preparePlaces(places())).toThrow(unsafe);
	chmodSync(base, 0o1777);
	preparePlaces(places());
});

test("makes the parents that are missing, and ends where none can be made", () => {
	const deep = places(join(base, "a", "b", "home"));
	preparePlaces(deep);
	expect(statSync(deep.run).isDirectory()).toBe(true);
	for (const nowhere of ["/proc/reins", "/proc/reins/home", "/dev/null/home"]) {
		expect(() => preparePlaces(places(nowhere)), nowhere).toThrow(unsafe);
	}
});

test("refuses what is not a directory", () => {
	writeFileSync(join(base, "home"), "", { mode: 0o600 });
	expect(() => preparePlaces(places())).toThrow(unsafeAs("is not a directory"));
});

test.runIf(process.getuid?.() === 0)("refuses a home of another user", () => {
	mkdirSync(join(base, "home"), { mode: 0o700 });
	chownSync(join(base, "home"), 65_534, 65_534);
	expect(() => preparePlaces(places())).toThrow(unsafe);
});

test.runIf(process.getuid?.() === 0)("refuses a home below a directory of another user", () => {
	const above = join(base, "theirs");
	mkdirSync(join(above, "deep"), { recursive: true });
	chownSync(above, 65_534, 65_534);
	expect(() => preparePlaces(places(join(above, "deep", "home")))).toThrow(unsafe);
});

test("refuses a home below a directory where everybody may write, however deep", () => {
	const above = join(base, "open");
	mkdirSync(join(above, "deep"), { recursive: true });
	chmodSync(above, 0o777);
	expect(() => preparePlaces(places(join(above, "deep", "home")))).toThrow(unsafe);
});

test("a link on the way is followed to where it leads, and that is looked at", () => {
	mkdirSync(join(base, "real", "open"), { recursive: true });
	symlinkSync(join(base, "real"), join(base, "way"));
	preparePlaces(places(join(base, "way", "home")));
	chmodSync(join(base, "real", "open"), 0o777);
	symlinkSync(join(base, "real", "open"), join(base, "trap"));
	expect(() => preparePlaces(places(join(base, "trap", "home")))).toThrow(unsafe);
});

test.runIf(process.getuid?.() === 0)("a link of another user on the way is refused", () => {
	mkdirSync(join(base, "real"));
	symlinkSync(join(base, "real"), join(base, "way"));
	lchownSync(join(base, "way"), 65_534, 65_534);
	expect(() => preparePlaces(places(join(base, "way", "home")))).toThrow(unsafe);
});
