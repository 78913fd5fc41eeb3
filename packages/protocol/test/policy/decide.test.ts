import { describe, expect, test } from "vitest";
import { type Effect, effects } from "../../src/effects.ts";
import { decide } from "../../src/policy/decide.ts";
import { effectivePolicy, type PolicyFlags } from "../../src/policy/effective.ts";
import { type Policy, type PolicyFile, type PresetName, presets } from "../../src/policy/policy.ts";

function policyOf(preset: PresetName, flags: Partial<PolicyFlags> = {}, file?: PolicyFile): Policy {
	return effectivePolicy({
		preset,
		file,
		flags: { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false, ...flags },
	});
}

/** One word for a decision, so that tables stay readable. */
function word(decision: ReturnType<typeof decide>): string {
	if (decision.allow) return "yes";
	return { policy_denied: "no", needs_approval: "ask", restricted_url: "restricted", bad_url: "bad" }[
		decision.code
	];
}

// The columns: read navigate act eval download upload storage cdp
const strictSite = policyOf("strict", { allow: ["shop.example"] });
const strictActing = policyOf("strict", { allow: ["shop.example"], enableMutations: true });
const strictEval = policyOf("strict", { allow: ["shop.example"], unsafeEnableEval: true });
const askSite = policyOf("ask", { allow: ["shop.example"] });
const named = policyOf("sandbox", { allow: ["*", "http://10.0.0.1", "0.0.0.0"] });

