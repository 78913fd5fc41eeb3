// What each thin tool costs on the same page through the links to a browser: one that Reins has started, and
// the person's own through the extension. The page is small, so that the way is measured and not the page.

const REPEATS = 12;
/** A session may not open more than twenty tabs a minute. */
const FEW = 2;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Each answers what is to be timed; `url` is the page. */
const steps = {
	navigate: (client, url) => client.callTool("navigate", { url }),
	snapshot: (client) => client.callTool("snapshot", {}),
	"get text": (client) => client.callTool("get_text", {}),
	click: (client) => client.callTool("click", { selector: "#count" }),
	type: (client) => client.callTool("type", { selector: "#name", text: "Ada", clear: true }),
	eval: (client) => client.callTool("eval", { expression: "document.title" }),
	screenshot: (client) => client.callTool("screenshot", {}),
	reload: (client) => client.callTool("reload", {}),
	"tabs list": (client) => client.callTool("tabs_list", {}),
	"open, close": async (client, url) => {
		await client.callTool("tab_new", { url });
		await client.callTool("tab_close", {});
		// The first tab is the current one again.
		await client.callTool("tab_select", { tabId: client.firstTab });
	},
};

export const thinTools = {
	name: "thin-tools",
	about: `each tool on a small page, median of ${REPEATS} in a round`,
	measures: Object.fromEntries(Object.keys(steps).map((name) => [name, "ms"])),
	async round({ client, url }) {
		const taken = {};
		for (const [name, step] of Object.entries(steps)) {
			const times = [];
			const repeats = name === "open, close" ? FEW : REPEATS;
			for (let repeat = 0; repeat < repeats; repeat++) {
				const started = performance.now();
				await step(client, url);
				times.push(performance.now() - started);
			}
			taken[name] = median(times);
		}
		return taken;
	},
	promises: Object.keys(steps).map((measure) => ({ measure, timesOther: 2, orPlus: 10 })),
};
