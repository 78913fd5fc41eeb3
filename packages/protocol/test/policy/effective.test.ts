import { describe, expect, test } from "vitest";
import { ReinsError } from "../../src/errors.ts";
import { effectivePolicy, type PolicyFlags } from "../../src/policy/effective.ts";
import { parsePolicyFile } from "../../src/policy/parse-file.ts";
import { type PolicyFile, type PresetName, presets } from "../../src/policy/policy.ts";
import { sessionPolicy } from "../../src/policy/session-policy.ts";

function effective(preset: PresetName, flags: Partial<PolicyFlags> = {}, file?: PolicyFile) {
	return effectivePolicy({
		preset,
		file,
		flags: { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false, ...flags },
	});
}

describe("the presets", () => {
	test.each(["strict", "sandbox", "unsafe", "ask"] as const)("%s without flags is itself", (name) => {
		expect(effective(name)).toEqual(presets[name]);
	});

	test("are these", () => {
		expect(presets).toEqual({
			strict: {
				preset: "strict",
				source: "flags",
				allow: [],
				deny: [],
				effects: ["read", "navigate"],
				loopback: false,
				privateNetwork: false,
				allowAllTabs: false,
				closedFrames: false,
			},
			sandbox: {
				preset: "sandbox",
				source: "flags",
				allow: [{ origins: ["*"] }],
				deny: [],
				effects: ["read", "navigate", "act", "eval"],
				loopback: true,
				privateNetwork: false,
				allowAllTabs: true,
				closedFrames: true,
			},
			unsafe: {
				preset: "unsafe",
				source: "flags",
				allow: [{ origins: ["*"] }],
				deny: [],
				effects: ["read", "navigate", "act", "eval", "download", "upload", "storage", "cdp"],
				loopback: true,
				privateNetwork: true,
				allowAllTabs: true,
				closedFrames: true,
			},
			ask: {
				preset: "ask",
				source: "flags",
				allow: [],
				deny: [],
				effects: ["read", "navigate", "act", "download", "upload"],
				loopback: false,
				privateNetwork: false,
				allowAllTabs: false,
				closedFrames: true,
			},
		});
	});
});

describe("without a file flags widen", () => {
	test("strict: --allow opens, the effects stay", () => {
		expect(effective("strict", { allow: ["a.com", "*.b.com"] })).toEqual({
			...presets.strict,
			allow: [{ origins: ["a.com", "*.b.com"] }],
		});
	});

	test("strict: --enable-mutations and --unsafe-enable-eval add one effect each", () => {
		expect(effective("strict", { enableMutations: true }).effects).toEqual(["read", "navigate", "act"]);
		expect(effective("strict", { unsafeEnableEval: true }).effects).toEqual(["read", "navigate", "eval"]);
		expect(effective("strict", { enableMutations: true, unsafeEnableEval: true })).toEqual({
			...presets.strict,
			effects: ["read", "navigate", "act", "eval"],
		});
	});

	test("sandbox and unsafe: --allow closes the rest", () => {
		expect(effective("sandbox", { allow: ["a.com"] })).toEqual({
			...presets.sandbox,
			allow: [{ origins: ["a.com"] }],
		});
		expect(effective("unsafe", { allow: ["a.com"] }).allow).toEqual([{ origins: ["a.com"] }]);
	});

	test.each(["strict", "sandbox", "ask"] as const)(
		"%s: --unsafe-all-domains is the preset unsafe",
		(name) => {
			expect(effective(name, { unsafeAllDomains: true })).toEqual(presets.unsafe);
		},
	);

	test("--allow beside --unsafe-all-domains still closes the rest", () => {
		expect(effective("strict", { unsafeAllDomains: true, allow: ["a.com"] })).toEqual({
			...presets.unsafe,
			allow: [{ origins: ["a.com"] }],
		});
	});

	test("ask: --allow opens what the flags allow, the rest is asked about", () => {
		expect(effective("ask", { allow: ["a.com"] })).toEqual({
			...presets.ask,
			allow: [{ origins: ["a.com"], effects: ["read", "navigate"] }],
		});
		expect(effective("ask", { allow: ["a.com"], enableMutations: true, unsafeEnableEval: true })).toEqual({
			...presets.ask,
			effects: ["read", "navigate", "act", "eval", "download", "upload"],
			allow: [{ origins: ["a.com"], effects: ["read", "navigate", "act", "eval"] }],
		});
	});
});

