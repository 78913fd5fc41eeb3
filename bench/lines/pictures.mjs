// What a picture of the viewport costs as each server takes it unasked: milliseconds, and the bytes of the picture.

import { withServer } from "../mcp-session.mjs";
import { servePages } from "../pages.mjs";

const REPEATS = 9;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed(take) {
	const times = [];
	let bytes = 0;
	for (let repeat = 0; repeat < REPEATS; repeat++) {
		const started = performance.now();
		const { picture } = await take();
		times.push(performance.now() - started);
		if (!picture) throw new Error("The answer has no picture in it.");
		bytes = (picture.length * 3) / 4;
	}
	return { ms: median(times), kb: bytes / 1000 };
}

export const pictures = {
	name: "pictures",
	about: "a picture of the viewport, of a small form and of a table",
	measures: { form: "ms", "form size": "KB", table: "ms", "table size": "KB" },
	async round(server) {
		const pages = await servePages();
		const { verbs } = server;
		try {
			return await withServer(server, async (client) => {
				await client.initialize("reins-bench");
				const open = (path) =>
					client.callTool(verbs.navigate, { ...verbs.navigateArgs, url: pages.origin + path });
				const take = () => client.callTool(verbs.picture, verbs.pictureArgs);
				await open("/small");
				await take();
				const form = await timed(take);
				await open("/1000");
				const table = await timed(take);
				return { form: form.ms, "form size": form.kb, table: table.ms, "table size": table.kb };
			});
		} finally {
			await pages.close();
		}
	},
	promises: [
		{ measure: "form", timesBestPeer: 0.8 },
		{ measure: "table", timesBestPeer: 0.8 },
	],
};
