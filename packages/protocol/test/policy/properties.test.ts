// What must hold for every policy and every URL, not only for those that somebody thought of.

import fc from "fast-check";
import { expect, test } from "vitest";
import { effects } from "../../src/effects.ts";
import { decide } from "../../src/policy/decide.ts";
import { effectivePolicy } from "../../src/policy/effective.ts";
import { matches, parsePattern } from "../../src/policy/origin-pattern.ts";
import { parsePolicyFile } from "../../src/policy/parse-file.ts";
import type { Policy, PolicyFile } from "../../src/policy/policy.ts";
import { judgeUrl } from "../../src/policy/url-rules.ts";

// Few labels, so that hosts and patterns meet often.
const label = fc.constantFrom("a", "b", "evil", "evila", "com", "localhost", "xn--bcher-kva");
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const address = fc.constantFrom(
	"127.0.0.1",
	"10.0.0.1",
	"169.254.169.254",
	"8.8.8.8",
	"0.0.0.0",
	"[::1]",
	"[fd00::1]",
);
const host = fc.oneof({ weight: 4, arbitrary: name }, address);
const scheme = fc.constantFrom("http", "https");
const port = fc.constantFrom("", ":80", ":443", ":8080");
const siteUrl = fc.tuple(scheme, host, port).map(([s, h, p]) => `${s}://${h}${p}/x`);
const anyUrl = fc.oneof(
	{ weight: 6, arbitrary: siteUrl },
	fc.constantFrom("about:blank", "file:///x", "chrome://x", "", "https://a@b/", "https://a.com./"),
	fc.string({ unit: "binary" }),
	fc.webUrl(),
);
const pattern = fc
	.oneof(
		{ weight: 1, arbitrary: fc.constant("*") },
		{
			weight: 9,
			arbitrary: fc
				.tuple(
					fc.constantFrom("", "http://", "https://"),
					fc.constantFrom("", "*."),
					host,
					fc.oneof(port, fc.constant(":*")),
				)
				.map((parts) => parts.join("")),
		},
	)
	.filter((text) => {
		try {
			parsePattern(text);
			return true;
		} catch {
			return false;
		}
	});
const patterns = fc.array(pattern, { maxLength: 4 });
const effect = fc.constantFrom(...effects);
const someEffects = fc.subarray([...effects]);
const rule = fc.record(
	{ origins: fc.array(pattern, { minLength: 1, maxLength: 3 }), effects: someEffects },
	{ requiredKeys: ["origins"] },
);
const preset = fc.constantFrom("strict", "sandbox", "unsafe", "ask");
const policy: fc.Arbitrary<Policy> = fc.record(
	{
		preset,
		source: fc.constantFrom("flags", "file"),
		allow: fc.array(rule, { maxLength: 4 }),
		deny: patterns,
		only: patterns,
		effects: someEffects,
		loopback: fc.boolean(),
		privateNetwork: fc.boolean(),
		allowAllTabs: fc.boolean(),
		closedFrames: fc.boolean(),
	},
	{
		requiredKeys: [
			"preset",
			"source",
			"allow",
			"deny",
			"effects",
			"loopback",
			"privateNetwork",
			"allowAllTabs",
			"closedFrames",
		],
	},
);
const file: fc.Arbitrary<PolicyFile> = fc.record(
	{
		preset: fc.constantFrom("strict", "unsafe", "ask"),
		allow: fc.array(rule, { maxLength: 3 }),
		deny: patterns,
		effects: someEffects,
		loopback: fc.boolean(),
		privateNetwork: fc.boolean(),
	},
	{ requiredKeys: [] },
);
const flags = fc.record({
	allow: patterns,
	enableMutations: fc.boolean(),
	unsafeEnableEval: fc.boolean(),
	unsafeAllDomains: fc.boolean(),
});
const noFlags = { allow: [], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false };
const circumstances = fc.record(
	{
		scope: fc.constantFrom("document", "argument", "session"),
		origin: fc.oneof(
			fc.constant("null"),
			siteUrl.map((url) => new URL(url).origin),
		),
	},
	{ requiredKeys: [] },
);

const runs = { numRuns: 2_000 };
const yes = (...args: Parameters<typeof decide>) => decide(...args).allow;

