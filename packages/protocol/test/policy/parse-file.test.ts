import { describe, expect, test } from "vitest";
import { ReinsError } from "../../src/errors.ts";
import { parsePolicyFile } from "../../src/policy/parse-file.ts";
import { policySchema, presets } from "../../src/policy/policy.ts";

function problemOf(text: string): string {
	try {
		parsePolicyFile(text);
	} catch (error) {
		if (error instanceof ReinsError && error.code === "bad_args") return error.message;
		throw error;
	}
	throw new Error("The file was accepted.");
}

test("a whole file, with comments", () => {
	const text = `// What agents may do
{
	"preset": "strict", // as always
	/* the sites
	   of work */
	"allow": [
		{ "origins": ["https://example.com", "*.example.org"], "effects": ["read", "act"] },
		{ "origins": ["http://localhost:*"] } /**/
	],
	"deny": ["admin.example.org"],
	"effects": ["read", "navigate"],
	"loopback": true, "privateNetwork": false, "allowAllTabs": false
}
// the end`;
	expect(parsePolicyFile(text)).toEqual({
		preset: "strict",
		allow: [
			{ origins: ["https://example.com", "*.example.org"], effects: ["read", "act"] },
			{ origins: ["http://localhost:*"] },
		],
		deny: ["admin.example.org"],
		effects: ["read", "navigate"],
		loopback: true,
		privateNetwork: false,
		allowAllTabs: false,
	});
});

test("an empty object is a file", () => {
	expect(parsePolicyFile("{}")).toEqual({});
	expect(parsePolicyFile("\ufeff {\r\n} ")).toEqual({});
});

test("what looks like a comment inside a text is text", () => {
	expect(problemOf('{ "deny": ["https://a.com/*x*/"] }')).toContain("it has a path");
	expect(parsePolicyFile('{ "deny": ["https://a.com"] }')).toEqual({ deny: ["https://a.com"] });
});

test("escapes", () => {
	expect(parsePolicyFile('{ "d\\u0065ny": ["\\u0061.com", "https:\\/\\/b.com"] }')).toEqual({
		deny: ["a.com", "https://b.com"],
	});
});

describe("syntax errors say where", () => {
	// biome-ignore format: one row a line reads as a table
	test.each([
		["", "line 1, column 1: a value is expected here"],
		["   \n\n ", "line 3, column 2: a value is expected here"],
		["// only this", "line 1, column 13: a value is expected here"],
		["{", "line 1, column 2: a key in double quotes is expected here"],
		['{\n\t"deny": [],\n}', "line 3, column 1: a key in double quotes is expected here"],
		["{\r\n  deny: []\r\n}", "line 2, column 3: a key in double quotes is expected here"],
		["{ 'deny': [] }", "line 1, column 3: a key in double quotes is expected here"],
		['{ "deny" [] }', "line 1, column 10: a colon is expected here"],
		['{ "deny": }', "line 1, column 11: a value is expected here"],
		['{\n  "deny": ["a.com",]\n}', "line 2, column 20: a value is expected here"],
		['{ "deny": ["a.com" "b.com"] }', 'line 1, column 20: a comma or "]" is expected here'],
		['{ "deny": ["a.com"', 'line 1, column 19: a comma or "]" is expected here'],
		['{ "deny": [] "allow": [] }', 'line 1, column 14: a comma or "}" is expected here'],
		['{ "deny": []', 'line 1, column 13: a comma or "}" is expected here'],
		['{ "deny": ["a.com] }', "line 1, column 12: this text has no closing quote on its line"],
		['{ "deny": ["a\n.com"] }', "line 1, column 12: this text has no closing quote on its line"],
		['{ "deny": ["\\x41.com"] }', "line 1, column 12: this text has an escape or a control character"],
		['{ "deny": ["a\tb"] }', "line 1, column 12: this text has an escape or a control character"],
		['{ "loopback": True }', "line 1, column 15: a value is expected here"],
		['{ "loopback": truely }', "line 1, column 15: a value is expected here"],
		['{ "loopback": 01 }', "line 1, column 15: a value is expected here"],
		['{ "loopback": undefined }', "line 1, column 15: a value is expected here"],
		["{} {}", "line 1, column 4: nothing may follow the value"],
		["{}\n\n# no", "line 3, column 1: nothing may follow the value"],
		["{ /* open", "line 1, column 3: this comment is not closed"],
		["{} /* open /", "line 1, column 4: this comment is not closed"],
		["{} /", "line 1, column 4: nothing may follow the value"],
		['{ "deny": ["a.com"],\n  "deny": [] }', 'line 2, column 3: the key "deny" is there twice'],
		['{ "deny": [], "d\\u0065ny": [] }', 'line 1, column 15: the key "deny" is there twice'],
		["\ufeff}", "line 1, column 1: a value is expected here"],
		["[".repeat(100), "line 1, column 66: it is nested too deeply"],
		["[".repeat(100_000), "it is nested too deeply"],
	])("%j", (text, problem) => {
		expect(problemOf(text)).toContain(problem);
	});
});

