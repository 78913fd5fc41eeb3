// The same server over two links at once: a Chromium that it has started, and a Chromium of a person's with the
// real extension, both headless, both with one tab that is not in front. They live through all rounds, since a
// person's browser does.

import "../scripts/faults/typescript-sources.mjs";
import { join } from "node:path";
import { McpClient } from "../scripts/demo/mcp-client.mjs";

const PAGE = `<h1>Bench</h1><button id="count" onclick="this.textContent = ++window.clicks">0</button>
<label>Name <input id="name"></label><ul>${"<li><a href='#'>A link</a></li>".repeat(20)}</ul><script>clicks = 0</script>`;

/** Calls `use` with what `runLine` takes as servers, and ends everything after it. */
export async function withLinks({ root, version }, use) {
	const { ChromeLab, Site, TestHome } = await import("../packages/testkit/src/index.ts");
	const site = await Site.start();
	const url = site.page("/bench", PAGE);
	const home = new TestHome();
	const lab = await ChromeLab.start({ home });
	const clients = [];
	try {
		await lab.allow(site.origin, "script");
		await lab.connected();
		const open = async (browser) => {
			const flags = ["--browser", browser, "--headless", "--allow", site.origin];
			const client = new McpClient(
				[
					process.execPath,
					join(root, "packages", "cli", "bin", "reins.js"),
					"mcp",
					...flags,
					"--enable-mutations",
					"--unsafe-enable-eval",
				],
				{ env: home.env },
			);
			clients.push(client);
			await client.initialize("reins-bench");
			const { text } = await client.callTool("tab_new", { url });
			client.firstTab = text.split(" ")[0];
			return { name: browser, version, client, url };
		};
		return await use([await open("managed"), await open("extension")]);
	} finally {
		for (const client of clients) await client.close();
		await lab.close();
		await site.stop();
		home.remove();
	}
}
