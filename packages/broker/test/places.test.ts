import { expect, test } from "vitest";
import { placesFor, type Surroundings } from "../src/places/places.ts";

const linux: Surroundings = { platform: "linux", env: {}, homedir: "/home/ada", user: "ada" };
const windows: Surroundings = {
	platform: "win32",
	env: { LOCALAPPDATA: "C:\\Users\\Ada\\AppData\\Local" },
	homedir: "C:\\Users\\Ada",
	user: "Ada",
};

test("Linux and macOS: everything under ~/.reins", () => {
	expect(placesFor(linux)).toEqual({
		home: "/home/ada/.reins",
		run: "/home/ada/.reins/run",
		address: "/home/ada/.reins/run/broker.sock",
		logs: "/home/ada/.reins/logs",
		audit: "/home/ada/.reins/logs/audit.jsonl",
		profiles: "/home/ada/.reins/profiles",
		state: "/home/ada/.reins/state",
		files: "/home/ada/.reins/files",
	});
	expect(placesFor({ ...linux, platform: "darwin", homedir: "/Users/ada" }).address).toBe(
		"/Users/ada/.reins/run/broker.sock",
	);
});

test("REINS_HOME moves all of it, whatever its last slash", () => {
	const places = placesFor({ ...linux, env: { REINS_HOME: "/srv/reins/" } });
	expect(places.home).toBe("/srv/reins");
	expect(places.profiles).toBe("/srv/reins/profiles");
});

test("a relative REINS_HOME would be another place for every process", () => {
	expect(() => placesFor({ ...linux, env: { REINS_HOME: "here" } })).toThrow(
		expect.objectContaining({ code: "bad_args" }),
	);
});

test("a path that the kernel would cut is refused", () => {
	const long = `/srv/${"x".repeat(80)}`;
	expect(placesFor({ ...linux, env: { REINS_HOME: long.slice(0, 84) } }).address).toHaveLength(100);
	expect(() => placesFor({ ...linux, env: { REINS_HOME: long } })).toThrow(
		expect.objectContaining({ code: "path_too_long" }),
	);
	// Bytes count, not letters.
	expect(() => placesFor({ ...linux, env: { REINS_HOME: `/srv/${"ü".repeat(42)}` } })).toThrow(
		expect.objectContaining({ code: "path_too_long" }),
	);
});

test("Windows: a pipe's name that follows from user and home alone", () => {
	const places = placesFor(windows);
	expect(places.home).toBe("C:\\Users\\Ada\\AppData\\Local\\Reins");
	expect(places.logs).toBe("C:\\Users\\Ada\\AppData\\Local\\Reins\\logs");
	expect(places.address).toMatch(/^\\\\\.\\pipe\\reins-[0-9a-f]{32}$/);
	expect(placesFor({ ...windows, user: "ADA" }).address).toBe(places.address);
	expect(placesFor({ ...windows, user: "Bob" }).address).not.toBe(places.address);
	expect(placesFor({ ...windows, env: { REINS_HOME: "D:\\reins" } }).address).not.toBe(places.address);
	expect(placesFor({ ...windows, env: {} }).home).toBe("C:\\Users\\Ada\\AppData\\Local\\Reins");
});
