// How page text is put into our lines. Whatever a page writes stays inside one pair of quotes on one line, so it
// cannot look like a node, a ref or a state of ours.

/** Private use characters are icon fonts; direction overrides only serve to show a text other than it is. */
export const NOT_FOR_READING = /[\uE000-\uF8FF\u202A-\u202E\u2066-\u2069]/g;

/** Has anything that `tidy` changes; most texts have not, and are spared the work. */
const UNTIDY = /[\uE000-\uF8FF\u202A-\u202E\u2066-\u2069]|[^\S ]|^ | $| {2}/;
/** Has anything that must be escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNQUOTABLE = /["\\\u0000-\u001F\u007F-\u009F\u2028\u2029\uD800-\uDFFF]/;

/** Whitespace collapsed, and without what nobody reads. */
export function tidy(text: string): string {
	if (!UNTIDY.test(text)) return text;
	return text.replace(NOT_FOR_READING, "").replace(/\s+/g, " ").trim();
}

/** Cut at `length` characters with …, never through a surrogate pair. */
export function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	let end = length - 1;
	const last = text.charCodeAt(end - 1);
	if (last >= 0xd800 && last <= 0xdbff) end -= 1;
	return `${text.slice(0, end).trimEnd()}…`;
}

/** Line and control characters beyond JSON's own rules are escaped too. */
export function quote(text: string): string {
	if (!UNQUOTABLE.test(text)) return `"${text}"`;
	return JSON.stringify(text).replace(
		/[\u007F-\u009F\u2028\u2029]/g,
		(char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}
