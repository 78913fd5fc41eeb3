// How long an agent's host waits for its tools, and how much of the model's context their list takes.
// No server starts a browser for this.

import { withServer } from "../mcp-session.mjs";

export const start = {
	name: "start",
	about: "spawn of the server to the reply of tools/list, and the size of that reply",
	measures: { start: "ms", "tool list": "KB" },
	/** One value for each measure. */
	round: (server) =>
		withServer(server, async (client) => {
			await client.initialize("reins-bench");
			const list = await client.listTools();
			const ms = performance.now() - client.spawnedAt;
			return { start: ms, "tool list": Buffer.byteLength(JSON.stringify(list)) / 1000 };
		}),
	promises: [
		{ measure: "start", timesBestPeer: 0.5 },
		{ measure: "tool list", atMost: 10 },
	],
};
