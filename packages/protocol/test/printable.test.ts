// What cannot be seen does not come through, and everything that can be seen does.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain, printable, visibleJson } from "../src/index.ts";

const HIDDEN = [
	..."\u0000\u0007\u0008\u000b\u000c\u001b\u007f\u0080\u0085\u009b\u009f",
	..."\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e",
	..."\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206f\u3164\ufe00\ufeff\uffa0\ufff9\ufffa\ufffb",
	..."\u{e0001}\u{e0020}\u{e0041}\u{e007f}\u{e0100}\u{e01ef}",
	"\ud800",
	"\udc00",
];

/** Written apart from the code under test: every code point that must not come through, joiners aside. */
function isHidden(code: number): boolean {
	const within = (...ranges: [number, number][]) => ranges.some(([from, to]) => code >= from && code <= to);
	return (
		(code < 0x20 && code !== 0x0a && code !== 0x09) ||
		within(
			[0x7f, 0x9f],
			[0xad, 0xad],
			[0x61c, 0x61c],
			[0x200b, 0x200b],
			[0x200e, 0x200f],
			[0x2028, 0x202e],
		) ||
		within([0x2060, 0x206f], [0xd800, 0xdfff], [0xfeff, 0xfeff], [0xfff9, 0xfffb], [0xe0000, 0xe0fff])
	);
}

describe("many lines", () => {
	test.each(HIDDEN.map((char) => [char.codePointAt(0)?.toString(16), char]))(
		"U+%s is left out",
		(_, char) => {
			expect(plain(`a${char}b`)).toBe("ab");
		},
	);

	test("lines and tabs stay, and all line ends are one", () => {
		expect(plain("a\tb\n\nc")).toBe("a\tb\n\nc");
		expect(plain("a\r\nb\rc\u2028d\u2029e")).toBe("a\nb\nc\nd\ne");
	});

	test.each([
		"می‌خواهم",
		"क्‍ष र्‍य",
		"ශ්‍රී ලංකා",
		"👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 ❤️ ❤︎ 1️⃣ 🧑🏽‍🚀",
		"Grüße, 世界 👋 z̲͜a é ﷽ Ελλάδα עברית العربية 🇩🇪",
		"a\u00a0b\u3000c",
		"\u0600\u06dd \ue000",
	])("%s is what it was", (text) => {
		expect(plain(text)).toBe(text);
		expect(printable(text)).toBe(text.replace(/\s/g, " "));
	});

	test("joiners and selectors that join nothing carry nothing", () => {
		expect(plain("a\u200db\u200cc")).toBe("abc");
		expect(plain("\u0627\u200c\u200d\u200c\u0628")).toBe("\u0627\u0628");
		expect(plain("👋\u200d!")).toBe("👋!");
		expect(plain("👋\ufe0f\ufe0f\ufe01\u{e0141}")).toBe("👋\ufe0f");
		expect(plain("x\ufe0f\u200d👋")).toBe("x👋");
	});

	test("escape sequences are only letters afterwards", () => {
		expect(plain("\u001b[2J\u001b]8;;https://x\u0007link\u009b31m")).toBe("[2J]8;;https://xlink31m");
	});

	const piece = fc.oneof(
		fc.constantFrom(...HIDDEN, "\u200c", "\u200d", "\ufe0f", "\ufe0e", "\u20e3", "\r", "\n", "\t", " "),
		fc.constantFrom("👋", "👩", "💻", "🏽", "1", "#", "\u0627", "\u0628", "क", "्", "a", "<"),
		fc.string({ unit: "binary", maxLength: 4 }),
	);
	const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

	test("nothing hidden survives, and a second time changes nothing", () => {
		fc.assert(
			fc.property(texts, (text) => {
				const clean = plain(text);
				expect([...clean].filter((char) => isHidden(char.codePointAt(0) as number))).toEqual([]);
				expect(plain(clean)).toBe(clean);
			}),
			{ numRuns: 5_000 },
		);
	});

	test("one line has no line end, no more than its length, and a second time changes nothing", () => {
		fc.assert(
			fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, longest) => {
				const line = printable(text, longest);
				expect([...line].filter((char) => isHidden(char.codePointAt(0) as number))).toEqual([]);
				expect(line).not.toMatch(/[\n\r\t]/);
				expect(line.length).toBeLessThanOrEqual(longest + 1);
				expect(printable(line, longest + 1)).toBe(line);
			}),
			{ numRuns: 5_000 },
		);
	});

	test("JSON shows what is hidden, and means the same", () => {
		fc.assert(
			fc.property(fc.jsonValue({ noUnicodeString: false }), texts, (value, text) => {
				const shown = visibleJson(JSON.stringify({ value, [text]: text }));
				expect([...shown].filter((char) => isHidden(char.codePointAt(0) as number))).toEqual([]);
				expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify({ value, [text]: text })));
			}),
			{ numRuns: 2_000 },
		);
	});

	test("four megabytes take no time to speak of", () => {
		for (const line of ["A line of a page.\n", "Grüße aus 世界\n", "hid\u200bden\u202e\n", "👩‍💻\n"]) {
			const text = line.repeat(Math.ceil(4_000_000 / line.length));
			// Of the processor's time, which other work on the machine does not change.
			const started = process.cpuUsage();
			plain(text);
			expect(process.cpuUsage(started).user / 1_000, line).toBeLessThan(1_500);
		}
	});
});
