// How long an agent's host waits for its tools, and how much of the model's context their list takes.
// No server starts a browser for this.

export const start = {
	name: "start",
	about: "spawn of the server to the reply of tools/list, and the size of that reply",
	measures: { "start to the list of tools": "ms", "list of tools, size": "KB" },
	/** One value for each measure. */
	round: (subject) =>
		subject.withClient(async (client) => {
			await client.initialize("reins-bench");
			const list = await client.listTools();
			const ms = performance.now() - client.spawnedAt;
			return {
				"start to the list of tools": ms,
				"list of tools, size": Buffer.byteLength(JSON.stringify(list)) / 1000,
			};
		}),
	promises: [
		{ measure: "start to the list of tools", timesBestPeer: 0.5 },
		{ measure: "list of tools, size", atMost: 10 },
	],
};
