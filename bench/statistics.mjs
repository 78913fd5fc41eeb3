// The few figures a comparison needs. Medians, since one slow round on a busy machine says nothing.

function median(values) {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function summarize(values) {
	return { median: median(values), min: Math.min(...values), max: Math.max(...values), values };
}
