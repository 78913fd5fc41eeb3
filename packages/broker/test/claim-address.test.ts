import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimAddress } from "../src/daemon/claim-address.ts";
import { type Places, placesFor } from "../src/places/places.ts";
import { preparePlaces } from "../src/places/private-directory.ts";

let places: Places;
const servers: Server[] = [];
beforeEach(() => {
	const home = mkdtempSync(join(tmpdir(), "reins-claim-"));
	places = placesFor({ platform: "linux", env: { REINS_HOME: home }, homedir: "/", user: "ada" });
	preparePlaces(places);
});
afterEach(async () => {
	await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
	rmSync(places.home, { recursive: true, force: true });
});

function server(): Server {
	const made = createServer((socket) => socket.destroy());
	servers.push(made);
	return made;
}

test("of ten that start at once exactly one holds the address", async () => {
	const claims = await Promise.all(Array.from({ length: 10 }, () => claimAddress(server(), places)));
	expect(claims.filter(Boolean)).toHaveLength(1);
});

test("the socket is its owner's alone under any umask", async () => {
	const before = process.umask(0);
	try {
		await claimAddress(server(), places);
	} finally {
		process.umask(before);
	}
	expect(statSync(places.address).mode & 0o777).toBe(0o600);
});

test("a socket that nobody answers is replaced, once, by ten at once", async () => {
	// A process that is killed leaves its socket file behind.
	const { spawnSync } = await import("node:child_process");
	const script = `require("node:net").createServer().listen(process.argv[1], () => process.kill(process.pid, "SIGKILL"))`;
	spawnSync(process.execPath, ["-e", script, places.address]);
	expect(existsSync(places.address)).toBe(true);
	const claims = await Promise.all(Array.from({ length: 10 }, () => claimAddress(server(), places)));
	expect(claims.filter(Boolean)).toHaveLength(1);
});

test("a lock whose holder died does not block", async () => {
	const { spawnSync } = await import("node:child_process");
	const dead = spawnSync(process.execPath, ["-e", ""]).pid;
	writeFileSync(join(places.run, "claim.lock"), String(dead));
	expect(await claimAddress(server(), places)).toBe(true);
	expect(existsSync(join(places.run, "claim.lock"))).toBe(false);
});

test("something else in the socket's place is not removed", async () => {
	writeFileSync(places.address, "precious");
	await expect(claimAddress(server(), places)).rejects.toMatchObject({ code: "unsafe_directory" });
	expect(existsSync(places.address)).toBe(true);
});

test("an old lock that names nobody does not block, and nothing is left behind", async () => {
	const lock = join(places.run, "claim.lock");
	writeFileSync(lock, "");
	const old = Date.now() / 1_000 - 10;
	utimesSync(lock, old, old);
	expect(await claimAddress(server(), places)).toBe(true);
	expect(readdirSync(places.run)).toEqual(["broker.sock"]);
});

test.runIf(process.platform === "linux")("a broker too busy to accept is not dead", async () => {
	const { spawn } = await import("node:child_process");
	const script = `require("node:net").createServer().listen({ path: process.argv[1], backlog: 1 }, () => {
		require("node:fs").writeSync(1, "listening");
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
	})`;
	const busy = spawn(process.execPath, ["-e", script, places.address], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const waiting: Socket[] = [];
	try {
		await new Promise((resolve) => busy.stdout.once("data", resolve));
		let refused: string | undefined;
		while (refused === undefined && waiting.length < 20) {
			const socket = connect(places.address);
			waiting.push(socket);
			refused = await new Promise((resolve) => {
				socket.once("connect", () => resolve(undefined));
				socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code));
			});
		}
		expect(refused).toBe("EAGAIN");
		expect(await claimAddress(server(), places)).toBe(false);
		expect(existsSync(places.address)).toBe(true);
	} finally {
		for (const socket of waiting) socket.destroy();
		busy.kill("SIGKILL");
	}
});
