// Takes a line's figures and judges its promises. The subjects alternate, so that a machine that gets slower
// or faster does so for all; the first round of each only warms the caches. A round is never repeated
// because its figure is unwelcome.

import { judge } from "./judge.mjs";
import { summarize } from "./statistics.mjs";

/** Resolves to { name, about, measures, results, verdicts }; `onRound` hears of each finished round. */
export async function runLine(line, subjects, { rounds, promises, onRound = () => {} }) {
	const taken = new Map(subjects.map(({ name }) => [name, { figures: [], failures: [] }]));
	const present = subjects.filter(({ missing }) => !missing);
	for (let round = 0; round <= rounds; round++) {
		for (const subject of present) {
			const { figures, failures } = taken.get(subject.name);
			try {
				const values = await line.round(subject);
				if (round > 0) figures.push(values);
			} catch (error) {
				// A peer that fails is reported, and costs nobody the other figures. Reins has no such excuse.
				if (!subject.isPeer) throw error;
				failures.push({ round, message: error.message });
			}
			onRound({ round, subject });
		}
	}
	const results = subjects.map((subject) => summarizeAll(line, subject, taken.get(subject.name)));
	const verdicts = promises.map((promise) => judge(promise, results));
	return { name: line.name, about: line.about, measures: line.measures, results, verdicts };
}

function summarizeAll(line, { name, version, missing }, { figures, failures }) {
	const summaries = Object.keys(line.measures).flatMap((measure) => {
		const values = figures.map((one) => one[measure]);
		// What a subject cannot do it has no figure for.
		return values.length === 0 || values.includes(undefined) ? [] : [[measure, summarize(values)]];
	});
	return { name, version, missing, failures, measures: Object.fromEntries(summaries) };
}
