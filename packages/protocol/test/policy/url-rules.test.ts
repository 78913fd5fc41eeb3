import { expect, test } from "vitest";
import { decide } from "../../src/policy/decide.ts";
import { effectivePolicy } from "../../src/policy/effective.ts";
import { judgeUrl } from "../../src/policy/url-rules.ts";
import { urlTable } from "./url-table.ts";

const underGood = effectivePolicy({
	preset: "strict",
	flags: { allow: ["*.good.com"], enableMutations: false, unsafeEnableEval: false, unsafeAllDomains: false },
});

test("the table has at least 250 different URLs", () => {
	expect(new Set(urlTable.map(([text]) => text)).size).toBe(urlTable.length);
	expect(urlTable.length).toBeGreaterThanOrEqual(250);
});

test.each(urlTable.map(([text, verdict, allowed]) => ({ text, verdict, allowed })))(
	"$text is $verdict",
	({ text, verdict, allowed }) => {
		const judged = judgeUrl(text);
		const said = !judged.ok ? judged.code : judged.kind === "blank" ? "blank" : `site ${judged.url.hostname}`;
		expect(said).toBe(verdict);
		const decision = decide(underGood, "read", text);
		expect(decision.allow ? "yes" : "no").toBe(allowed);
		if (!judged.ok) expect(decision).toMatchObject({ code: verdict });
	},
);

test("a URL is judged alike when V8 has compiled the judge", () => {
	const verdicts = Array.from({ length: 30_000 }, () => judgeUrl("https://fa\u00df.de/").ok);
	expect(verdicts.indexOf(false)).toBe(-1);
});

test("a restricted URL is told by its scheme, lower case", () => {
	expect(judgeUrl("View-Source:https://good.com/")).toEqual({
		ok: false,
		code: "restricted_url",
		reason: "Pages of the scheme view-source: are never driven.",
	});
});

test("a dropped character is named", () => {
	expect(judgeUrl("https://good.com/\t")).toMatchObject({
		reason: "The URL contains a control character or white space (U+0009).",
	});
	expect(judgeUrl("https://good.com\\")).toMatchObject({ reason: "The URL contains a backslash." });
});

test("no reason repeats what may be a secret", () => {
	for (const text of [
		"https://u:hunter2@good.com/",
		"data:hunter2",
		"https://good.com./?hunter2",
		"hunter2",
	]) {
		expect(JSON.stringify(judgeUrl(text))).not.toContain("hunter2");
	}
});
