// How doctor speaks to the broker of the home that it looks at, which it starts where none runs.

import { BrokerClient } from "@reins/broker/client";
import { limits, type SessionOptions, Trace } from "@reins/protocol";
import type { Doctor } from "./context.ts";

export function doctorClient(
	{ release, brokerCommand, system }: Doctor,
	options?: SessionOptions,
): BrokerClient {
	return new BrokerClient({
		identity: { name: "reins doctor", version: release, release },
		...(options && { session: { options } }),
		brokerCommand,
		places: system.places,
		env: { ...process.env, REINS_HOME: system.places.home },
	});
}

/** Opens a tab, reads it and closes it, and gives the milliseconds that it took. */
export async function readAPage(client: BrokerClient): Promise<number> {
	const how = () => ({ deadline: limits.slowCallDeadline, trace: new Trace() });
	const call = (tool: string) => client.call("tool.call", { tool, args: {} }, how());
	const started = performance.now();
	try {
		await call("tab_new");
		// In the person's own browser no tab of ours may stay, whatever becomes of the reading.
		const read = await Promise.allSettled([call("snapshot")]);
		await call("tab_close");
		for (const { reason } of read.filter((result) => result.status === "rejected")) throw reason;
		return Math.round(performance.now() - started);
	} finally {
		await client.close();
	}
}
