// A value is found in every spelling that pages, addresses and answers give it, and nothing else is touched.

import { describe, expect, test } from "vitest";
import { maskOf } from "../src/secrets/mask.ts";

const html = (text: string) =>
	text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const everyUnit = (text: string) =>
	Array.from(
		{ length: text.length },
		(_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`,
	).join("");

const spellings: Record<string, (value: string) => string> = {
	plain: (value) => value,
	"in a query": (value) => encodeURIComponent(value),
	"of a form": (value) => new URLSearchParams({ value }).toString().slice("value=".length),
	"in a path": (value) => encodeURI(value),
	"in an address in an address": (value) => encodeURIComponent(encodeURIComponent(value)),
	"with small hexadecimal digits": (value) =>
		encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
	"in JSON": (value) => JSON.stringify(value).slice(1, -1),
	"in JSON in JSON": (value) => JSON.stringify(JSON.stringify(value)).slice(3, -3),
	"in escapes of JSON": everyUnit,
	"in HTML": html,
	"in HTML in HTML": (value) => html(html(value)),
	"in numbers of HTML": (value) => Array.from(value, (char) => `&#${char.codePointAt(0)};`).join(""),
	"in Markdown": (value) => value.replace(/[*_|<>[\]`\\]/g, "\\$&"),
	"in capitals": (value) => value.toUpperCase(),
	"as the name of a file": (value) => value.replace(/[<>:"|?*/\\]/g, "_"),
	"with its spaces drawn together": (value) => value.replace(/\s+/g, " ").trim(),
};

describe.each([
	["letters and digits", "hunter22"],
	["every punctuation", "a!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~z"],
	["words", "correct  horse battery staple"],
	["other scripts", "пароль-密码-😀-ñ"],
	["backslashes and quotes", '\\\\"\\"x"\\'],
	["what a pattern would mean", "(.*)+$1|^[a-z]{2,}"],
])("%s", (_, value) => {
	const mask = maskOf(value, "[secret x]");
	test.each(Object.entries(spellings))("%s", (_name, spell) => {
		expect(mask(`before ${spell(value)} after ${spell(value)}`)).toBe("before [secret x] after [secret x]");
	});
});

test("spaces around a value are masked with it or not: most readers leave them out", () => {
	expect(maskOf("  open sesame ", "[s]")("say open sesame.")).toBe("say [s].");
});

test("a number may come in groups", () => {
	const mask = maskOf("DE89370400440532", "[s]");
	expect(mask("IBAN DE89 3704 0044 0532.")).toBe("IBAN [s].");
	expect(mask("IBAN DE89-3704-0044-0532.")).toBe("IBAN [s].");
});

describe("what a cut has left", () => {
	const mask = maskOf("sesame-opens-it", "[s]");
	test.each([
		["before the mark of a cut", "say sesa…", "say [s]…"],
		["nearly all of it", "say sesame-opens-i…", "say [s]…"],
		["behind it", "…s-it now", "…[s] now"],
		["where a page's text goes on", "<page-0123abcd http://a.example>\ns-it now", "\n[s] now"],
		["in a field that takes no more", '= "sesame-op"', '= "[s]"'],
		["the same in JSON", '\\"sesame-op\\"', '\\"[s]\\"'],
		["at the end of a line", "say sesame-op\nnow", "say [s]\nnow"],
		["at the end", "say sesame-op", "say [s]"],
	])("%s", (_, text, masked) => {
		expect(mask(text)).toContain(masked);
	});

	test.each([
		"ses…",
		"sesame street",
		'"sesame"',
		"sesame",
		"…it",
		"pens-it",
		"sesame.opens.it",
		"sesame opens it",
	])("%s stays", (text) => {
		expect(mask(text)).toBe(text);
	});
});

test("a text that only looks like it costs no more than its length", () => {
	const masks = ["a".repeat(200), `\\"`.repeat(50), " a".repeat(60), "+ ".repeat(60)].map((value) =>
		maskOf(value, ""),
	);
	const texts = ["a", "\\", " ", "+", '"', "\\ ", "a ", "&amp;", "%25"].map((piece) => piece.repeat(3_000));
	const started = performance.now();
	for (const mask of masks) for (const text of texts) mask(`${text}…`);
	// Where it grew with the square, this would take minutes.
	expect(performance.now() - started).toBeLessThan(20_000);
});
