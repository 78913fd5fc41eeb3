// Text on its way to a line: pieces of it are gathered until the block that they stand in ends.

import { tidy } from "./quote.ts";
import { type Lines, TEXT_LENGTH } from "./snapshot-lines.ts";
import { LONGEST_TEXT } from "./snapshot-node.ts";
import type { Place } from "./snapshot-place.ts";

export class PendingText {
	/** What the text stands in; read by its ref what does not fit on a line. */
	block: Element | undefined;
	readonly #lines: Lines;
	#text = "";
	/** Characters that are only counted. */
	#more = 0;

	constructor(lines: Lines) {
		this.#lines = lines;
	}

	get length(): number {
		return this.#text.length;
	}

	/** The rest of a text that is long enough is only counted. */
	add(data: string): void {
		const room = this.#text.length > LONGEST_TEXT / 2 ? 0 : LONGEST_TEXT;
		this.#text += data.slice(0, room);
		this.#more += Math.max(0, data.length - room);
	}

	flush(place: Place): void {
		if (!this.#text) return;
		const name = tidy(this.#text);
		const more = this.#more;
		this.#text = "";
		this.#more = 0;
		if (!name) return;
		const rank = place.view === "out" ? 2 : 0;
		const element = name.length > TEXT_LENGTH ? this.block : undefined;
		const text = { depth: place.depth, kind: "text", role: "text", name, more, rank, element } as const;
		this.#lines.add({ ...text, words: [], value: undefined, interactive: false, level: 0 });
	}
}
