// What changed between two snapshots of one document. Lines are told apart by their refs, which stay with their
// elements, and texts by where they stand; so a list that grew at its top is one new line and not a changed page.

interface Entry {
	text: string;
	depth: number;
	/** Two lines of two snapshots that have it speak of the same thing. */
	key: string;
	/** Index of the line that it stands in. */
	parent: number;
}

/** A pair of indices: the line before and after. */
type Pair = readonly [before: number, after: number];

/** Lines added (+), removed (−) and changed (~), each under the lines that it stands in; empty if there are none. */
export function diffSnapshots(before: string, after: string): string {
	const was = entriesOf(before);
	const is = entriesOf(after);
	const writer = new Writer(was, is);
	let [b, a] = [0, 0];
	for (const [nextB, nextA] of [...commonPairs(was, is), [was.length, is.length] as const]) {
		for (; b < nextB; b += 1) writer.removed(b);
		for (; a < nextA; a += 1) writer.added(a);
		if (a < is.length && was[b]?.text !== is[a]?.text) writer.changed(a);
		b += 1;
		a += 1;
	}
	return writer.text;
}

class Writer {
	readonly #was: Entry[];
	readonly #is: Entry[];
	readonly #lines: string[] = [];
	/** Keys of the lines that were written as the place of others, or are there by themselves. */
	readonly #placed = new Set<string>();

	constructor(was: Entry[], is: Entry[]) {
		this.#was = was;
		this.#is = is;
	}

	get text(): string {
		return this.#lines.join("\n");
	}

	removed(at: number): void {
		this.#write("−", this.#was, at);
	}

	added(at: number): void {
		this.#write("+", this.#is, at);
	}

	changed(at: number): void {
		this.#write("~", this.#is, at);
	}

	#write(mark: string, entries: Entry[], at: number): void {
		const entry = entries[at] as Entry;
		this.#place(entries, entry.parent);
		this.#placed.add(entry.key);
		this.#lines.push(`${mark} ${entry.text}`);
	}

	#place(entries: Entry[], at: number): void {
		const entry = entries[at];
		if (!entry || this.#placed.has(entry.key)) return;
		this.#place(entries, entry.parent);
		this.#placed.add(entry.key);
		this.#lines.push(`  ${entry.text}`);
	}
}

function entriesOf(snapshot: string): Entry[] {
	const entries: Entry[] = [];
	const open: number[] = [];
	const counts = new Map<string, number>();
	for (const text of snapshot ? snapshot.split("\n") : []) {
		const depth = text.length - text.trimStart().length;
		while (open.length > 0 && (entries[open.at(-1) as number] as Entry).depth >= depth) open.pop();
		const parent = open.at(-1) ?? -1;
		entries.push({ text, depth, parent, key: keyOf(text, entries[parent]?.key ?? "", counts) });
		open.push(entries.length - 1);
	}
	return entries;
}

/** The ref where there is one; else the text, its place and, of several alike, the how-manieth it is. */
function keyOf(text: string, parent: string, counts: Map<string, number>): string {
	// What a page wrote stands in quotes, and may look like a ref.
	const ref = /\[((?:f\d+)?e\d+)\]/.exec(text.replace(/"(?:\\.|[^"\\])*"/g, ""))?.[1];
	if (ref) return ref;
	const words = `${parent} ${text.trim()}`;
	const count = (counts.get(words) ?? 0) + 1;
	counts.set(words, count);
	return `${words} ${count}`;
}

/** Lines of the same things in the same order: as many as possible, the others have moved. */
function commonPairs(was: Entry[], is: Entry[]): Pair[] {
	const places = new Map(was.map(({ key }, at) => [key, at]));
	const pairs: Pair[] = [];
	for (const [at, { key }] of is.entries()) {
		const before = places.get(key);
		if (before !== undefined) pairs.push([before, at]);
	}
	return longestRising(pairs);
}

/** The longest part of the list whose first numbers rise (the second do already). */
function longestRising(pairs: Pair[]): Pair[] {
	/** At `length - 1`: the index of the pair on which the best list of that length ends. */
	const ends: number[] = [];
	const previous: number[] = [];
	for (const [at, [value]] of pairs.entries()) {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[ends[middle] as number] as Pair)[0] < value) low = middle + 1;
			else high = middle;
		}
		previous[at] = ends[low - 1] ?? -1;
		ends[low] = at;
	}
	const rising: Pair[] = [];
	for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) rising.push(pairs[at] as Pair);
	return rising.reverse();
}
