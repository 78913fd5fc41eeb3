// What an MCP host runs.

import { BrokerClient } from "@reins/broker/client";
import { chooseToolsets, serveMcp } from "@reins/mcp";
import { brokerCommand } from "../broker-command.ts";
import { compileEarly } from "../compile-early.ts";
import { readOptions } from "../options.ts";
import { release } from "../release.ts";
import { sessionFlags, sessionHelp, sessionOptions } from "../session-options.ts";
import type { Command } from "../usage.ts";

const toolsHelp = "  --tools <sets>             the toolsets to show, with commas: core (default), page";

export const mcp: Command = {
	help: `Usage: reins mcp [options]\n\nServes MCP over stdin and stdout until stdin ends.\n\n${sessionHelp}\n${toolsHelp}`,
	async run(words) {
		const flags = readOptions("mcp", words, { ...sessionFlags, tools: { type: "string" } });
		const toolsets = chooseToolsets(flags.tools);
		const options = sessionOptions(flags);
		if (options.unsafeAllDomains || options.policy === "unsafe") {
			process.stderr.write("reins: WARNING: every site is open to the agent, with every effect.\n");
		}
		const broker = new BrokerClient({
			identity: { name: "mcp client", version: "", release },
			session: { ...(flags.session && { label: flags.session }), options },
			brokerCommand: brokerCommand(),
		});
		compileEarly();
		await serveMcp({ release, broker, toolsets });
		return 0;
	},
};