describe("what JSON allows and a policy does not", () => {
	const effectNames = '"read", "navigate", "act", "eval", "download", "upload", "storage", "cdp"';
	// biome-ignore format: one row a line reads as a table
	test.each([
		["[]", "line 1, column 1: the whole: this must be an object"],
		["null", "line 1, column 1: the whole: this must be an object"],
		['"strict"', "line 1, column 1: the whole: this must be an object"],
		['{\n\t"alow": []\n}', "line 2, column 2: alow: this key is not known"],
		['{ "Deny": [] }', "line 1, column 3: Deny: this key is not known"],
		['{ "__proto__": {} }', "line 1, column 3: __proto__: this key is not known"],
		['{ "constructor": {} }', "line 1, column 3: constructor: this key is not known"],
		['{ "source": "flags" }', "line 1, column 3: source: this key is not known"],
		['{ "only": [] }', "line 1, column 3: only: this key is not known"],
		['{ "allow": [\n  { "origins": ["a.com"],\n    "efects": ["read"] }\n] }', "line 3, column 5: allow[0].efects: this key is not known"],
		['{ "preset": "open" }', 'line 1, column 3: preset: this must be one of "strict", "unsafe", "ask"'],
		['{ "preset": "sandbox" }', 'line 1, column 3: preset: this must be one of "strict", "unsafe", "ask"'],
		['{ "preset": null }', "line 1, column 3: preset: this must be one of"],
		['{ "loopback": "yes" }', "line 1, column 3: loopback: this must be true or false"],
		['{ "privateNetwork": 1 }', "line 1, column 3: privateNetwork: this must be true or false"],
		['{ "deny": "a.com" }', "line 1, column 3: deny: this must be a list"],
		['{ "deny": [\n"a.com",\n1] }', "line 3, column 1: deny[1]: this must be a text"],
		['{ "effects": ["read", "write"] }', `line 1, column 23: effects[1]: this must be one of ${effectNames}`],
		['{ "allow": ["a.com"] }', "line 1, column 13: allow[0]: this must be an object"],
		['{ "allow": [{ "effects": [] }] }', "line 1, column 13: allow[0].origins: this must be a list"],
		['{ "allow": [{ "origins": [] }] }', "line 1, column 15: allow[0].origins: this must not be empty"],
		['{ "allow": [{ "origins": ["*.com"] }] }', 'line 1, column 27: allow[0].origins[0]: "*.com" is not a site pattern: "*.com" would open a whole top-level domain.'],
	])("%j", (text, problem) => {
		expect(problemOf(text)).toContain(problem);
	});
});

test("every problem is told at once, in the message and as data", () => {
	const text = '{\n"x": 1,\n"loopback": 1\n}';
	expect(problemOf(text)).toBe(
		"The policy file is not valid: line 3, column 1: loopback: this must be true or false; line 2, column 1: x: this key is not known.",
	);
	expect(() => parsePolicyFile(text)).toThrow(
		expect.objectContaining({
			data: {
				problems: [
					{ message: "loopback: this must be true or false", line: 3, column: 1 },
					{ message: "x: this key is not known", line: 2, column: 1 },
				],
			},
		}),
	);
});

test("a policy that crosses a border is checked as strictly", () => {
	for (const preset of Object.values(presets)) expect(policySchema.parse(preset)).toEqual(preset);
	expect(policySchema.safeParse({ ...presets.strict, more: 1 }).success).toBe(false);
	expect(policySchema.safeParse({ ...presets.strict, deny: ["*.com"] }).success).toBe(false);
	expect(policySchema.safeParse({ ...presets.strict, effects: ["write"] }).success).toBe(false);
	const { deny: _, ...rest } = presets.strict;
	expect(policySchema.safeParse(rest).success).toBe(false);
});
