// A small report as `npm run bench -- --json` prints it: one promise that holds, one that misses, one of a
// thing that is not there yet.

import type { Report, Result } from "../../bench/run.mjs";

const at = (median: number, min = median, max = median) => ({ median, min, max, values: [min, median, max] });

const side = (name: string, version: string, measures: Result["measures"]): Result => ({
	name,
	version,
	failures: [],
	measures,
});

export const sampleReport: Report = {
	release: "1.2.3",
	date: "2030-01-02",
	minutes: 6.2,
	rounds: 5,
	machine: {
		cores: 4,
		memory: 8,
		system: "Some Linux 1",
		browser: "Chromium 150.0.1.2",
		node: "20.20.2",
		load: 0.5,
	},
	comparisons: [
		{
			name: "peers",
			title: "Reins against other servers",
			lines: [
				{
					name: "actions",
					about: "one thing done",
					measures: { click: "ms", "type into a field": "ms", "list of tools, size": "KB" },
					results: [
						side("reins", "1.2.3", {
							click: at(20, 19, 22),
							"type into a field": at(40),
							"list of tools, size": at(9.2),
						}),
						side("<peer> & co", "4", {
							click: at(400),
							"type into a field": at(20),
							"list of tools, size": at(20.3),
						}),
						side("other", "5", {
							click: at(5_000),
							"type into a field": at(300),
							"list of tools, size": at(1_250),
						}),
					],
					verdicts: [
						{ measure: "click", against: "<peer> & co", limit: 0.1, measured: 0.05, holds: true },
						{ measure: "type into a field", against: "<peer> & co", limit: 0.3, measured: 2, holds: false },
					],
				},
				{
					name: "cli",
					about: "one command",
					measures: { "one command": "ms" },
					results: [
						{ name: "reins", version: "1.2.3", missing: "no such command", failures: [], measures: {} },
						{
							...side("a-cli", "7", { "one command": at(160) }),
							failures: [{ round: 3, message: "a-cli 7: ### Error\nout of time" }],
						},
					],
					verdicts: [{ measure: "one command", missing: "no such command" }],
				},
			],
		},
	],
};
