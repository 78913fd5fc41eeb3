// What somebody has put where Reins keeps a file: a link, a directory, a pipe, a socket, a file of another user. The
// start is refused with the path in the message, nothing is followed, waited for or overwritten; and whoever opens such
// a file later without that look does not either.

import { execFileSync } from "node:child_process";
import {
	chownSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { LogFile } from "../src/daemon/log.ts";
import { ownKey } from "../src/keys/own-key.ts";
import { launcherPath } from "../src/native-host/launcher.ts";
import { writeWhole } from "../src/native-host/own-files.ts";
import { type Places, placesFor } from "../src/places/places.ts";
import { preparePlaces } from "../src/places/private-directory.ts";
import { appendPrivate, readPrivate, writePrivate } from "../src/places/private-file.ts";
import { SeatRecord } from "../src/sessions/seat-record.ts";
import { TabRegistry } from "../src/sessions/tab-registry.ts";

const isRoot = process.getuid?.() === 0;
const STRANGER = 65_534;

let base: string;
let places: Places;
let precious: string;
const servers: Server[] = [];
beforeEach(() => {
	base = mkdtempSync(join(tmpdir(), "reins-planted-"));
	places = placesFor({
		platform: "linux",
		env: { REINS_HOME: join(base, "home") },
		homedir: base,
		user: "ada",
	});
	preparePlaces(places);
	precious = join(base, "precious");
	writeFileSync(precious, "precious", { mode: 0o644 });
});
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
	rmSync(base, { recursive: true, force: true });
});

/** Every file that Reins keeps by name in its own rooms. */
const ours = [
	"state/broker-key.json",
	"state/known-browsers.json",
	"state/waiting-browsers.json",
	"state/pairing.json",
	"state/client-key.json",
	"state/secrets.json",
	"state/seats.json",
	"state/next-tab",
	"state/native-host.json",
	"logs/broker.log",
	"logs/broker.log.1",
	"logs/audit.jsonl",
	"logs/shim.log",
	"run/claim.lock",
	"run/broker.sock",
];

/** Ways to be in the place of a file; each has something that must stay as it is. */
const plants: Record<string, (path: string) => void> = {
	"a link to a file": (path) => symlinkSync(precious, path),
	"a link to nowhere": (path) => symlinkSync(join(base, "nowhere"), path),
	"a link to a directory": (path) => symlinkSync(base, path),
	"a directory": (path) => mkdirSync(path),
	"a pipe": (path) => execFileSync("/usr/bin/mkfifo", [path]),
	...(isRoot && {
		"a file of another user": (path: string) => {
			writeFileSync(path, "theirs");
			chownSync(path, STRANGER, STRANGER);
		},
		"a device": (path: string) => execFileSync("/usr/bin/mknod", [path, "c", "1", "3"]),
	}),
};

function untouched(path: string, kind: string): void {
	expect(readFileSync(precious, "utf8")).toBe("precious");
	expect(lstatSync(precious).mode & 0o777).toBe(0o644);
	expect(readdirSync(base).sort()).toEqual(["home", "precious"]);
	const found = lstatSync(path);
	if (kind === "a pipe") expect(found.isFIFO()).toBe(true);
	if (kind === "a directory") expect(readdirSync(path)).toEqual([]);
	if (kind === "a file of another user") expect(readFileSync(path, "utf8")).toBe("theirs");
}

describe.each(ours)("in the place of %s", (name) => {
	test.each(Object.keys(plants))("%s stops the start", (kind) => {
		const path = join(places.home, name);
		plants[kind]?.(path);
		expect(() => preparePlaces(places)).toThrow(
			expect.objectContaining({ code: "unsafe_directory", message: expect.stringContaining(path) }),
		);
		untouched(path, kind);
	});
});

test.runIf(isRoot)("files of other users and devices are planted too, which only root can do", () => {
	expect(Object.keys(plants)).toEqual(expect.arrayContaining(["a file of another user", "a device"]));
});

