// How any front door starts a broker: this very program, by absolute paths.

import { fileURLToPath } from "node:url";

export function brokerCommand(): string[] {
	return [process.execPath, fileURLToPath(new URL("../bin/reins.js", import.meta.url)), "broker"];
}
