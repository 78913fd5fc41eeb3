// Text as style sheets leave it: in other letters, or put there by them altogether. It is what a person reads, and
// what the browser tells assistive technology.

import type { Sight } from "./sight.ts";

/** Opacity below which nothing can be made out. */
const FAINT = 0.05;

type Pseudo = "::before" | "::after";

export function asDrawn(text: string, style: CSSStyleDeclaration): string {
	switch (style.textTransform) {
		case "uppercase":
			return text.toUpperCase();
		case "lowercase":
			return text.toLowerCase();
		case "capitalize":
			return text.replace(
				/(^|[^\p{L}\p{M}\p{N}'’])(\p{L})/gu,
				(_, before: string, letter: string) => before + letter.toUpperCase(),
			);
		default:
			return text;
	}
}

/** The words of a pseudo-element; pictures and counters have none. */
export function generatedText(el: Element, pseudo: Pseudo): string {
	const style = getComputedStyle(el, pseudo);
	const { content } = style;
	if (content === "none" || content === "normal" || content === "") return "";
	if (style.display === "none" || style.visibility !== "visible") return "";
	const alternative = /\/\s*((?:"(?:\\.|[^"\\])*"\s*)+)$/.exec(content)?.[1];
	const text = asDrawn(wordsIn(alternative ?? content), style);
	return alternative === undefined && style.display === "inline" ? text : ` ${text} `;
}

/** What style sheets write into an element that has nothing else in it, such as a badge. All others are not asked: it is dear. */
export function wordsInEmpty(el: Element, sight: Sight): string {
	return generatedWords(el, "::before", sight) + generatedWords(el, "::after", sight);
}

/** The words of a pseudo-element as text of the page: bullets are none, and a person must be able to see them. */
function generatedWords(el: Element, pseudo: Pseudo, sight: Sight): string {
	const text = sight.generated(el, pseudo);
	if (!text || !/[\p{L}\p{N}]/u.test(text)) return "";
	const { position, opacity, fontSize, color } = getComputedStyle(el, pseudo);
	// What is put elsewhere may be nowhere; it has no box that could be asked for.
	const isInPlace = position === "static" || position === "relative";
	const isSeen = Number(opacity) > FAINT && Number.parseFloat(fontSize) > 1 && !/^rgba.*, 0\)$/.test(color);
	return isInPlace && isSeen ? text : "";
}

function wordsIn(content: string): string {
	const pieces = content.matchAll(/"((?:\\.|[^"\\])*)"|(open|close)-quote|(?:url|counters?)\([^)]*\)/g);
	let words = "";
	for (const [, text, quote] of pieces) {
		if (quote) words += quote === "open" ? "“" : "”";
		else if (text) words += text.replace(/\\(.)/g, "$1");
	}
	return words;
}
