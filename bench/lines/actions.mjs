// One thing done on a small page, again and again: the time until the agent has the answer. What was done is
// checked afterwards, so that no quick answer counts where nothing happened.

import { p50 } from "../statistics.mjs";

const REPEATS = 7;

export const actions = {
	name: "actions",
	about: `one thing done on a small page, median of ${REPEATS} in a round`,
	measures: {
		"navigate to load": "ms",
		"picture of the viewport": "ms",
		click: "ms",
		"type into a field": "ms",
		evaluate: "ms",
	},
	round: (subject) =>
		subject.withAgent(async (agent) => {
			// The first page starts the browser.
			await agent.open("/form");
			const navigate = await p50(REPEATS, (repeat) => agent.open(`/form?${repeat}`));
			await agent.mustBe("location.search", `?${REPEATS - 1}`);
			const picture = await p50(REPEATS, () => agent.picture());
			const page = await agent.look();
			const count = agent.refIn(page, "button", "Count");
			const name = agent.refIn(page, "textbox", "Name");
			const click = await p50(REPEATS, () => agent.click(count));
			await agent.mustBe("'clicks: ' + clicks", `clicks: ${REPEATS}`);
			const type = await p50(REPEATS, (repeat) => agent.type(name, `Ada ${repeat}`));
			await agent.mustBe("document.querySelector('[name=name]').value", `Ada ${REPEATS - 1}`);
			const evaluate = await p50(REPEATS, () => agent.evaluate("document.title"));
			return {
				"navigate to load": navigate,
				"picture of the viewport": picture,
				click,
				"type into a field": type,
				evaluate,
			};
		}),
	promises: [
		{ measure: "navigate to load", timesBestPeer: 0.8 },
		{ measure: "picture of the viewport", timesBestPeer: 0.8 },
		{ measure: "click", timesBestPeer: 0.1 },
		{ measure: "type into a field", timesBestPeer: 0.3 },
		{ measure: "evaluate", timesBestPeer: 0.05 },
	],
};
