// Takes one value out of texts, in whatever spelling a page, an address or an answer has it: as it is, percent-encoded,
// with escapes of JSON, HTML or Markdown, in capitals, with its spaces drawn together or its digits in groups, and what a cut has left of it.

/** How often an escape may have been escaped itself. */
const DEEP = 3;
/** Backslashes that one character may have got before it. */
const SLASHES = "\\\\{0,16}";
/** What a field may put between the digits of a number, and a line's end between any two letters. */
const GROUPS = "[\\s-]?";
/** What is left of a value is masked from so many characters on, next to the mark of a cut. */
const REST = 4;

const HTML: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

export type Mask = (text: string) => string;

/** Puts `label` in the place of the value. */
// @guard secret-mask
export function maskOf(value: string, label: string): Mask {
	const chars = value.trim().match(/\s+|\\+|[\s\S]/gu) ?? [];
	const between = (at: number) => (isWord(chars[at]) && isWord(chars[at + 1]) ? GROUPS : "");
	const spelled = chars.map((char, at) => spellings(char) + between(at));
	const patterns = [whole(spelled), beginning(spelled), end(spelled)];
	return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, () => label), text);
}

function whole(spelled: string[]): RegExp {
	return new RegExp(spelled.join(""), "giu");
}

/** Before the mark of a cut; half of the value or more also where a text or a line ends, for a field may have cut it. */
function beginning(spelled: string[]): RegExp {
	const most = (least: number) =>
		spelled.slice(0, least).join("") +
		spelled.slice(least, -1).reduceRight((inner, one) => `(?:${one}${inner})?`, "");
	return new RegExp(`${most(REST)}(?=\\s?…)|${most(half(spelled))}(?=\\\\*"|\\n|$)`, "giu");
}

/** After the mark of a cut, and where the text of a page goes on; half of it or more where any text or line begins. */
function end(spelled: string[]): RegExp {
	const most = (least: number) =>
		spelled.slice(1, -least).reduce((inner, one) => `(?:${inner}${one})?`, "") +
		spelled.slice(-least).join("");
	const goesOn = "(?<=…\\s?|<page-[0-9a-f]{8} \\S+>\\n)";
	return new RegExp(`${goesOn}${most(REST)}|(?<=^|"|\\n)${most(half(spelled))}`, "giu");
}

function half({ length }: string[]): number {
	return Math.max(REST, Math.ceil(length / 2));
}

function isWord(char = ""): boolean {
	return /^[\p{L}\p{N}]/u.test(char);
}

/** Every way to write one character, as a pattern. A run of spaces or of backslashes may get shorter or longer. */
function spellings(char: string): string {
	if (/^\s/.test(char)) return `(?:\\s|\\+|${codes(" ")}|${entity(0xa0, "nbsp")}){1,16}`;
	// What no file may be called, browsers write as a line.
	if (char.startsWith("\\")) return `(?:${codes("\\")}|\\\\|_){1,64}`;
	const line = /[<>:"|?*/~]/.test(char) ? "|_" : "";
	return `(?:${codes(char)}|${/[\p{P}\p{S}]/u.test(char) ? SLASHES : ""}${literal(char)}${line})`;
}

/** As bytes in an address, as an entity of HTML, as an escape of JSON. */
function codes(char: string): string {
	const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
	return [
		[...new TextEncoder().encode(char)].map(percent).join(""),
		entity(char.codePointAt(0) as number, HTML[char]),
		units.map((unit) => `\\\\{1,16}u${hex(unit, 4)}`).join(""),
	].join("|");
}

function percent(byte: number): string {
	return `%(?:25){0,${DEEP}}${hex(byte, 2)}`;
}

function entity(code: number, name = "-"): string {
	return `&(?:amp;){0,${DEEP}}(?:#0{0,5}${code}|#x0{0,5}${hex(code)}|${name});`;
}

function hex(code: number, digits = 1): string {
	return code.toString(16).padStart(digits, "0");
}

function literal(char: string): string {
	return char.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&");
}
