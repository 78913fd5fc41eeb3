// Numbers for refs, given to the documents of a session so that no two elements ever share one. A call
// reserves a span while it runs and gives back what it did not use.

/** More refs than one call makes. */
const SPAN = 100_000;

/** Keeps the next number where the numbers outlive the process that gives them. */
type Keep = (next: number) => Promise<void>;

export class RefNumbers {
	#next: number;
	#kept: number;
	readonly #keep: Keep | undefined;

	constructor(kept = 0, keep?: Keep) {
		// A call that was under way when the last process died may have used any number of its span.
		this.#next = kept === 0 ? 1 : kept + SPAN;
		this.#kept = kept;
		this.#keep = keep;
	}

	reserve(): number {
		const first = this.#next;
		this.#next += SPAN;
		return first;
	}

	/** The call has ended; `next` is the first number that it left. Its refs may be told once this resolves. */
	async settle(first: number, next: number): Promise<void> {
		// Whoever reserved meanwhile stands behind this span, which is then lost.
		if (this.#next === first + SPAN) this.#next = Math.max(first, next);
		if (!this.#keep || this.#next <= this.#kept) return;
		this.#kept = this.#next;
		await this.#keep(this.#next);
	}
}
