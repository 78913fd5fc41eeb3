// Text as style sheets leave it: in other letters, or put there by them altogether. It is what a person reads, and
// what the browser tells assistive technology.

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

function wordsIn(content: string): string {
	const pieces = content.matchAll(/"((?:\\.|[^"\\])*)"|(open|close)-quote|(?:url|counters?)\([^)]*\)/g);
	let words = "";
	for (const [, text, quote] of pieces) {
		if (quote) words += quote === "open" ? "“" : "”";
		else if (text) words += text.replace(/\\(.)/g, "$1");
	}
	return words;
}