describe("with a file flags only narrow", () => {
	const file: PolicyFile = { allow: [{ origins: ["a.com", "b.com"] }], deny: ["c.com"], effects: ["read"] };
	const asWritten = { ...presets.strict, ...file, source: "file" };

	test("what the file says replaces the preset, the rest is the preset's", () => {
		expect(effective("strict", {}, file)).toEqual(asWritten);
		expect(effective("sandbox", {}, file)).toEqual({ ...presets.sandbox, ...file, source: "file" });
		expect(effective("sandbox", {}, { deny: ["c.com"] })).toEqual({
			...presets.sandbox,
			deny: ["c.com"],
			source: "file",
		});
		expect(effective("sandbox", {}, { loopback: false, allowAllTabs: false })).toEqual({
			...presets.sandbox,
			loopback: false,
			allowAllTabs: false,
			source: "file",
		});
		expect(effective("strict", {}, {})).toEqual({ ...presets.strict, source: "file" });
	});

	test("the preset of the file goes before that of the session", () => {
		expect(effective("sandbox", {}, { preset: "strict" })).toEqual({ ...presets.strict, source: "file" });
		expect(effective("strict", {}, { preset: "unsafe" })).toEqual({ ...presets.unsafe, source: "file" });
		expect(effective("unsafe", {}, { preset: "ask" })).toEqual({ ...presets.ask, source: "file" });
	});

	test("the widening flags do nothing", () => {
		const all = { enableMutations: true, unsafeEnableEval: true, unsafeAllDomains: true };
		expect(effective("strict", all, file)).toEqual(asWritten);
		expect(effective("strict", all, {})).toEqual({ ...presets.strict, source: "file" });
		expect(effective("ask", all, {})).toEqual({ ...presets.ask, source: "file" });
	});

	test("what the file opens is open without flags", () => {
		expect(effective("strict", {}, { effects: ["read", "act", "eval"] }).effects).toEqual([
			"read",
			"act",
			"eval",
		]);
	});

	test("--allow is a second list that must agree", () => {
		expect(effective("strict", { allow: ["b.com", "z.com"] }, file)).toEqual({
			...asWritten,
			only: ["b.com", "z.com"],
		});
	});
});

test("a bad pattern in --allow stops the start, with a file and without", () => {
	expect(() => effective("strict", { allow: ["*.com"] })).toThrow(ReinsError);
	expect(() => effective("strict", { allow: ["https://a.com/x"] }, {})).toThrow(/it has a path/);
});

describe("uploads", () => {
	test.each(["strict", "sandbox", "unsafe", "ask"] as const)("%s opens no directory by itself", (name) => {
		expect(effective(name).uploadFrom).toBeUndefined();
	});

	test("a flag adds the effect and the directory", () => {
		const { effects, uploadFrom } = effective("strict", { allowUpload: ["/data/out"] });
		expect(effects).toEqual(["read", "navigate", "upload"]);
		expect(uploadFrom).toEqual(["/data/out"]);
	});

	test("where there is a file, only the file opens directories", () => {
		const flags = { allowUpload: ["/data/out"] };
		expect(effective("strict", flags, {}).uploadFrom).toBeUndefined();
		expect(effective("strict", flags, {}).effects).not.toContain("upload");
		expect(effective("strict", flags, { uploadFrom: ["/data/in"] }).uploadFrom).toEqual(["/data/in"]);
	});

	test("a file names directories by their whole path", () => {
		expect(parsePolicyFile('{"uploadFrom": ["/data", "C:\\\\out"]}').uploadFrom).toEqual([
			"/data",
			"C:\\out",
		]);
		expect(() => parsePolicyFile('{"uploadFrom": ["data"]}')).toThrow("absolute path of a directory");
	});
});

describe("what is at stake in a browser", () => {
	const options = {
		browser: "auto",
		window: "headless",
		noSandbox: false,
		allow: [],
		enableMutations: false,
		unsafeEnableEval: false,
		unsafeAllDomains: false,
	} as const;
	const presetOf = (kind: "managed" | "endpoint" | "extension", policy?: PresetName) =>
		sessionPolicy({ ...options, allow: [], ...(policy && { policy }) }, kind).preset;

	test("decides where nothing is said", () => {
		expect(presetOf("managed")).toBe("sandbox");
		expect(presetOf("endpoint")).toBe("strict");
		expect(presetOf("extension")).toBe("strict");
	});

	test("no word makes a sandbox of a person's own browser", () => {
		expect(presetOf("extension", "sandbox")).toBe("strict");
		expect(presetOf("managed", "sandbox")).toBe("sandbox");
		expect(presetOf("managed", "strict")).toBe("strict");
	});
});
