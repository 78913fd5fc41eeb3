// What is found out about the page is asked for again at once. It is kept while the code that asks runs, and dropped
// when that has ended or lets the page run: nothing can change before.

const drops: (() => void)[] = [];
let keeps = false;

/** How something that may be kept is dropped. */
export function whenDropped(drop: () => void): void {
	drops.push(drop);
}

/** Something is kept from now on. */
export function keep(): void {
	if (keeps) return;
	keeps = true;
	queueMicrotask(dropKept);
}

export function dropKept(): void {
	keeps = false;
	for (const drop of drops) drop();
}
