// Whether the browser has drawn anything of a document. Until then it drops all input without a word, and nothing that
// moves has begun to.

/** A little more than a browser holds back the first picture of a page, and all input with it. */
const HELD = 600;

/** Resolves when something was drawn, or the time for that is over. */
export function drawn(): Promise<void> | undefined {
	if (performance.getEntriesByType("paint").length > 0) return undefined;
	return new Promise((done) => {
		const observer = new PerformanceObserver(() => {
			observer.disconnect();
			done();
		});
		observer.observe({ type: "paint" });
		// The browser looks at the clock when it draws, if only nothing.
		setTimeout(() => requestAnimationFrame(() => done()), HELD);
		setTimeout(done, 2 * HELD);
	});
}
