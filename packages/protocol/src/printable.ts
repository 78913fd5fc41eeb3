// Text from elsewhere (titles, client names, dialog messages) on one line, with nothing in it that
// moves a cursor, reorders what is read, or cannot be seen.

// Controls, format characters (zero-width, bidirectional, tags), line and paragraph separators.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function printable(text: string, longest = 300): string {
	const line = text.replace(unseen, " ").replace(/\s+/g, " ").trim();
	return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
