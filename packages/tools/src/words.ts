// Words of Reins. What a page wrote comes into them only as a piece that cannot be taken for more: in quotes, as
// an address, as a single word. So the type of an answer says that nothing else of a page stands in it.

import { plain, printable, visibleJson } from "@reins/protocol";

declare const own: unique symbol;
export type Own = string & { readonly [own]: true };

/** Template tag: the text between the pieces is ours, and the pieces are made below. */
export function say(texts: TemplateStringsArray, ...pieces: (Own | number)[]): Own {
	return String.raw({ raw: texts }, ...pieces) as Own;
}

/** Whatever somebody wrote, as a JSON string on one line. */
// @guard quoted-words
export function quoted(text: string, longest = 1_000): Own {
	return JSON.stringify(printable(text, longest)) as Own;
}

/** The same with its line ends kept, written as \n. */
export function quotedLines(text: string): Own {
	return JSON.stringify(plain(text)) as Own;
}

/** A handle, a ref, a role: as it is where it is one word, else in quotes. */
// @guard single-words
export function word(text: string): Own {
	return /^[\w-]{1,60}$/.test(text) ? (text as Own) : quoted(text);
}

/** An address on its line, without what would end or hide it. */
export function address(url: string, longest = 2_000): Own {
	return printable(url, longest) as Own;
}

/** An element as the page kit describes it: the page's words in that are in quotes already. */
export function described(element: string): Own {
	return printable(element) as Own;
}

/** What the caller itself has asked for, on one line. */
export function asked(text: string): Own {
	return printable(text) as Own;
}

/** Data, as JSON that shows what it holds. */
export function json(value: unknown, indent?: number): Own {
	return visibleJson(JSON.stringify(value, null, indent)) as Own;
}

export function lines(...all: (Own | undefined)[]): Own {
	return all.filter((line) => line !== undefined).join("\n") as Own;
}
