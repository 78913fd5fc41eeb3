import { describe, expect, test } from "vitest";
import { limits } from "../../src/limits.ts";
import { parseStrict, refuseUnreadable } from "../../src/wire/strict-json.ts";
import { refusal, unlessBadFrame } from "./support.ts";

const strict = (text: string) => parseStrict(text, { duplicates: true });
const loose = (text: string) => parseStrict(text, { duplicates: false });

describe("accepted", () => {
	test.each([
		["{}"],
		[' \t\r\n{"a":1} \n'],
		['{"a":[1,-2.5,3e2,true,false,null,"x",{},[]]}'],
		['{"constructor":1,"prototype":{"constructor":2},"toString":3,"hasOwnProperty":4}'],
		['{"":{"":{"":1}}}'],
		['{"a":{"k":1},"b":{"k":2},"c":[{"k":3},{"k":4}]}'],
		['{"text":"a: b, {c}: [d] \\" : \\\\"}'],
		['{"😀":"raw","\\ud83d\\ude01":"escaped pair","nul":"\\u0000"}'],
		['{"max":9007199254740991,"min":-9007199254740991,"small":1e-300,"half":4503599627370495.5}'],
		['{"0":1,"1":2,"4294967295":3,"-1":4}'],
		['{"text":"__proto__"}'],
		['{"__proto":1,"proto__":2,"__PROTO__":3}'],
	])("%s", (text) => {
		expect(strict(text)).toEqual(JSON.parse(text));
		expect(loose(text)).toEqual(JSON.parse(text));
	});
});

