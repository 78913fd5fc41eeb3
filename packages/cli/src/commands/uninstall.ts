// Takes away what `reins install` and `reins extension` wrote.

import { uninstallHost } from "@reins/broker";
import { hostSystem } from "../host-system.ts";
import { readOptions } from "../options.ts";
import type { Command } from "../usage.ts";

export const uninstall: Command = {
	help: `Usage: reins uninstall [--json]

Removes the native messaging host and the extension's folder, and lists what it removed.
A file that was changed since stays and is named. Remove the extension itself in the browser.`,
	async run(words) {
		const { json } = readOptions("uninstall", words, { json: { type: "boolean" } });
		const report = uninstallHost(hostSystem());
		if (json) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
		else {
			const lines = [
				...report.removed.map((path) => `removed ${path}`),
				...report.left.map(({ path, reason }) => `left ${path}: ${reason}`),
			];
			if (lines.length === 0) lines.push("Nothing is installed.");
			else lines.push("Remove the extension itself at chrome://extensions.");
			process.stdout.write(`${lines.join("\n")}\n`);
		}
		return 0;
	},
};
