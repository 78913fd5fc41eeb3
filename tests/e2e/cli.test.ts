// The command line as a person meets it.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Product, reinsBinary, TestHome, until } from "@reins/testkit";
import { afterAll, describe, expect, test } from "vitest";

const home = new TestHome();
afterAll(async () => {
	await home.empty();
	home.remove();
});

function reins(words: string[], more: Record<string, string> = {}) {
	const run = spawnSync(process.execPath, [reinsBinary, ...words], {
		env: { ...home.env, ...more },
		encoding: "utf8",
		timeout: 60_000,
	});
	return { code: run.status, out: run.stdout, err: run.stderr };
}

describe("help and errors", () => {
	test.each([
		["--help"],
		["mcp", "--help"],
		["status", "--help"],
		["stop", "--help"],
		["policy", "--help"],
		["audit", "--help"],
		["secret", "--help"],
		["doctor", "--help"],
		["broker", "--help"],
		["install", "--help"],
		["uninstall", "--help"],
		["extension", "--help"],
		["shim", "--help"],
	])("reins %s %s", (...words) => {
		const { code, out, err } = reins(words);
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(out).toContain("Usage: reins");
	});

	test("the version is the root's", () => {
		const root = new URL("../../package.json", import.meta.url);
		expect(reins(["--version"]).out).toBe(`${JSON.parse(readFileSync(root, "utf8")).version}
`);
	});

	test.each<[string[], number, RegExp]>([
		[[], 2, /^$/],
		[["dance"], 2, /no command "dance".*mcp, status/],
		[["constructor"], 2, /no command/],
		[["mcp", "--nope"], 2, /bad_args.*--nope[\s\S]*reins mcp --help/],
		[["mcp", "extra"], 2, /bad_args.*extra/],
		[["mcp", "--headless", "--headed"], 2, /exclude each other/],
		[["mcp", "--browser", "ftp://x"], 2, /--browser takes/],
		[["mcp", "--allow", "https://*"], 2, /bad_args/],
		[["mcp", "--tools", "core,nope"], 2, /bad_args.*no toolset "nope"[\s\S]*core, page/],
		[["mcp", "--tools", ""], 2, /bad_args.*no toolset ""/],
		[["mcp", "--policy", "lenient"], 2, /neither a preset .* nor a readable file/],
	])("reins %j ends with %i", (words, code, err) => {
		const run = reins(words);
		expect(run.code).toBe(code);
		expect(run.err).toMatch(err);
	});

	describe("reins policy", () => {
		const example = new URL("../../policy.example.json", import.meta.url).pathname;
		const policy = (...words: string[]) => reins(["policy", ...words]);

		test("the example is valid, and means what it says", () => {
			expect(policy("check", example)).toMatchObject({ code: 0, err: "" });
			const may = (tool: string, url: string) => policy("explain", tool, url, "--policy", example).code === 0;
			expect(may("click", "https://www.example.com/a")).toBe(true);
			expect(may("eval", "https://www.example.com/a")).toBe(false);
			expect(may("click", "https://admin.example.com/")).toBe(false);
			expect(may("snapshot", "http://intranet.example/")).toBe(true);
			expect(may("click", "http://intranet.example/")).toBe(false);
			expect(may("navigate", "https://elsewhere.test/")).toBe(false);
		});

		test("which rule decided, in which browser", () => {
			const { out, code } = policy("explain", "click", "https://a.test/x", "--allow", "a.test");
			expect(code).toBe(0);
			expect(out).toContain("click has the effect act.");
			expect(out).toContain('In a browser that Reins starts: yes, by allow[0] "a.test": act.');
			expect(out).toMatch(
				/In your own browser, with the extension: no \(policy_denied\)\..*\n.*--enable-mutations/,
			);
			const own = policy("explain", "click", "https://a.test/", "--browser", "extension", "--json");
			expect(own.code).toBe(1);
			expect(JSON.parse(own.out)).toEqual([
				expect.objectContaining({ kind: "extension", allow: false, code: "policy_denied", effect: "act" }),
			]);
		});

		test("what a session may do", () => {
			const { out } = policy("show", "--browser", "extension", "--policy", "sandbox", "--allow", "a.test");
			expect(out).toContain("In your own browser");
			expect(out).toMatch(/preset +strict/);
			expect(out).toMatch(/allowed +a\.test: read, navigate/);
			const shown = JSON.parse(policy("show", "--json").out) as {
				kind: string;
				policy: { preset: string };
			}[];
			expect(shown.map(({ kind, policy: { preset } }) => [kind, preset])).toEqual([
				["managed", "sandbox"],
				["extension", "strict"],
			]);
		});

		test.each<[string[], RegExp]>([
			[[], /takes check, show or explain/],
			[["dance"], /takes check, show or explain, not "dance"/],
			[["check"], /Give <file> first/],
			[["check", "nowhere.json"], /bad_args: nowhere\.json is no file that can be read: ENOENT/],
			// A preset is no file.
			[["check", "strict"], /bad_args: strict is no file that can be read: ENOENT/],
			[["explain", "click"], /Give <tool> <url> first/],
			[["explain", "dance", "https://a.test/"], /no tool "dance"[\s\S]*click/],
			[["show", "--nope"], /--nope/],
		])("reins policy %j is refused", (words, err) => {
			const run = policy(...words);
			expect(run.code).toBe(2);
			expect(run.err).toMatch(err);
		});
	});

	test("a broken policy file stops the start and says where", () => {
		const file = join(home.path, "broken.json");
		writeFileSync(file, '{\n  "preset": "strict",\n  "alow": []\n}');
		const unknown = reins(["mcp", "--policy", file]);
		expect(unknown.code).toBe(2);
		expect(unknown.err).toContain("alow");
		writeFileSync(file, '{\n  "preset": strict\n}');
		const broken = reins(["mcp", "--policy", file]);
		expect(broken.code).toBe(2);
		expect(broken.err).toMatch(/line 2/);
	});

	test("a relative REINS_HOME, one that is too long, and one that is not private", () => {
		expect(reins(["status"], { REINS_HOME: "here" }).err).toContain("REINS_HOME is not an absolute path");
		expect(reins(["status"], { REINS_HOME: `/tmp/${"x".repeat(100)}` }).err).toContain("path_too_long");
		const open = join(home.path, "open");
		mkdirSync(open);
		chmodSync(open, 0o777);
		const { code, out } = reins(["doctor"], { REINS_HOME: open });
		expect(code).toBe(1);
		expect(out).toMatch(/BROKEN\s+home: unsafe_directory/);
		expect(out).toMatch(/skipped\s+browser/);
	});
});