describe("not valid JSON", () => {
	test.each([
		[""],
		[" "],
		["{"],
		['{"a":1'],
		['{"a":1}}'],
		['{"a":1}{"b":2}'],
		['{"a":1,}'],
		["{'a':1}"],
		["{a:1}"],
		['{"a":01}'],
		['{"a":NaN}'],
		['{"a":undefined}'],
		['{"a":"x\ny"}'],
		['{"a":"\\x41"}'],
		['{"a":"\\u12"}'],
		['{"a":"unterminated'],
		['{"a":"unterminated\\'],
		['{"a":1}//'],
		['\ufeff{"a":1}'],
		["]]]]{}"],
	])("%j", (text) => {
		expect(refusal(() => strict(text))).toBe("The message is not valid JSON.");
		expect(refusal(() => loose(text))).toBe("The message is not valid JSON.");
	});

	test("the refusal quotes nothing of the text", () => {
		let thrown: unknown;
		try {
			loose('{"token":s3cret}');
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toMatchObject({ code: "bad_frame" });
		expect(thrown).not.toHaveProperty("cause");
		expect(String(thrown)).not.toContain("s3cret");
	});
});

test.each([["[]"], ["[{}]"], ['"text"'], ["1"], ["null"], ["true"]])("not an object: %s", (text) => {
	expect(refusal(() => loose(text))).toContain("not a JSON object");
});

describe("depth", () => {
	const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`;
	const arrays = (depth: number) => `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

	test.each([[objects], [arrays]])("%o", (nested) => {
		expect(loose(nested(limits.jsonDepth))).toEqual(JSON.parse(nested(limits.jsonDepth)));
		expect(refusal(() => loose(nested(limits.jsonDepth + 1)))).toContain("nested deeper");
		expect(refusal(() => strict(nested(100_000)))).toContain("nested deeper");
	});

	test("siblings do not add up, brackets in strings do not count", () => {
		expect(loose(`{"a":[${"[],{},".repeat(1_000)}0]}`)).toHaveProperty("a");
		expect(loose(`{"a":"${"[{".repeat(1_000)}"}`)).toHaveProperty("a");
		expect(loose(`{"a":"\\"${"[{".repeat(1_000)}\\\\"}`)).toHaveProperty("a");
	});

	test("a string is left where it ends, whatever backslashes it has and however long it is", () => {
		const nest = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
		for (let length = 0; length < 80; length++) {
			for (const escapes of ["", '\\"', "\\\\", '\\\\\\"', '\\"\\\\']) {
				for (const tail of ["", "tail"]) {
					const before = `{"s":"${"x".repeat(length)}${escapes}${tail}","n":`;
					expect(loose(`${before}${nest(limits.jsonDepth - 1)}}`)).toHaveProperty("n");
					expect(refusal(() => loose(`${before}${nest(limits.jsonDepth)}}`))).toContain("deeper");
				}
			}
		}
	});

	test("an endless beginning is refused without trouble", () => {
		refusal(() => strict('{"a":'.repeat(100_000)));
		refusal(() => strict("[".repeat(5_000_000)));
		refusal(() => strict("}".repeat(1_000_000)));
	});
});

describe("__proto__", () => {
	test.each([
		['{"__proto__":{}}'],
		['{"a":[{"b":{"__proto__":1}}]}'],
		['{"__proto\\u005f_":1}'],
		['{"\\u005f\\u005f\\u0070\\u0072\\u006f\\u0074\\u006f\\u005f\\u005f":1}'],
		['{"__proto__":1,"__proto__":2}'],
	])("%s", (text) => {
		expect(refusal(() => loose(text))).toContain("__proto__");
	});
});

describe("half of a surrogate pair", () => {
	test.each([
		['{"a":"\ud800"}'],
		['{"a":"\udc00\ud800"}'],
		['{"\ud800":1}'],
		['{"a":"\\ud800"}'],
		['{"a":"\\uDC00"}'],
		['{"a":"\\ud83d \\ude00"}'],
		['{"a":["x",{"b":"\\ude00\\ud83d"}]}'],
		['{"\\udfff":1}'],
		['{"a":"\ud83d\\u0020"}'],
	])("%j", (text) => {
		expect(refusal(() => loose(text))).toContain("surrogate");
	});

	test("a pair of which one half is raw and one escaped is refused: the text itself is not well-formed", () => {
		expect(refusal(() => loose('{"a":"\ud83d\\ude00"}'))).toContain("surrogate");
	});
});

test.each([
	["9007199254740992"],
	["-9007199254740992"],
	["9007199254740993"],
	["12345678901234567890"],
	["1e16"],
	["1e308"],
	["1e400"],
	["-1e400"],
])("integer beyond the safe range: %s", (number) => {
	expect(refusal(() => loose(`{"a":${number}}`))).toContain("safe range");
	expect(refusal(() => loose(`{"a":[0,{"b":${number}}]}`))).toContain("safe range");
});

describe("duplicate keys", () => {
	test.each([
		['{"a":1,"a":1}'],
		['{"a":1,"\\u0061":2}'],
		['{"x":[{"y":{"a":1,"b":2,"a":3}}]}'],
		['{"":1,"":2}'],
		['{"0":1,"0":2}'],
		['{"a":{"deep":{"b":1}},"a":{"deep":{"b":1,"c":2,"d":3}}}'],
		['{"😀":1,"\\ud83d\\ude00":2}'],
		['{"a" : 1 , "a"\n:\t2}'],
	])("%s", (text) => {
		expect(refusal(() => strict(text))).toContain("same key twice");
		expect(loose(text)).toEqual(JSON.parse(text));
	});

	test("colons in strings do not count", () => {
		expect(strict('{"a:":":","b":"\\":\\""}')).toEqual({ "a:": ":", b: '":"' });
	});
});

describe("a message that is not text yet", () => {
	const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}`;

	test.each([
		[nested(limits.jsonDepth)],
		['{"a":[1,{"b":"\\ud83d\\ude00"}],"c":null,"d":false}'],
		[nested(limits.jsonDepth + 2)],
		['{"a":[{"__proto__":1}]}'],
		['{"a":{"\\ud800":1}}'],
		['{"a":["\\udc00"]}'],
		['{"a":[9007199254740992]}'],
	])("is refused as its text would be: %s", (text) => {
		const outcome = (run: () => unknown) => {
			const result = unlessBadFrame(() => ({ value: run() }));
			return result ? "taken" : refusal(run);
		};
		expect(outcome(() => refuseUnreadable(JSON.parse(text)))).toBe(outcome(() => loose(text)));
	});
});

test("a wide message and a long string are taken", () => {
	const wide = { rows: Array.from({ length: 100_000 }, (_, i) => ({ i, name: `row ${i}` })) };
	expect(strict(JSON.stringify(wide))).toEqual(wide);
	const data = "QUJD".repeat(2_500_000);
	expect(strict(JSON.stringify({ data }))["data"] === data).toBe(true);
});
