// Lines out of the pieces in which a stream brings them. One that is too long is thrown away as it comes, so that
// nobody fills our memory with it.

const NEWLINE = 10;

export class LineReader {
	readonly #longest: number;
	readonly #onLine: (line: string) => void;
	readonly #onTooLong: () => void;
	#pieces: Buffer[] = [];
	#bytes = 0;
	#skipping = false;

	constructor(longest: number, onLine: (line: string) => void, onTooLong: () => void) {
		this.#longest = longest;
		this.#onLine = onLine;
		this.#onTooLong = onTooLong;
	}

	take(piece: Buffer): void {
		let start = 0;
		for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
			this.#keep(piece.subarray(start, end));
			start = end + 1;
			this.#finish();
		}
		this.#keep(piece.subarray(start));
	}

	#keep(part: Buffer): void {
		if (part.length === 0 || this.#skipping) return;
		this.#bytes += part.length;
		if (this.#bytes <= this.#longest) this.#pieces.push(part);
		else {
			this.#pieces = [];
			this.#skipping = true;
			this.#onTooLong();
		}
	}

	#finish(): void {
		const pieces = this.#pieces;
		const whole = !this.#skipping;
		this.#pieces = [];
		this.#bytes = 0;
		this.#skipping = false;
		if (!whole) return;
		const [only] = pieces;
		const line = (only && pieces.length === 1 ? only : Buffer.concat(pieces)).toString("utf8").trim();
		if (line) this.#onLine(line);
	}
}
