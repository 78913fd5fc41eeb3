// Numbers for refs, given to the documents of a session so that no two elements ever share one. A call
// reserves a span while it runs and gives back what it did not use.

/** More refs than one call makes. */
const SPAN = 100_000;

export class RefNumbers {
	#next = 1;

	reserve(): number {
		const first = this.#next;
		this.#next += SPAN;
		return first;
	}

	/** The call has ended; `next` is the first number that it left. */
	settle(first: number, next: number): void {
		// Whoever reserved meanwhile stands behind this span, which is then lost.
		if (this.#next === first + SPAN) this.#next = Math.max(first, next);
	}
}