test.each(["run", "logs", "state", "profiles", "files", "host"])("%s as a link stops the start", (room) => {
	rmSync(join(places.home, room), { recursive: true, force: true });
	symlinkSync(base, join(places.home, room));
	expect(() => preparePlaces(places)).toThrow(expect.objectContaining({ code: "unsafe_directory" }));
	expect(readdirSync(base).sort()).toEqual(["home", "precious"]);
});

describe.each(Object.keys(plants))("where nobody has looked, %s", (kind) => {
	const planted = (name: string) => {
		const path = join(places.home, name);
		plants[kind]?.(path);
		return path;
	};
	const unsafe = expect.objectContaining({ code: "unsafe_directory" });

	test("is not read, nor waited for", () => {
		const path = planted("state/some.json");
		expect(() => readPrivate(path)).toThrow(unsafe);
	});

	test("gets no line at its end", () => {
		const path = planted("logs/some.log");
		expect(() => appendPrivate(path)).toThrow(unsafe);
		untouched(path, kind);
	});

	test("is replaced by what is written, or the writing fails; nothing is written through it", () => {
		const path = planted("state/some.json");
		try {
			writePrivate(path, "ours");
			expect(lstatSync(path).isFile()).toBe(true);
			expect(lstatSync(path).mode & 0o777).toBe(0o600);
			expect(readFileSync(path, "utf8")).toBe("ours");
		} catch (error) {
			expect(error).toMatchObject({ code: "unsafe_directory" });
		}
		expect(readFileSync(precious, "utf8")).toBe("precious");
		expect(readdirSync(base).sort()).toEqual(["home", "precious"]);
		expect(readdirSync(places.state)).toEqual(["some.json"]);
	});

	test("does not become the log, and costs no call", () => {
		const path = planted("logs/broker.log");
		new LogFile(path).write("event", {});
		untouched(path, kind);
	});

	test("is not taken for the broker's key, and gives none away", () => {
		planted("state/broker-key.json");
		expect(() => ownKey("broker", places.state)).toThrow(unsafe);
		expect(readFileSync(precious, "utf8")).toBe("precious");
	});

	test("tells nothing of seats and numbers", () => {
		planted("state/seats.json");
		planted("state/next-tab");
		expect(new SeatRecord(places.state).find("any")).toBeUndefined();
		// There were tabs, and nobody knows how many.
		const registry = new TabRegistry(places.state);
		expect(() => registry.find("t12", "s", "e", () => "")).toThrow(
			expect.objectContaining({ code: "stale_tab" }),
		);
	});

	test("is not written through by an installation", () => {
		const path = launcherPath(places.home, "linux");
		mkdirSync(join(places.home, "host"), { mode: 0o700 });
		plants[kind]?.(path);
		try {
			writeWhole(path, "#!/bin/sh\n", 0o700);
			expect(lstatSync(path).isFile()).toBe(true);
		} catch (error) {
			expect(error).toMatchObject({ code: "unsafe_directory" });
		}
		expect(readFileSync(precious, "utf8")).toBe("precious");
		expect(readdirSync(base).sort()).toEqual(["home", "precious"]);
	});
});

test("a socket lies where the broker listens, and nowhere else", async () => {
	const server = createServer();
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(places.address, resolve));
	preparePlaces(places);
	expect(() => readPrivate(places.address)).toThrow(expect.objectContaining({ code: "unsafe_directory" }));
});

test("what Reins writes is its owner's alone under any umask", () => {
	const before = process.umask(0);
	try {
		const path = join(places.state, "some.json");
		writePrivate(path, "ours", { lasting: true });
		new LogFile(join(places.logs, "broker.log")).write("event", {});
		new SeatRecord(places.state).set("s", { instance: "br" });
		new TabRegistry(places.state).save();
		for (const room of [places.state, places.logs]) {
			for (const name of readdirSync(room)) {
				expect(lstatSync(join(room, name)).mode & 0o777, name).toBe(0o600);
			}
		}
		expect(readdirSync(places.state).sort()).toEqual(["next-tab", "seats.json", "some.json"]);
	} finally {
		process.umask(before);
	}
});
