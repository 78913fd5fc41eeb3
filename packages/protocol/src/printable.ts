// Text from elsewhere (pages, client names, dialog messages) without anything that moves a cursor, reorders what
// is read, or cannot be seen: a person and a model read the same, and nothing between the letters.

// Controls other than tab and line feed, halves of surrogate pairs, everything that Unicode draws as nothing
// (zero-width, bidirectional, soft hyphen, tags, variation selectors, fillers), line separators, annotations.
const UNSEEN = "[^\\P{Cc}\\n\\t]|[\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]";

// Scripts whose letters take other forms, or other meanings, around a joiner.
const JOINED = `(?!\\p{Default_Ignorable_Code_Point})[${"Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Nkoo Orya Sinh Syrc Taml Telu Tibt"
	.split(" ")
	.map((script) => `\\p{Script=${script}}`)
	.join("")}]`;

// What cannot be seen and is needed: one joiner between such letters, and the joiners and selectors of emoji.
const NEEDED = [
	`(?<=${JOINED})[\\u200C\\u200D](?=${JOINED})`,
	"(?<=\\p{Extended_Pictographic}\\uFE0F?|\\p{Emoji_Modifier})\\u200D(?=\\p{Extended_Pictographic})",
	"(?<=\\p{Extended_Pictographic})[\\uFE0E\\uFE0F]",
	"(?<=[0-9#*])\\uFE0F(?=\\u20E3)",
].join("|");

const unseen = new RegExp(UNSEEN, "u");
const unseenOrNeeded = new RegExp(`(${NEEDED})|${UNSEEN}`, "gu");
const lineEnds = /\r\n?|[\u2028\u2029]/g;
// Where these stood, something else began.
const parting = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Many lines: line feeds and tabs stay as they are. */
// @guard unseen-characters
export function plain(text: string): string {
	// Nearly every text is clean, and then it is only looked at.
	if (!unseen.test(text)) return text;
	return text.replace(lineEnds, "\n").replace(unseenOrNeeded, "$1");
}

/** One line, not longer than this. */
// @guard names-of-clients
export function printable(text: string, longest = 300): string {
	const line = plain(text.replace(parting, " ")).replace(/\s+/g, " ").trim();
	if (line.length <= longest) return line;
	return `${plain(line.slice(0, longest))}…`;
}

/** A JSON text that means the same and shows what it holds. */
// @guard unseen-in-data
export function visibleJson(json: string): string {
	if (!unseen.test(json)) return json;
	return json.replace(unseenOrNeeded, (char, needed?: string) => needed ?? escaped(char));
}

function escaped(char: string): string {
	return Array.from({ length: char.length }, (_, at) => {
		return `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`;
	}).join("");
}
