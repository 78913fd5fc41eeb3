// The few figures a comparison needs. Medians, since one slow round on a busy machine says nothing.

export function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function summarize(values) {
	return { median: median(values), min: Math.min(...values), max: Math.max(...values), values };
}

/** The milliseconds that `act` takes, one time after the other; what is done `before` each is not counted. */
export async function times(repeats, act, before = () => {}) {
	const taken = [];
	for (let repeat = 0; repeat < repeats; repeat++) {
		await before(repeat);
		const started = performance.now();
		await act(repeat);
		taken.push(performance.now() - started);
	}
	return taken;
}

export async function p50(repeats, act, before) {
	return median(await times(repeats, act, before));
}
