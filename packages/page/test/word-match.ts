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
	const best = new Uint32Array((rows + 1) * (columns + 1));
	const at = (row: number, column: number) => row * (columns + 1) + column;
	const worth = (row: number) => (seen[from + row]?.side === "content" ? CONTENT : OTHER);
	for (let row = rows - 1; row >= 0; row -= 1) {
		const word = seen[from + row]?.word;
		for (let column = columns - 1; column >= 0; column -= 1) {
			const apart = Math.max(best[at(row + 1, column)] as number, best[at(row, column + 1)] as number);
			best[at(row, column)] =
				word === text[from + column]
					? Math.max(apart, worth(row) + (best[at(row + 1, column + 1)] as number))
					: apart;
		}
	}
	for (let row = 0, column = 0; row < rows && column < columns; ) {
		const here = best[at(row, column)] as number;
		if (here === best[at(row + 1, column)]) row += 1;
		else if (here === best[at(row, column + 1)]) column += 1;
		else {
			kept[from + row] = true;
			row += 1;
			column += 1;
		}
	}
	return kept;
}
