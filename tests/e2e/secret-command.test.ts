// The secrets of a person who uses the command line: typed unseen, kept, listed without their values, and removed.

import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { reinsBinary, runReins, TestHome, until } from "@reins/testkit";
import { afterAll, expect, test } from "vitest";

const home = new TestHome();
const store = join(home.path, "state", "secrets.json");
afterAll(async () => {
	await home.empty();
	home.remove();
});

const reins = (words: string, input?: string) => runReins(home, ["secret", ...words.split(" ")], input);

test("set, list, replace and remove", async () => {
	expect(await reins("list")).toMatchObject({ code: 0, out: "There are no secrets.\n" });
	const set = await reins("set bank --origin https://bank.example --origin *.bank.test", "hunter22\n");
	expect(set).toEqual({ code: 0, out: "Kept bank, for https://bank.example, *.bank.test.\n", err: "" });
	expect(statSync(store).mode & 0o777).toBe(0o600);
	expect(readFileSync(store, "utf8")).toContain('"hunter22"');
	const again = await reins("set bank --origin bank.example --json", "hunter33");
	expect(JSON.parse(again.out)).toEqual({ name: "bank", origins: ["bank.example"], replaced: true });
	const { out } = await reins("list --json");
	expect(JSON.parse(out)).toEqual([{ name: "bank", origins: ["bank.example"], set: expect.any(String) }]);
	expect((await reins("list")).out).toMatch(/^bank {2}bank\.example {2}\d{4}-/);
	expect((await reins("remove bank")).out).toBe("Removed bank.\n");
	expect(readFileSync(store, "utf8")).not.toContain("hunter");
});

test.each([
	["", /takes set, list or remove/],
	["show bank", /takes set, list or remove/],
	["set", /<name>/],
	["set --origin a.example", /<name>/],
	["set bank", /belongs to a site/],
	["set bank --origin *", /not for every site/],
	["set bank --origin a.example hunter22", /Unexpected argument/],
	["set bank --origin a.example --value hunter22", /Unknown option/],
	["remove nobody", /no secret "nobody"/],
])("reins secret %s", async (words, reason) => {
	const { code, err } = await reins(words, "hunter22");
	expect(code).toBe(2);
	expect(err).toMatch(reason);
	expect(err).toMatch(/\n {2}\S/);
});

test("at a terminal the value is asked for and not shown", async () => {
	const words = `${process.execPath} ${reinsBinary} secret set typed --origin a.example`;
	const terminal = spawn("/usr/bin/script", ["-qec", words, "/dev/null"], { env: home.env });
	let screen = "";
	terminal.stdout.on("data", (piece) => {
		screen += piece;
	});
	const ended = new Promise((resolve) => terminal.once("close", resolve));
	await until("it asks", () => screen.includes("Value (not shown):"));
	terminal.stdin.write("hunter44\r");
	expect(await ended).toBe(0);
	expect(screen).toContain("Kept typed, for a.example.");
	expect(screen).not.toContain("hunter");
	expect(readFileSync(store, "utf8")).toContain('"hunter44"');
});
