// eval: values, what the page throws, promises, and answers that are too large.

import { expect } from "vitest";
import { type CaseContext, group } from "../case.ts";

async function evaluated({ must }: CaseContext, expression: string, more: Record<string, unknown> = {}) {
	return JSON.parse((await must("eval", { expression, ...more })).text) as Record<string, unknown>;
}

export const evalCases = group("eval", {
	"values of every kind": async (context) => {
		await context.open("<h1>Values</h1>");
		const table: [expression: string, value: unknown, type: string][] = [
			["1 + 1", 2, "number"],
			["'text'", "text", "string"],
			["true", true, "boolean"],
			["null", null, "null"],
			["undefined", null, "undefined"],
			["({ a: [1, { b: 2 }] })", { a: [1, { b: 2 }] }, "object"],
			["[1, 2]", [1, 2], "object"],
		];
		for (const [expression, value, type] of table) {
			expect(await evaluated(context, expression), expression).toEqual({
				ok: true,
				value,
				type,
				truncated: false,
			});
		}
	},
	"numbers that JSON has no word for": async (context) => {
		await context.open("<h1>Values</h1>");
		expect((await evaluated(context, "0 / 0"))["value"]).toBe("NaN");
		expect((await evaluated(context, "12n"))["value"]).toBe("12n");
	},
	"what the page throws is an answer": async (context) => {
		await context.open("<h1>Values</h1>");
		const thrown = await evaluated(context, "null.x");
		expect(thrown["ok"]).toBe(false);
		expect(thrown["error"]).toContain("TypeError");
		expect((await evaluated(context, "(() => { throw 7 })()"))["error"]).toContain("7");
		expect((await evaluated(context, "1 +"))["error"]).toContain("SyntaxError");
	},
	"a promise is waited for, or not": async (context) => {
		await context.open("<h1>Values</h1>");
		expect((await evaluated(context, "new Promise((r) => setTimeout(r, 5, 'late'))"))["value"]).toBe("late");
		expect((await evaluated(context, "Promise.reject(new Error('no'))"))["error"]).toContain("no");
		expect((await evaluated(context, "Promise.resolve(1)", { awaitPromise: false }))["value"]).toEqual({});
	},
	"an answer that is too large is cut": async (context) => {
		await context.open("<h1>Values</h1>");
		const large = await evaluated(context, "'x'.repeat(400000)");
		expect(large).toMatchObject({ ok: true, truncated: true });
		expect(String(large["value"]).length).toBe(256 * 1_024);
	},
	"an expression of three megabytes arrives whole": async (context) => {
		await context.open("<h1>Values</h1>");
		const long = "x".repeat(3_000_000);
		expect((await evaluated(context, `"${long}".length`))["value"]).toBe(3_000_000);
	},
	"unicode goes both ways": async (context) => {
		await context.open("<h1>Values</h1>");
		expect((await evaluated(context, "'日本 \u{1f600} ü'"))["value"]).toBe("日本 \u{1f600} ü");
	},
	"it runs in the page's own world": async (context) => {
		await context.open("<script>mine = 41</script>");
		expect((await evaluated(context, "++mine"))["value"]).toBe(42);
		expect((await evaluated(context, "typeof chrome?.runtime?.id"))["value"]).toBe("undefined");
	},
	"the page is left unmarked": async (context) => {
		await context.open("<button>Press</button>");
		await context.must("snapshot");
		await context.must("click", { selector: "button" });
		expect((await evaluated(context, "document.body.innerHTML"))["value"]).toBe("<button>Press</button>");
	},
	"a script that leaves the page says so": async (context) => {
		const there = context.serve("<h1>There</h1>");
		await context.open("<h1>Here</h1>");
		const answer = await evaluated(context, `location.href = "${there}"; new Promise(() => {})`);
		expect(answer["ok"]).toBe(false);
		expect((await context.must("navigate", { url: there })).text).toContain(there);
	},
	"missing and wrong arguments": async ({ call, open }) => {
		await open("<h1>Values</h1>");
		expect((await call("eval")).code).toBe("bad_args");
		expect((await call("eval", { expression: 7 })).code).toBe("bad_args");
	},
});
