// The broker's own process. Front doors start it; people do not need to.

import { runBroker } from "@reins/broker";
import { compileEarly } from "../compile-early.ts";
import { release } from "../release.ts";
import type { Command } from "../usage.ts";

export const broker: Command = {
	help: "Usage: reins broker\n\nRuns the broker. It is started by whoever needs it and leaves by itself.",
	async run() {
		compileEarly();
		await runBroker(release);
		return process.exitCode === undefined ? 0 : Number(process.exitCode);
	},
};
