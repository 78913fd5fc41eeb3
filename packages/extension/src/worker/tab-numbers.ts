// Chrome gives a tab another number when it puts it to sleep. A call that was sent before the broker has
// heard of it still names the old one, and means the same tab: numbers are never used twice.

/** How many are remembered; a call is late by moments, not by days. */
const REMEMBERED = 500;

export class TabNumbers {
	readonly #now = new Map<number, number>();

	renumbered(from: number, to: number): void {
		this.#now.set(from, to);
		const oldest = this.#now.keys().next();
		if (this.#now.size > REMEMBERED && !oldest.done) this.#now.delete(oldest.value);
	}

	now(tab: number): number {
		let number = tab;
		for (let next = this.#now.get(tab); next !== undefined; next = this.#now.get(number)) number = next;
		return number;
	}
}
