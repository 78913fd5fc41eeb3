// What it costs to look at a page as each server does it unasked: milliseconds and bytes, of a small form and of
// long tables, which Reins folds and the peers write out.

import { withServer } from "../mcp-session.mjs";
import { servePages } from "../pages.mjs";

const REPEATS = { "/small": 9, "/1000": 3, "/5000": 1 };

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed(repeats, look) {
	const times = [];
	let bytes = 0;
	for (let repeat = 0; repeat < repeats; repeat++) {
		const started = performance.now();
		const { text } = await look();
		times.push(performance.now() - started);
		bytes = Buffer.byteLength(text);
	}
	return { ms: median(times), kb: bytes / 1000 };
}

export const snapshots = {
	name: "snapshots",
	about: "a snapshot of a small form and of tables of 1,000 and 5,000 rows",
	measures: {
		small: "ms",
		"1,000 rows": "ms",
		"1,000 rows size": "KB",
		"5,000 rows": "ms",
		"5,000 rows size": "KB",
	},
	async round(server) {
		const pages = await servePages();
		const { verbs } = server;
		try {
			return await withServer(server, async (client) => {
				await client.initialize("reins-bench");
				const open = (path) =>
					client.callTool(verbs.navigate, { ...verbs.navigateArgs, url: pages.origin + path });
				const look = () => client.callTool(verbs.snapshot, verbs.snapshotArgs);
				await open("/small");
				await look();
				const small = await timed(REPEATS["/small"], () => look());
				await open("/1000");
				const thousand = await timed(REPEATS["/1000"], () => look());
				await open("/5000");
				const five = await timed(REPEATS["/5000"], () => look());
				return {
					small: small.ms,
					"1,000 rows": thousand.ms,
					"1,000 rows size": thousand.kb,
					"5,000 rows": five.ms,
					"5,000 rows size": five.kb,
				};
			});
		} finally {
			await pages.close();
		}
	},
	promises: [
		{ measure: "small", timesBestPeer: 0.8 },
		{ measure: "1,000 rows", timesBestPeer: 0.05 },
		{ measure: "1,000 rows size", atMost: 16 },
		{ measure: "5,000 rows", timesBestPeer: 0.01 },
	],
};
