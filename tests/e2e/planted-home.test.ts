// The product as it starts, in a home that somebody has prepared: it does not start, and says why. And in one of its
// own, under any umask: nothing in it is anybody else's to read.

import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Product, stopReins, TestHome, until } from "@reins/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";

let home: TestHome;
let product: Product | undefined;
beforeEach(() => {
	home = new TestHome();
	product = undefined;
});
afterEach(async () => {
	await product?.close();
	await stopReins(home);
	await home.empty();
	home.remove();
});

test.each<[string, (path: string) => void]>([
	["a link", (path) => symlinkSync("/etc/passwd", path)],
	["a pipe", (path) => execFileSync("/usr/bin/mkfifo", [path])],
	["a directory", (path) => mkdirSync(path)],
])("%s in the place of a file: refused by name, and nothing is left running", async (_what, plant) => {
	const path = join(home.path, "state", "seats.json");
	mkdirSync(join(home.path, "state"), { mode: 0o700 });
	plant(path);
	product = await Product.start({ home });
	const { code, error } = await product.call("tabs_list");
	expect(code).toBe("unsafe_directory");
	expect(error?.message).toContain(path);
	expect(error?.hint).toContain("Move it away");
	await until("no broker is left", () => home.brokers().length === 0);
});

test("under any umask all that is made is its owner's alone", async () => {
	const before = process.umask(0);
	try {
		product = await Product.start({ home });
		await product.must("tabs_list");
	} finally {
		process.umask(before);
	}
	writeFileSync(join(home.path, "made-by-the-test"), "", { mode: 0o644 });
	const open = readdirSync(home.path, { recursive: true, encoding: "utf8" }).filter(
		(name) => lstatSync(join(home.path, name)).mode & 0o077,
	);
	expect(open).toEqual(["made-by-the-test"]);
	expect(lstatSync(home.socket).mode & 0o777).toBe(0o600);
});
