// Tools that the other lines do not use, on a small page, so that the way is measured and not the page. The
// peers have no part in this.

import { p50 } from "../statistics.mjs";

const REPEATS = 12;
/** A session may not open more than twenty tabs a minute. */
const FEW = 2;

const small = {
	"get text": ({ client }) => client.callTool("get_text", {}),
	markdown: ({ client }) => client.callTool("read_as_markdown", {}),
	find: ({ client }) => client.callTool("find", { text: "Count" }),
	reload: ({ client }) => client.callTool("reload", {}),
};

const ofTabs = {
	"tabs list": ({ client }) => client.callTool("tabs_list", {}),
	"open, close": async (agent) => {
		const { client } = agent;
		await client.callTool("tab_new", { url: agent.url("/form") });
		await client.callTool("tab_close", {});
		// The first tab is the current one again.
		await client.callTool("tab_select", { tabId: client.firstTab });
	},
};

function lineOf(name, about, steps) {
	return {
		name,
		about,
		measures: Object.fromEntries(Object.keys(steps).map((step) => [step, "ms"])),
		round: (subject) =>
			subject.withAgent(async (agent) => {
				await agent.open("/form");
				const taken = {};
				for (const [step, act] of Object.entries(steps)) {
					taken[step] = await p50(step === "open, close" ? FEW : REPEATS, () => act(agent));
				}
				return taken;
			}),
	};
}

export const thinTools = lineOf(
	"thin-tools",
	`a tool on a small page, median of ${REPEATS} in a round`,
	small,
);
export const tabs = lineOf("tabs", "the list of tabs, and a tab opened and closed", ofTabs);