test("a pattern with a host matches only that host and, with *., what ends in it after a dot", () => {
	fc.assert(
		fc.property(pattern, siteUrl, (text, urlText) => {
			const url = new URL(urlText);
			if (text === "*" || !matches(parsePattern(text), url)) return;
			const written = text.replace(/^https?:\/\//, "").replace(/:[\d*]+$/, "");
			const labels = url.hostname.split(".");
			const suffixes = labels.map((_, index) => labels.slice(index).join("."));
			if (written.startsWith("*.")) expect(suffixes).toContain(written.slice(2));
			else expect(url.hostname).toBe(written);
		}),
		runs,
	);
});

test("any text before or after an allowed host, without a dot between, is another host", () => {
	fc.assert(
		// With "xn--" before it, a host would have to be punycode, and is none.
		fc.property(
			fc.stringMatching(/^[a-z0-9-]{1,8}$/).filter((text) => !text.startsWith("xn--")),
			(text) => {
				const wild = parsePattern("*.good.com");
				expect(matches(wild, new URL(`https://${text}good.com/`))).toBe(false);
				expect(matches(wild, new URL(`https://good.com${text}.example/`))).toBe(false);
				expect(matches(wild, new URL(`https://good.com.${text}.example/`))).toBe(false);
				expect(matches(wild, new URL(`https://${text}.good.com/`))).toBe(true);
			},
		),
		runs,
	);
});

test("a further denial never turns a no into a yes, and closes what it names", () => {
	fc.assert(
		fc.property(policy, pattern, effect, anyUrl, circumstances, (before, denied, what, url, where) => {
			const after = { ...before, deny: [...before.deny, denied] };
			if (yes(after, what, url, where)) expect(yes(before, what, url, where)).toBe(true);
			const verdict = judgeUrl(url);
			const isNamed = verdict.ok && verdict.kind === "site" && matches(parsePattern(denied), verdict.url);
			if (isNamed && where.scope !== "session") expect(yes(after, what, url, where)).toBe(false);
		}),
		runs,
	);
});

test("a further rule, effect or leave never turns a yes into a no", () => {
	fc.assert(
		fc.property(policy, rule, effect, anyUrl, (before, added, what, url) => {
			if (!yes(before, what, url)) return;
			expect(yes({ ...before, allow: [...before.allow, added] }, what, url)).toBe(true);
			expect(yes({ ...before, effects }, what, url)).toBe(true);
			expect(yes({ ...before, loopback: true, privateNetwork: true }, what, url)).toBe(true);
		}),
		runs,
	);
});

test("beside a file no flag turns a no into a yes", () => {
	fc.assert(
		fc.property(preset, file, flags, effect, anyUrl, (name, written, given, what, url) => {
			const alone = effectivePolicy({ preset: name, file: written, flags: noFlags });
			const both = effectivePolicy({ preset: name, file: written, flags: given });
			if (yes(both, what, url)) expect(yes(alone, what, url)).toBe(true);
		}),
		runs,
	);
});

test("a site outside --allow is never open, with a file or without", () => {
	fc.assert(
		fc.property(
			preset,
			fc.option(file, { nil: undefined }),
			flags,
			effect,
			siteUrl,
			(name, written, given, what, url) => {
				if (given.allow.length === 0 || given.allow.some((text) => matches(parsePattern(text), new URL(url))))
					return;
				expect(yes(effectivePolicy({ preset: name, file: written, flags: given }), what, url)).toBe(false);
			},
		),
		runs,
	);
});

test("whatever the policy, a yes is for a website or a blank page", () => {
	fc.assert(
		fc.property(policy, effect, fc.oneof(anyUrl, fc.string({ unit: "grapheme" })), (given, what, url) => {
			if (!yes(given, what, url)) return;
			expect(url).toMatch(/^(?:https?:\/\/|about:blank)/i);
			expect(new URL(url).username).toBe("");
		}),
		runs,
	);
});

test("the judge never throws, and what it passes is a fixed point of parsing", () => {
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string({ unit: "binary" }),
				fc.string().map((text) => `https://${text}`),
			),
			(text) => {
				const verdict = judgeUrl(text);
				if (verdict.ok) expect(judgeUrl(verdict.url.href)).toMatchObject({ ok: true, kind: verdict.kind });
			},
		),
		runs,
	);
});

test("what JSON.stringify writes is read back, with comments between", () => {
	fc.assert(
		fc.property(file, fc.constantFrom("", " ", "\n", "// x\n", "/* } */"), (written, between) => {
			const text = JSON.stringify(written, null, 1).replaceAll("\n", `${between}\n`);
			expect(parsePolicyFile(text)).toEqual(JSON.parse(JSON.stringify(written)));
		}),
	);
});

test("a file that JSON.parse refuses is refused, whatever was done to it", () => {
	fc.assert(
		fc.property(file, fc.nat(), fc.string({ maxLength: 3 }), (written, at, noise) => {
			const whole = JSON.stringify(written);
			const cut = at % (whole.length + 1);
			const text = whole.slice(0, cut) + noise + whole.slice(cut + 1);
			if (/\/[/*]/.test(text)) return;
			const accepts = (read: (text: string) => unknown) => {
				try {
					read(text);
					return true;
				} catch {
					return false;
				}
			};
			if (accepts(parsePolicyFile)) expect(accepts(JSON.parse)).toBe(true);
		}),
		runs,
	);
});
