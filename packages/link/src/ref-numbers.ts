// Numbers for refs, given to the pages of a session so that no two elements ever share one. A page reserves a
// span while calls run in it and gives back what they did not use. A document in a frame counts by itself, for
// its refs begin with its own name, which no other document ever has.

/** More refs than one call makes. */
const SPAN = 100_000;

/** Keeps the next number where the numbers outlive the process that gives them. */
type Keep = (next: number) => Promise<void>;

export class RefNumbers {
	#next: number;
	#kept: number;
	readonly #keep: Keep | undefined;
	readonly #open = new Map<string, { first: number; calls: number; next: number }>();
	#frames: number;

	constructor(kept = 0, keep?: Keep) {
		// A call that was under way when the last process died may have used any number of its span.
		this.#next = kept === 0 ? 1 : kept + SPAN;
		this.#kept = kept;
		// Every name of an earlier process went with at least one number: that of the frame's element.
		this.#frames = this.#next - 1;
		this.#keep = keep;
	}

	/** A name for a document in a frame. */
	frame(): string {
		this.#frames += 1;
		return `f${this.#frames}`;
	}

	/** Calls in one document at a time count on together. */
	reserve(document: string): number {
		const open = this.#open.get(document);
		if (open) {
			open.calls += 1;
			return open.first;
		}
		const first = this.#next;
		this.#next += SPAN;
		this.#open.set(document, { first, calls: 1, next: first });
		return first;
	}

	/** A call has ended; `next` is the first number that it left. Its refs may be told once this resolves. */
	async settle(document: string, next: number): Promise<void> {
		const open = this.#open.get(document);
		if (!open) return;
		open.next = Math.max(open.next, next);
		open.calls -= 1;
		if (open.calls === 0) {
			this.#open.delete(document);
			// Whoever reserved meanwhile stands behind this span, which is then lost.
			if (this.#next === open.first + SPAN) this.#next = open.next;
		}
		if (!this.#keep || this.#next <= this.#kept) return;
		this.#kept = this.#next;
		await this.#keep(this.#next);
	}
}
