// Ends what Reins started.

import { askBroker } from "../control.ts";
import { readOptions } from "../options.ts";
import type { Command } from "../usage.ts";

export const stop: Command = {
	help: "Usage: reins stop [--force] [--json]\n\nEnds the broker and the browsers that it started.\n\n  --force   also while clients are connected",
	async run(words) {
		const { force = false, json } = readOptions("stop", words, {
			force: { type: "boolean" },
			json: { type: "boolean" },
		});
		const answer = (await askBroker("stop", { force })) ?? {
			stopped: true,
			reason: "No broker was running.",
		};
		if (json) process.stdout.write(`${JSON.stringify(answer)}\n`);
		else if (answer.stopped) process.stdout.write(`${answer.reason ?? "Stopped."}\n`);
		else process.stderr.write(`Not stopped: ${answer.reason}\n  Use --force to end them too.\n`);
		return answer.stopped ? 0 : 1;
	},
};
