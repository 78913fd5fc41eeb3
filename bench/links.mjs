// Reins in browsers that live through all rounds, since a person's browser does: one that it has started
// itself, and one of a person's with the real extension, both headless, each with a session of its own.

import "../scripts/faults/typescript-sources.mjs";
import { McpClient } from "../scripts/demo/mcp-client.mjs";
import { Agent } from "./agent.mjs";
import { vocabularies } from "./vocabulary.mjs";

/** Calls `use` with the subjects of the two links. */
export function withLinks(context, use) {
	return withReins(context, ["managed", "extension"], (sessions) =>
		use(sessions.map(({ agent, link }) => ({ name: link, withAgent: (act) => act(agent) }))),
	);
}

/** Calls `use` with one tab over a link as two subjects: in front, and with another tab before it. */
export function withTabs(context, link, use) {
	return withReins(context, [link], async ([{ agent }]) => {
		const { client } = agent;
		const { text } = await client.callTool("tab_new", { url: agent.url("/thanks") });
		const other = handleOf(text);
		const withFront = (tab) => async (act) => {
			await client.callTool("tab_select", { tabId: tab, focus: true });
			await client.callTool("tab_select", { tabId: client.firstTab });
			return act(agent);
		};
		return use([
			{ name: "in front", withAgent: withFront(client.firstTab) },
			{ name: "not in front", withAgent: withFront(other) },
		]);
	});
}

/** A subject like that of a server, in a person's Chromium that is started for the round. */
export function extensionSubject(context) {
	const withAgent = (use) => withReins(context, ["extension"], ([{ agent, home }]) => use(agent, home));
	return { withAgent };
}

async function withReins({ reins, origin }, links, use) {
	const { ChromeLab, TestHome, stopReins } = await import("../packages/testkit/src/index.ts");
	const home = new TestHome();
	const clients = [];
	let lab;
	const open = async (link) => {
		const flags = ["--browser", link, "--headless", "--allow", origin];
		const powers = ["--enable-mutations", "--unsafe-enable-eval"];
		const command = [process.execPath, reins.program, "mcp", ...flags, ...powers];
		const client = new McpClient(command, { env: home.env });
		clients.push(client);
		await client.initialize("reins-bench");
		const { text } = await client.callTool("tab_new", { url: `${origin}/form` });
		client.firstTab = handleOf(text);
		const agent = new Agent({ client, words: vocabularies.reins, origin });
		return { link, agent, home: home.path };
	};
	try {
		if (links.includes("extension")) {
			lab = await ChromeLab.start({ home });
			await lab.allow(origin, "script");
			await lab.connected();
		}
		const sessions = [];
		for (const link of links) sessions.push(await open(link));
		return await use(sessions);
	} finally {
		for (const client of clients) await client.close();
		await lab?.close();
		await stopReins(home);
		home.remove();
	}
}

/** An answer about a tab begins with its handle. */
function handleOf(text) {
	return text.split(" ")[0];
}
