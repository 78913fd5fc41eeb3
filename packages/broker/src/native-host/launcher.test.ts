import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { launcherPath, launcherText, readLauncher } from "./launcher.ts";

const folder = mkdtempSync(join(tmpdir(), "reins-launcher-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "launcher");

const nasty = [
	"/plain/path",
	"/with space/x",
	"/it's/here",
	"/'/''/'",
	'/"double"/$HOME/`id`/$(id)',
	"/back\\slash/*?[a]",
	"/new\nline",
	"/-x/;rm",
	"/uml\u00e4ut/\u{1f512}",
];

it.each(nasty)("a shell takes the path %j as it is", (path) => {
	// In place of Node: a program that says what it was given.
	const parts = { node: "/usr/bin/printf", program: "%s\\0%s\\0%s\\0", home: path };
	writeFileSync(file, launcherText(parts, "linux").replace("exec ", 'printf "%s\\0" "$REINS_HOME"\nexec '));
	const said = execFileSync("/bin/sh", [file, `chrome-extension://${path}/`], { encoding: "utf8" });
	expect(said.split("\0").slice(0, 3)).toEqual([path, "shim", `chrome-extension://${path}/`]);
});

it.each(nasty)("is read back as it was written: %j", (path) => {
	const parts = { node: `${path}/node`, program: `${path}/reins.js`, home: path };
	writeFileSync(file, launcherText(parts, "linux"));
	expect(readLauncher(file, "linux")).toEqual(parts);
});

it("is read back on Windows too", () => {
	const parts = { node: "C:\\100% node\\node.exe", program: "C:\\it's\\reins.js", home: "C:\\a b" };
	const text = launcherText(parts, "win32");
	writeFileSync(file, text);
	expect(readLauncher(file, "win32")).toEqual(parts);
	expect(text).toContain('"C:\\100%% node\\node.exe"');
	// Anything printed would be read as a message.
	for (const line of text.trim().split("\r\n")) expect(line).toMatch(/^@/);
});

it.each(['C:\\a"b', "C:\\a\nb"])("a path that a batch file cannot hold is refused: %j", (home) => {
	expect(() => launcherText({ node: "n", program: "p", home }, "win32")).toThrow(/batch file/);
});

it.each(["", "#!/bin/sh\nexec node reins.js shim\n", "\0\0"])(
	"what we did not write is not read: %j",
	(text) => {
		writeFileSync(file, text);
		expect(readLauncher(file, "linux")).toBeUndefined();
	},
);

it("lies in REINS_HOME", () => {
	expect(launcherPath("/home/a/.reins", "linux")).toBe("/home/a/.reins/host/reins-host");
	expect(launcherPath("C:\\Reins", "win32")).toBe("C:\\Reins\\host\\reins-host.bat");
});
