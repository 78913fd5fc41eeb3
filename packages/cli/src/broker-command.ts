// How Reins is started again by others: this very program, by absolute paths.

import { fileURLToPath } from "node:url";

export function thisProgram(): { node: string; program: string } {
	return { node: process.execPath, program: fileURLToPath(new URL("../bin/reins.js", import.meta.url)) };
}

/** A broker runs for days and does little at a time: it need not keep room for tens of megabytes of short-lived things. */
const THRIFT = "--max-semi-space-size=2";

/** How any front door starts a broker. */
export function brokerCommand(): string[] {
	const { node, program } = thisProgram();
	return [node, THRIFT, program, "broker"];
}
