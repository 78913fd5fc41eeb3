// Starts a broker of its own life: detached, with nothing of ours but a pipe on which it says that
// it is ready, that another one was first, or why it cannot start.

import { spawn } from "node:child_process";
import { limits, ReinsError, type WireError } from "@reins/protocol";

export type Readiness = { ready: true } | { error: WireError };

/** Resolves once a broker (this one, or the one that was first) can be connected to. */
export function startBroker(command: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
	const [executable, ...args] = command;
	if (!executable) throw new ReinsError("internal", "No command to start a broker with.");
	return new Promise((resolve, reject) => {
		const child = spawn(executable, args, {
			detached: true,
			stdio: ["ignore", "ignore", "ignore", "pipe"],
			windowsHide: true,
			cwd: "/",
			env,
		});
		const report = child.stdio[3] as NodeJS.ReadableStream & { unref?(): void; destroy(): void };
		let text = "";
		const timer = setTimeout(() => {
			// Nobody knows of it but us, and the next try starts another one.
			child.kill("SIGKILL");
			finish("It did not become ready in time.");
		}, limits.brokerStart);
		const finish = (problem: string | ReinsError | undefined) => {
			clearTimeout(timer);
			report.destroy();
			child.unref();
			if (problem === undefined) resolve();
			else reject(typeof problem === "string" ? new ReinsError("broker_unreachable", problem) : problem);
		};
		report.on("data", (piece) => {
			text += piece;
			if (!text.endsWith("\n")) return;
			const said = JSON.parse(text) as Readiness;
			finish("error" in said ? ReinsError.fromWire(said.error) : undefined);
		});
		report.on("end", () => finish("The broker ended before it was ready."));
		child.on("error", (error) => finish(`The broker could not be started: ${error.message}`));
	});
}
