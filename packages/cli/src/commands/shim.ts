// The native messaging host's own process. The browser starts it through the launcher; people do not need to.

import { runShim } from "@reins/broker/shim";
import { brokerCommand } from "../broker-command.ts";
import type { Command } from "../usage.ts";

export const shim: Command = {
	help: "Usage: reins shim [origin]\n\nCopies native messages between a browser, on stdin and stdout, and the broker.",
	run: (words) => runShim({ words, brokerCommand: brokerCommand() }),
};
