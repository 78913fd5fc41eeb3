// Whether a promise holds, by medians. The first result is ours, or the one that the other is held against.

/** `promise` is one of { atMost }, { timesBestPeer }, { timesOther, orPlus? }, each with its measure. */
export function judge(promise, [own, ...others]) {
	const { measure, atMost, timesBestPeer, timesOther, orPlus } = promise;
	const ours = own.measures[measure]?.median;
	if (ours === undefined) return { measure, missing: own.missing ?? "Reins cannot do this yet" };
	if (atMost !== undefined) return { measure, limit: atMost, measured: ours, holds: ours <= atMost };
	if (timesOther !== undefined)
		return judgePair(measure, { times: timesOther, plus: orPlus }, own, others[0]);
	const best = bestOf(measure, others);
	if (!best) return { measure, missing: "no peer has a figure" };
	const measured = ours / best.measures[measure].median;
	return { measure, against: best.name, limit: timesBestPeer, measured, holds: measured <= timesBestPeer };
}

/** The better peer is the one with the smaller median. */
function bestOf(measure, results) {
	const able = results.filter(({ measures }) => measures[measure]);
	return able.sort((a, b) => a.measures[measure].median - b.measures[measure].median)[0];
}

/** The second may cost so many times as much as the first or, where that is granted, so much more. */
function judgePair(measure, { times, plus }, first, second) {
	const [base, other] = [first, second].map(({ measures }) => measures[measure].median);
	const measured = other / base;
	const more = other - base;
	const holds = measured <= times || (plus !== undefined && more <= plus);
	return { measure, other: second.name, against: first.name, limit: times, plus, measured, more, holds };
}
