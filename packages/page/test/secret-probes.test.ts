// Secrets are not guessed either: no question about the page has an answer that depends on a masked value. Each
// probe is asked of two pages that differ in nothing but the secret, once right and once wrong.

import { beforeAll, describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const RIGHT = "hush-Passw0rd";
const WRONG = "other-W0rd-42";

/** As frameworks leave it that keep the attribute in step with the value. */
const body = (secret: string) => `<form id="f"><label for="p">Word</label>
	<input id="p" type="password" value="${secret}" data-copy="${secret}" aria-label="${secret}" title="${secret}"
		placeholder="${secret}" aria-description="${secret}"><b>next</b>
	<input type="radio" name="r" value="hush-not"><input id="plain" value="hush-hush"></form>
	<div id="e" contenteditable autocomplete="current-password"><span id="in">${secret}</span></div>
	<textarea id="t" name="password">${secret}</textarea>
	<select id="s" autocomplete="cc-exp-month"><option ${secret === RIGHT ? "selected" : ""}>01</option>
		<option ${secret === RIGHT ? "" : "selected"}>02</option></select>`;

const SELECTORS = [
	'input[value^="hush"]',
	"[value^=hush]",
	'[VALUE*="Passw0rd" i]',
	'[*|value$="rd"]',
	'[/**/value/**/^="hush"/**/]',
	'[\\76 alue^="hush"]',
	'[\\000076\r\nalue^="hush"]',
	'[v\\61lue^="hush"]',
	'[value^="hu\\73 h"]',
	'[value^="hush"],[id="]"]',
	"[id='a]b'],[value^=hush]",
	'form:has([value^="hush-P"])',
	'[value^="hush-P"] + b',
	'[value^="hush-P"] ~ b',
	'label:has(+ [value^="hush-P"])',
	'input:not([value^="hush-P"])',
	'input:is(:not([value^="hush-P"]), b)',
	':nth-child(2 of :not([value^="hush-P"]))',
	'[data-copy^="hush"]',
	'[aria-label^="hush"]',
	'[title|="hush"]',
	'[placeholder^="hush"]',
	'[aria-description~="hush-Passw0rd"]',
	"option:checked",
	"option:\\63 hecked",
	"option:default",
	"option[selected]",
	"#s:has(:checked:first-child)",
	"#s:has(option[selected]:first-child)",
	'[value^="hush"',
	'[value^="hush',
	// Forgiving lists pass over what they cannot read: strings that are broken off, addresses, slashes.
	':is("\n, [value^=hush], b, "',
	':is(url(x"), [value^="hush"], url(x"), b)',
	':is(u\\72 l(x"), [value^="hush"], :url(x"), b)',
	':is(//**/* " */, [value^=hush], b, ")',
	"[value/* ] */^=hush]",
	"[value^=hush]/*",
	"[value\\\n^=hush]",
];

type Ask = () => Promise<unknown>;

const FINDS = [
	{ name: "hush" },
	{ label: "hush-P" },
	{ placeholder: "hush" },
	{ text: "hush-P" },
	{ text: "hush-P", role: "textbox" },
	{ text: "hush-P", selector: "textarea" },
	{ text: "hush-P", selector: "[contenteditable]" },
	{ text: "hush-P", selector: "[contenteditable] span" },
	{ role: "textbox" },
	{ role: "option" },
	{ selector: "span" },
];
const READS = ["getText", "getHtml", "markdown", "inspect", "formValues"] as const;

const probes = new Map<string, Ask[]>([
	...SELECTORS.map((selector): [string, Ask[]] => [
		`by the selector ${selector}`,
		[
			() => page().reply("count", { selectors: [selector] }),
			() => page().reply("find", { selector }),
			() => page().reply("getText", { target: { selector } }),
		],
	]),
	...FINDS.map((args): [string, Ask[]] => [
		`by find ${JSON.stringify(args)}`,
		[() => page().reply("find", args)],
	]),
	...["#in", "#e", "#p", "#t", "#s", "option"].map((selector): [string, Ask[]] => [
		`by reading ${selector} alone`,
		READS.map((fn) => () => page().reply(fn, { target: { selector } })),
	]),
]);

/** What the caller hears to each probe, without the numbers that refs are. */
async function heard(secret: string, shadow: boolean): Promise<Map<string, string[]>> {
	await page().open(shadow ? '<div id="host"></div>' : body(secret));
	if (shadow) {
		const html = JSON.stringify(body(secret));
		await page().evaluate(
			`document.querySelector("#host").attachShadow({ mode: "open" }).innerHTML = ${html}`,
		);
	}
	const answers = new Map<string, string[]>();
	for (const [probe, asks] of probes) {
		const told: string[] = [];
		for (const ask of asks) told.push(JSON.stringify(await ask()).replace(/"e\d+"|\[e\d+\]/g, "ref"));
		answers.set(probe, told);
	}
	return answers;
}

describe("a secret is not guessed", () => {
	const pairs: Map<string, string[]>[][] = [];
	beforeAll(async () => {
		for (const shadow of [false, true]) pairs.push([await heard(RIGHT, shadow), await heard(WRONG, shadow)]);
	});

	it.each([...probes.keys()])("%s", (probe) => {
		expect(pairs).toHaveLength(2);
		for (const [right, wrong] of pairs) {
			expect(right?.get(probe)?.length).toBeGreaterThan(0);
			expect(right?.get(probe)).toEqual(wrong?.get(probe));
		}
	});

	it("while everything else is found as ever", async () => {
		await page().open(body(RIGHT));
		const { counts } = await page().call("count", {
			selectors: [
				'[value^="hush"]',
				"[value]",
				"[type=password]",
				'input:not([value^="hush"])',
				"option",
				"[id=p]",
			],
		});
		expect(counts.map(({ count }) => count)).toEqual([2, 3, 1, 1, 2, 1]);
	});

	it("by what is inside of the element that holds it", async () => {
		const ask = async (secret: string, selector: string) => {
			await page().open('<div id="h"></div>');
			await page().evaluate(`const shade = (el) => el.attachShadow({ mode: "open" });
				const outer = shade(document.querySelector("#h"));
				outer.innerHTML = '<div id="c" autocomplete="one-time-code" value="${secret}"></div>';
				shade(outer.querySelector("#c")).innerHTML = "<b>in</b>"`);
			return JSON.stringify(await page().reply("count", { selectors: [selector] }));
		};
		for (const selector of [':host([value^="838"]) b', ':h\\6fst-context([value^="838"]) b']) {
			expect(await ask("838-114", selector)).toBe(await ask("114-838", selector));
		}
	});

	it("and fields of the same place in another shadow root are found", async () => {
		await page().open("<div></div><div></div>");
		await page().evaluate(`const [one, two] = document.querySelectorAll("div");
			one.attachShadow({ mode: "open" }).innerHTML = '<input type="password" value="same">';
			two.attachShadow({ mode: "open" }).innerHTML = '<input type="text" value="same">'`);
		const { counts } = await page().call("count", { selectors: ["[value=same]"] });
		expect(counts[0]?.count).toBe(1);
	});
});

describe("a selector made to be slow", () => {
	const long = (start: string, again: string, end = "!") =>
		start + again.repeat((10_000 - start.length - end.length) / again.length) + end;
	it.each([
		["comments", long("[", "/**/")],
		["comments that do not end", long("[", "/*")],
		["blanks", long("[", " ")],
		["blanks of another kind", long("[", "\u00a0")],
		["escapes", long("[", "\\aaaaaaaa")],
		["escapes and blanks", long(":", "\\a ")],
		["backslashes", long("[", "\\")],
		["quotes", long("[", "\"'")],
		["quotes that do not end", long("[a='", "\\\"\\'")],
		["brackets", long("", "[")],
		["colons", long("", ":")],
		["bars", long("[", "a|")],
		["tests", long("", "[value^=a]", "b")],
		["states", long("", ":checked", "b")],
	])("is answered soon: %s", async (_, selector) => {
		await page().open(body(RIGHT).repeat(20));
		const cost = await page().cost(() => page().reply("count", { selectors: [selector] }));
		expect(cost).toBeLessThan(50);
	});

	it("may be long, but not without end", async () => {
		await page().open("<p>A</p>");
		const { code, message } = await page().failure("count", { selectors: [`p${":not(b)".repeat(2_000)}`] });
		expect([code, message]).toEqual(["bad_selector", "the selector has more than 10000 characters"]);
	});

	it("is refused where it would become too long", async () => {
		await page().open(body(RIGHT).repeat(20));
		const { code } = await page().failure("count", { selectors: ["[value^=a]".repeat(900)] });
		expect(code).toBe("bad_selector");
	});
});
