// Takes a line's figures and judges its promises. Reins and the peers alternate, so that a machine that gets
// slower or faster does so for all; the first round of each only warms the caches. A round is never repeated
// because its figure is unwelcome.

import { summarize } from "./statistics.mjs";

/** Resolves to { name, about, measures, results, verdicts }; `onRound` hears of each finished round. */
export async function runLine(line, servers, { rounds, onRound = () => {} }) {
	const taken = new Map(servers.map(({ name }) => [name, []]));
	for (let round = 0; round <= rounds; round++) {
		for (const server of servers) {
			const values = await line.round(server);
			if (round > 0) taken.get(server.name).push(values);
			onRound({ round, server, values });
		}
	}
	const results = servers.map(({ name, version }) => {
		const summaries = Object.keys(line.measures).map((measure) => {
			return [measure, summarize(taken.get(name).map((values) => values[measure]))];
		});
		return { name, version, measures: Object.fromEntries(summaries) };
	});
	const verdicts = line.promises.map((promise) => judge(promise, results));
	return { name: line.name, about: line.about, measures: line.measures, results, verdicts };
}

/** Reins is the first result; the better peer is the one with the smaller median. */
function judge({ measure, timesBestPeer, atMost, timesOther, orPlus }, [own, ...others]) {
	const ours = own.measures[measure].median;
	if (atMost !== undefined) return { measure, limit: atMost, measured: ours, holds: ours <= atMost };
	if (timesOther !== undefined)
		return judgeLink(measure, { times: timesOther, plus: orPlus }, own, others[0]);
	const best = others.reduce((a, b) => (b.measures[measure].median < a.measures[measure].median ? b : a));
	const measured = ours / best.measures[measure].median;
	return { measure, against: best.name, limit: timesBestPeer, measured, holds: measured <= timesBestPeer };
}

/** The second link may cost so many times as much as the first, or so many milliseconds more. */
function judgeLink(measure, { times, plus }, first, second) {
	const [base, other] = [first, second].map(({ measures }) => measures[measure].median);
	const measured = other / base;
	const more = other - base;
	const holds = measured <= times || more <= plus;
	return { measure, link: second.name, against: first.name, limit: times, plus, measured, more, holds };
}
