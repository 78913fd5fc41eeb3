// A long text in parts: each answer has at most the budget, and says where the next one begins.

/** What a cut looks for, from the best on: the end of a line, the end of a word. */
const BREAKS = ["\n", " "];
/** The share of the budget that may be given up for a better place to cut. */
const SLACK = 0.2;

/** `whole` reaches from the beginning at least to the end of this part; `more`: there is text behind it. */
export function excerpt(
	whole: string,
	cursor: number,
	budget: number,
	more: boolean,
): { text: string; next?: number } {
	if (!more && whole.length - cursor <= budget) return { text: whole.slice(cursor) };
	// Room for the mark of the cut.
	const end = cutPlace(whole, cursor, Math.min(cursor + budget - 1, whole.length));
	return { text: `${whole.slice(cursor, end).trimEnd()}…`, next: end };
}

function cutPlace(whole: string, from: number, end: number): number {
	const earliest = end - Math.floor((end - from) * SLACK);
	for (const mark of BREAKS) {
		const at = whole.lastIndexOf(mark, end - 1);
		if (at >= earliest && at > from) return at + 1;
	}
	const last = whole.charCodeAt(end - 1);
	return last >= 0xd800 && last <= 0xdbff && end - 1 > from ? end - 1 : end;
}
