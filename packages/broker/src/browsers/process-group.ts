// Ending all that a started browser has started. Its helpers share the process group that we gave it, and a
// group's number is not reused while one of them lives, so nobody else can be hit.

import { execFile } from "node:child_process";
import type { ProcessTable } from "./process-table.ts";
import { until } from "./waiting.ts";

/** How long killed processes may take to vanish. */
const patience = 2_000;

export interface ProcessGroup {
	signal(signal: "SIGTERM" | "SIGKILL"): void;
	/** Once the leader has ended: ends the others after this grace, and answers with those that would not go. */
	end(grace: number): Promise<number[]>;
}

export function processGroup(leader: number, platform: NodeJS.Platform, table: ProcessTable): ProcessGroup {
	if (platform === "win32") return windowsTree(leader);
	const signal = (name: NodeJS.Signals) => {
		try {
			process.kill(-leader, name);
		} catch {
			// Nobody is left, or only a helper of the setuid sandbox, which ends with its parent.
		}
	};
	const end = async (grace: number) => {
		const noneLeft = async () => (await table.group(leader)).length === 0;
		if (await until(noneLeft, grace)) return [];
		signal("SIGKILL");
		return (await until(noneLeft, patience)) ? [] : table.group(leader);
	};
	return { signal, end };
}

/** Windows ends the helpers with their parent; only a parent that hangs must be ended from outside. */
function windowsTree(leader: number): ProcessGroup {
	return {
		signal: (name) => {
			const force = name === "SIGKILL" ? ["/F"] : [];
			execFile("taskkill", ["/PID", String(leader), "/T", ...force], () => {});
		},
		end: async () => [],
	};
}
