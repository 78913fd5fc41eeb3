// Which words of a page are in a text made from it. By the longest common subsequence: a word of the menu counts as
// kept only where it stands in its place, not because the article has the same word somewhere.

import type { SeenWord } from "./page-expectation.ts";

/** A match of a content word is worth a trifle more: where the same word stands on both sides, it is the content's. */
const CONTENT = 101;
const OTHER = 100;

export function keptWords(seen: readonly SeenWord[], text: readonly string[]): boolean[] {
	const kept = seen.map(() => false);
	let from = 0;
	while (from < seen.length && from < text.length && seen[from]?.word === text[from]) kept[from++] = true;
	let [end, textEnd] = [seen.length, text.length];
	while (end > from && textEnd > from && seen[end - 1]?.word === text[textEnd - 1]) {
		end -= 1;
		textEnd -= 1;
		kept[end] = true;
	}
	const [rows, columns] = [end - from, textEnd - from];
	const width = columns + 1;
	const codes = codesOf([...seen.map(({ word }) => word), ...text]);
	const own = codes.subarray(from, end);
	const other = codes.subarray(seen.length + from, seen.length + textEnd);
	const worth = Uint8Array.from(seen.slice(from, end), ({ side }) => (side === "content" ? CONTENT : OTHER));
	const best = new Uint32Array((rows + 1) * width);
	const at = (row: number, column: number) => best[row * width + column] as number;
	for (let row = rows - 1; row >= 0; row -= 1) {
		const here = row * width;
		for (let column = columns - 1; column >= 0; column -= 1) {
			let most = Math.max(best[here + width + column] as number, best[here + column + 1] as number);
			if (own[row] === other[column])
				most = Math.max(most, (worth[row] as number) + (best[here + width + column + 1] as number));
			best[here + column] = most;
		}
	}
	for (let row = 0, column = 0; row < rows && column < columns; ) {
		const here = at(row, column);
		if (here === at(row + 1, column)) row += 1;
		else if (here === at(row, column + 1)) column += 1;
		else {
			kept[from + row] = true;
			row += 1;
			column += 1;
		}
	}
	return kept;
}

/** Numbers for words: millions of them are compared. */
function codesOf(words: readonly string[]): Uint32Array {
	const known = new Map<string, number>();
	return Uint32Array.from(words, (word) => {
		const code = known.get(word) ?? known.size;
		known.set(word, code);
		return code;
	});
}
