// Takes a line's figures and judges its promises. The subjects alternate, so that a machine that gets slower
// or faster does so for all; the first round of each only warms the caches. A round is never repeated
// because its figure is unwelcome.

import { judge } from "./judge.mjs";
import { summarize } from "./statistics.mjs";

/** Resolves to { name, about, measures, results, verdicts }; `onRound` hears of each finished round. */
export async function runLine(line, subjects, { rounds, promises, onRound = () => {} }) {
	const taken = new Map(subjects.map(({ name }) => [name, []]));
	const present = subjects.filter(({ missing }) => !missing);
	for (let round = 0; round <= rounds; round++) {
		for (const subject of present) {
			const values = await line.round(subject);
			if (round > 0) taken.get(subject.name).push(values);
			onRound({ round, subject, values });
		}
	}
	const results = subjects.map(({ name, version, missing }) => {
		const summaries = Object.keys(line.measures).flatMap((measure) => {
			const values = taken.get(name).map((one) => one[measure]);
			// What a subject cannot do it has no figure for.
			return values.length === 0 || values.includes(undefined) ? [] : [[measure, summarize(values)]];
		});
		return { name, version, missing, measures: Object.fromEntries(summaries) };
	});
	const verdicts = promises.map((promise) => judge(promise, results));
	return { name: line.name, about: line.about, measures: line.measures, results, verdicts };
}
