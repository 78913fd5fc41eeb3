// The small print of Markdown: what must be escaped so that words stay words, and how lines are set.

import { NOT_FOR_READING } from "./quote.ts";

/** Blanks to one, line breaks of `<br>` kept, none at the ends. */
export function inlineText(run: string): string {
	return run
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n ?/g, "\n")
		.replace(/\n{2,}/g, "\n")
		.trim();
}

/** Page text that would be taken for markup; as little as possible, for it is read more than it is drawn. */
export function escapeText(text: string): string {
	return text
		.replace(NOT_FOR_READING, "")
		.replace(/\s+/g, " ")
		.replace(/([*_])(?=\S[^*_]*\S?\1)/g, "\\$1")
		.replace(/`/g, "\\`")
		.replace(/<(?=[a-z/!])/gi, "\\<");
}

/** A line that begins as a heading, quote, list or rule would become one. */
export function guardLines(text: string): string {
	return text
		.replace(/^(#{1,6} |>|[-+*]( |$)|={3,}|-{3,})/gm, "\\$1")
		.replace(/^(\d{1,9})([.)])(?= |$)/gm, "$1\\$2");
}

/** Marks around the words, blanks outside of them. */
export function wrap(text: string, mark: string): string {
	const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
	return words && !words.includes("\n") ? `${before}${mark}${words}${mark}${after}` : text;
}

export function codeSpan(text: string): string {
	const words = text.replace(/\s+/g, " ").trim();
	if (!words) return "";
	const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map((run) => run.length));
	const fence = "`".repeat(longest + 1);
	return longest > 0 ? `${fence} ${words} ${fence}` : `${fence}${words}${fence}`;
}

export function codeBlock(text: string, language: string): string {
	const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length));
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${text.replace(/^\n|\s+$/g, "")}\n${fence}`;
}

/** Later lines of a list item or a quote; empty ones too in a quote. */
export function indent(text: string, first: string, rest: string): string {
	return text
		.split("\n")
		.map((line, at) => (at === 0 ? first + line : line || rest.trim() ? rest + line : line))
		.map((line) => line.trimEnd())
		.join("\n");
}

export function linkTo(words: string, href: string): string {
	const address = /[\s()<>]/.test(href) ? `<${href.replace(/[<>\s]/g, encodeURIComponent)}>` : href;
	return `[${words.replace(/\n/g, " ")}](${address})`;
}
