// What `npm start` and `npm test` do before they begin, in checkouts that are not as they should be.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reinsBinary } from "@reins/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";

const scripts = new URL("../../scripts/", import.meta.url).href;

let checkout: string;
beforeEach(() => {
	checkout = mkdtempSync(join(tmpdir(), "reins-checkout-"));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

test("packages that somebody else installed are taken, though nothing can be noted there", () => {
	mkdirSync(join(checkout, "packages"));
	// Stands for a file that may not be written: that of a person who may write everywhere could be.
	mkdirSync(join(checkout, "node_modules/.reins-packages"), { recursive: true });
	writeFileSync(join(checkout, "package.json"), "{}");
	for (const record of ["package-lock.json", "node_modules/.package-lock.json"])
		writeFileSync(join(checkout, record), JSON.stringify({ packages: { "": {} } }));
	const script = `import { ensurePackages } from "${scripts}bootstrap/packages.mjs";
		process.stdout.write(String(await ensurePackages(process.argv[1], process.stdout)));`;
	const words = ["--input-type=module", "-e", script, checkout];
	const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", timeout: 60_000 });
	expect({ stdout, stderr }).toEqual({ stdout: "false", stderr: "" });
});

test("the command says what builds it", () => {
	mkdirSync(join(checkout, "bin"));
	const command = join(checkout, "bin/reins.mjs");
	copyFileSync(reinsBinary, command);
	const { status, stderr } = spawnSync(process.execPath, [command, "status"], { encoding: "utf8" });
	expect({ status, stderr }).toEqual({
		status: 1,
		stderr: "reins: not built yet. Run `npm start` in the checkout.\n",
	});
});