// biome-ignore format: one row a line reads as a table
const matrix: readonly (readonly [name: string, policy: Policy | undefined, url: string, expected: string])[] = [
	["no policy", undefined, "https://shop.example/", "no no no no no no no no"],
	["no policy", undefined, "about:blank", "no no no no no no no no"],

	["strict", presets.strict, "https://shop.example/", "no no no no no no no no"],
	["strict", presets.strict, "http://localhost:3000/", "no no no no no no no no"],
	["strict", presets.strict, "http://192.168.0.1/", "no no no no no no no no"],
	["strict", presets.strict, "about:blank", "yes yes no no no no no no"],
	["strict", presets.strict, "file:///etc/passwd", "restricted restricted restricted restricted restricted restricted restricted restricted"],
	["strict", presets.strict, "nonsense", "bad bad bad bad bad bad bad bad"],

	["strict --allow", strictSite, "https://shop.example/", "yes yes no no no no no no"],
	["strict --allow", strictSite, "https://www.shop.example/", "no no no no no no no no"],
	["strict --allow", strictSite, "https://other.example/", "no no no no no no no no"],
	["strict --allow", strictSite, "about:blank", "yes yes no no no no no no"],
	["strict --enable-mutations", strictActing, "https://shop.example/", "yes yes yes no no no no no"],
	["strict --enable-mutations", strictActing, "https://other.example/", "no no no no no no no no"],
	["strict --enable-mutations", strictActing, "about:blank", "yes yes yes no no no no no"],
	["strict --unsafe-enable-eval", strictEval, "https://shop.example/", "yes yes no yes no no no no"],
	["strict --unsafe-enable-eval", strictEval, "https://other.example/", "no no no no no no no no"],
	["strict --unsafe-enable-eval", strictEval, "about:blank", "yes yes no yes no no no no"],

	["sandbox", presets.sandbox, "https://shop.example/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://8.8.8.8/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://localhost:3000/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://127.0.0.1:3000/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://0x7f.1/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://[::1]/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://[::ffff:7f00:1]/", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "http://10.0.0.1/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://192.168.0.1/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://172.16.0.1/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://100.64.0.1/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://[fd00::1]/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://[::ffff:10.0.0.1]/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://169.254.169.254/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://0xa9fea9fe/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://metadata.google.internal/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://[fe80::1]/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://0.0.0.0:3000/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://[::]/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "http://router/", "no no no no no no no no"],
	["sandbox", presets.sandbox, "about:blank", "yes yes yes yes no no no no"],
	["sandbox", presets.sandbox, "file:///etc/passwd", "restricted restricted restricted restricted restricted restricted restricted restricted"],
	["sandbox", presets.sandbox, "https://a@b.example/", "bad bad bad bad bad bad bad bad"],
	["sandbox, hosts named", named, "http://10.0.0.1/", "yes yes yes yes no no no no"],
	["sandbox, hosts named", named, "http://10.0.0.1:8080/", "no no no no no no no no"],
	["sandbox, hosts named", named, "http://0.0.0.0:3000/", "yes yes yes yes no no no no"],
	["sandbox, hosts named", named, "http://10.0.0.2/", "no no no no no no no no"],

	["unsafe", presets.unsafe, "https://shop.example/", "yes yes yes yes yes yes yes yes"],
	["unsafe", presets.unsafe, "http://localhost:3000/", "yes yes yes yes yes yes yes yes"],
	["unsafe", presets.unsafe, "http://192.168.0.1/", "yes yes yes yes yes yes yes yes"],
	["unsafe", presets.unsafe, "http://169.254.169.254/", "yes yes yes yes yes yes yes yes"],
	["unsafe", presets.unsafe, "http://[::]/", "yes yes yes yes yes yes yes yes"],
	["unsafe", presets.unsafe, "about:blank", "yes yes yes yes yes yes yes yes"],
	["unsafe", presets.unsafe, "file:///etc/passwd", "restricted restricted restricted restricted restricted restricted restricted restricted"],
	["unsafe", presets.unsafe, "chrome://settings/", "restricted restricted restricted restricted restricted restricted restricted restricted"],
	["unsafe", presets.unsafe, "about:srcdoc", "restricted restricted restricted restricted restricted restricted restricted restricted"],
	["unsafe", presets.unsafe, "https://example.com./", "bad bad bad bad bad bad bad bad"],

	["ask", presets.ask, "https://shop.example/", "ask ask ask no ask ask no no"],
	["ask", presets.ask, "http://localhost:3000/", "ask ask ask no ask ask no no"],
	["ask", presets.ask, "http://192.168.0.1/", "ask ask ask no ask ask no no"],
	["ask", presets.ask, "about:blank", "yes yes yes no no no no no"],
	["ask", presets.ask, "file:///etc/passwd", "restricted restricted restricted restricted restricted restricted restricted restricted"],
	["ask --allow", askSite, "https://shop.example/", "yes yes ask no ask ask no no"],
	["ask --allow", askSite, "https://other.example/", "ask ask ask no ask ask no no"],
];

describe("preset × URL × effect", () => {
	test.each(matrix)("%s", (_name, policy, url, expected) => {
		const said = effects.map((effect) => word(decide(policy, effect, url)));
		expect(`${url}: ${said.join(" ")}`).toBe(`${url}: ${expected}`);
	});
});

describe("the rules of a file", () => {
	const policy = policyOf(
		"strict",
		{},
		{
			allow: [
				{ origins: ["*.example.com"] },
				{ origins: ["https://app.example.com"], effects: ["act"] },
				{ origins: ["*"], effects: ["download"] },
			],
			deny: ["admin.example.com"],
			effects: ["read"],
		},
	);

	// biome-ignore format: one row a line reads as a table
	test.each([
		["https://www.example.com/", "yes no no no yes no no no"],
		["https://app.example.com/", "yes no yes no yes no no no"],
		["http://app.example.com/", "yes no no no yes no no no"],
		["https://app.example.com:8443/", "yes no no no yes no no no"],
		["https://admin.example.com/", "no no no no no no no no"],
		["https://admin.example.com:8443/", "no no no no no no no no"],
		["https://x.admin.example.com/", "yes no no no yes no no no"],
		["https://other.test/", "no no no no yes no no no"],
		["http://10.0.0.1/", "no no no no no no no no"],
		["about:blank", "yes yes yes no no no no no"],
	])("%s", (url, expected) => {
		expect(effects.map((effect) => word(decide(policy, effect, url))).join(" ")).toBe(expected);
	});

	test("--allow keeps what both lists have", () => {
		const file: PolicyFile = { allow: [{ origins: ["*.example.com"] }] };
		const narrowed = policyOf("strict", { allow: ["https://app.example.com", "other.test"] }, file);
		expect(word(decide(narrowed, "read", "https://app.example.com/"))).toBe("yes");
		expect(word(decide(narrowed, "read", "http://app.example.com/"))).toBe("no");
		expect(word(decide(narrowed, "read", "https://www.example.com/"))).toBe("no");
		expect(word(decide(narrowed, "read", "https://other.test/"))).toBe("no");
	});

	test("--allow names no private host that the file did not name", () => {
		const file: PolicyFile = { allow: [{ origins: ["*"] }] };
		expect(word(decide(policyOf("strict", { allow: ["10.0.0.1"] }, file), "read", "http://10.0.0.1/"))).toBe(
			"no",
		);
	});

	test("deny * closes everything", () => {
		const closed = policyOf("sandbox", {}, { preset: "unsafe", deny: ["*"] });
		for (const effect of effects) expect(word(decide(closed, effect, "https://example.com/"))).toBe("no");
	});
});

describe("about:blank", () => {
	const policy = policyOf("strict", { allow: ["shop.example"], enableMutations: true });

	// biome-ignore format: one row a line reads as a table
	test.each([
		["https://shop.example", "yes"],
		["https://bank.example", "no"],
		["null", "yes"],
		["://", "yes"],
		["", "yes"],
		["chrome-extension://abc", "restricted"],
		["file://", "restricted"],
		["garbage", "bad"],
		["about:blank", "no"],
	])("made by %j is judged as that site", (origin, expected) => {
		expect(word(decide(policy, "read", "about:blank", { origin }))).toBe(expected);
		expect(word(decide(policy, "act", "about:blank", { scope: "document", origin }))).toBe(expected);
	});

	test("as the goal of a navigation has no maker", () => {
		const circumstances = { scope: "argument", origin: "https://bank.example" } as const;
		expect(word(decide(policy, "navigate", "about:blank", circumstances))).toBe("yes");
	});

	test("the origin never stands in for the URL of a site", () => {
		const circumstances = { origin: "https://shop.example" };
		expect(word(decide(policy, "read", "https://bank.example/", circumstances))).toBe("no");
		expect(word(decide(policy, "read", "file:///x", circumstances))).toBe("restricted");
	});

	test("what reaches beyond the document needs every site without exception", () => {
		const all: PolicyFile = { preset: "unsafe" };
		expect(word(decide(policyOf("strict", {}, all), "cdp", "about:blank"))).toBe("yes");
		expect(word(decide(policyOf("strict", { allow: ["*"] }, all), "cdp", "about:blank"))).toBe("yes");
		expect(word(decide(policyOf("strict", { allow: ["a.com"] }, all), "cdp", "about:blank"))).toBe("no");
		const but: PolicyFile = { preset: "unsafe", deny: ["bank.example"] };
		expect(word(decide(policyOf("strict", {}, but), "cdp", "about:blank"))).toBe("no");
	});
});

describe("the session itself", () => {
	test("is no site, and its URL is not looked at", () => {
		const said = (policy: Policy | undefined) =>
			effects.map((effect) => word(decide(policy, effect, "", { scope: "session" }))).join(" ");
		expect(said(undefined)).toBe("no no no no no no no no");
		expect(said(presets.strict)).toBe("yes yes no no no no no no");
		expect(said(presets.ask)).toBe("yes yes yes no no no no no");
		expect(said(presets.sandbox)).toBe("yes yes yes yes no no no no");
		expect(said(presets.unsafe)).toBe("yes yes yes yes yes yes yes yes");
	});
});

describe("when in doubt, no", () => {
	test("an effect that is not in the table", () => {
		for (const effect of ["write", "", "READ", "__proto__", "constructor"]) {
			const decision = decide(presets.unsafe, effect as Effect, "https://example.com/");
			expect(decision).toMatchObject({ allow: false, code: "policy_denied" });
			expect(word(decide(presets.unsafe, effect as Effect, "about:blank"))).toBe("no");
			const listing: Policy = { ...presets.unsafe, effects: [effect as Effect] };
			expect(word(decide(listing, effect as Effect, "https://example.com/"))).toBe("no");
		}
	});

	test("no policy, and that is said", () => {
		expect(decide(undefined, "read", "https://example.com/")).toMatchObject({
			allow: false,
			code: "policy_denied",
			reason: "There is no policy.",
		});
	});

	test("a policy that cannot be read", () => {
		const broken: unknown[] = [
			null,
			{},
			{ ...presets.unsafe, allow: undefined },
			{ ...presets.unsafe, allow: [{}] },
			{ ...presets.unsafe, deny: undefined },
			{ ...presets.unsafe, deny: ["*.com"] },
			{ ...presets.unsafe, allow: [{ origins: ["*"] }, { origins: ["not a site"] }] },
			{ ...presets.unsafe, only: ["https://a.com/path"] },
		];
		for (const policy of broken) {
			expect(word(decide(policy as Policy, "read", "https://example.com/"))).toBe("no");
			expect(word(decide(policy as Policy, "read", "about:blank"))).toBe("no");
		}
	});
});

describe("what is said", () => {
	const said = (policy: Policy, effect: Effect, url: string) => decide(policy, effect, url);

	test("a yes names its rule", () => {
		expect(said(presets.sandbox, "act", "https://a.com/")).toEqual({
			allow: true,
			rule: 'allow[0] "*": act',
		});
		expect(said(presets.strict, "read", "about:blank")).toEqual({
			allow: true,
			rule: "about:blank: no site is concerned",
		});
	});

	test("a no says why and what to do, by where the policy comes from", () => {
		expect(said(presets.strict, "read", "https://a.com/x?secret")).toEqual({
			allow: false,
			code: "policy_denied",
			reason: "https://a.com is not an allowed site.",
			hint: "Stay on allowed sites, or ask the person to start Reins with --allow https://a.com.",
		});
		expect(said(policyOf("strict", { allow: ["a.com"] }), "act", "https://a.com/")).toMatchObject({
			reason: "act is not allowed at https://a.com.",
			hint: "Ask the person to start Reins with --enable-mutations.",
		});
		expect(said(presets.sandbox, "read", "http://10.0.0.1/")).toMatchObject({
			reason: 'http://10.0.0.1 is a private address, which "*" does not cover.',
		});
		const file = policyOf("strict", { enableMutations: true }, { allow: [{ origins: ["a.com"] }] });
		expect(said(file, "act", "https://a.com/")).toMatchObject({
			hint: 'Ask the person to add "act" to the policy file; no flag can.',
		});
		expect(said(policyOf("unsafe", {}, { deny: ["*.a.com"] }), "read", "https://b.a.com/")).toMatchObject({
			reason: 'https://b.a.com is closed by deny "*.a.com".',
		});
		expect(said(presets.ask, "act", "https://a.com/")).toEqual({
			allow: false,
			code: "needs_approval",
			reason: "The person has not allowed act at https://a.com.",
			hint: "Ask the person to answer in the browser, then call again.",
		});
	});
});

test("a backslash is refused in an argument and understood in a committed URL", () => {
	const url = "https://example.org/?path=C:\\x";
	expect(decide(presets.unsafe, "navigate", url, { scope: "argument" })).toMatchObject({ code: "bad_url" });
	expect(decide(presets.unsafe, "read", url, { scope: "document" })).toMatchObject({ allow: true });
	// Where the host ends must not depend on who reads the backslash.
	const odd = "https://example.org\\@evil.example/";
	expect(decide(presets.unsafe, "read", odd, { scope: "document" }).allow).toBe(false);
});
