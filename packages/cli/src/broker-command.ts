// How Reins is started again by others: this very program, by absolute paths.

import { fileURLToPath } from "node:url";

export function thisProgram(): { node: string; program: string } {
	return { node: process.execPath, program: fileURLToPath(new URL("../bin/reins.js", import.meta.url)) };
}

/** How any front door starts a broker. */
export function brokerCommand(): string[] {
	const { node, program } = thisProgram();
	return [node, program, "broker"];
}