test("status and stop start nothing and say so", () => {
	expect(reins(["status"])).toMatchObject({ code: 0, out: expect.stringContaining("No broker is running") });
	expect(JSON.parse(reins(["status", "--json"]).out)).toEqual({ running: false });
	expect(reins(["stop"])).toMatchObject({ code: 0, out: "No broker was running.\n" });
	expect(home.brokers()).toEqual([]);
});

test("doctor measures the whole way", () => {
	const { code, out } = reins(["doctor"]);
	expect(out).toMatch(/ok\s+broker and page: a page was opened and read/);
	expect(code).toBe(0);
	if (process.getuid?.() === 0) expect(out).toMatch(/note\s+sandbox: .*root/);
	const findings = JSON.parse(reins(["doctor", "--json"]).out) as { check: string; state: string }[];
	expect(findings.map(({ check }) => check)).toEqual([
		"node",
		"home",
		"broker",
		"strangers",
		"browser",
		"window",
		"sandbox",
		"broker and page",
		"your own browser",
	]);
});

test("no browser on the machine: what was looked for, and where", () => {
	const { code, out } = reins(["doctor"], { PATH: "/nowhere", REINS_CHROME: "/nowhere/chrome" });
	expect(code).toBe(1);
	expect(out).toMatch(/BROKEN\s+browser: no_browser: .*\/nowhere\/chrome/);
});

test("status and stop of a broker at work", async () => {
	const product = await Product.start({ home, flags: ["--session", "my work"] });
	await product.must("tab_new");
	const status = JSON.parse(reins(["status", "--json"]).out);
	expect(status.sessions).toContainEqual(
		expect.objectContaining({ label: "my work", connected: true, policy: "sandbox", tabs: 1 }),
	);
	expect(status.browsers).toHaveLength(1);
	expect(reins(["status"]).out).toContain("my work");
	const refused = reins(["stop"]);
	expect(refused.code).toBe(1);
	expect(refused.err).toContain("--force");
	expect(reins(["stop", "--force"]).code).toBe(0);
	await until("the browser has ended", () => home.browsers().length === 0);
	expect((await product.must("tab_new")).text).toMatch(/^t\d+/);
	await product.close();
});
