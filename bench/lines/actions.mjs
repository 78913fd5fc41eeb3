// One thing done on a small page, again and again: the time until the agent has the answer. What was done is
// checked afterwards, so that no quick answer counts where nothing happened.

import { p50 } from "../statistics.mjs";

const REPEATS = 7;
const PICTURE = "picture of the viewport";
/** What the peers do when they type: they tell nothing of what came of it (docs/decisions/0030). */
const WRITE = "type into a field, and do not look";

/**
 * Between two pictures, and never as long as the time before: a browser draws by a clock of its own, and right after one
 * picture it answers at the same point of that clock each time, whatever the server does (docs/decisions/0026).
 */
const thinking = (repeat) => new Promise((resolve) => setTimeout(resolve, 25 + ((repeat * 37) % 60)));

export const actions = {
	name: "actions",
	about: `one thing done on a small page, median of ${REPEATS} in a round`,
	measures: {
		"navigate to load": "ms",
		[PICTURE]: "ms",
		[`${PICTURE}, back to back`]: "ms",
		click: "ms",
		"type into a field": "ms",
		[WRITE]: "ms",
		evaluate: "ms",
	},
	round: (subject) =>
		subject.withAgent(async (agent) => {
			// The first page starts the browser.
			await agent.open("/form");
			const navigate = await p50(REPEATS, (repeat) => agent.open(`/form?${repeat}`));
			await agent.mustBe("location.search", `?${REPEATS - 1}`);
			const picture = await p50(REPEATS, () => agent.picture(), thinking);
			const pictureAgain = await p50(REPEATS, () => agent.picture());
			const page = await agent.look();
			const count = agent.refIn(page, "button", "Count");
			const name = agent.refIn(page, "textbox", "Name");
			const click = await p50(REPEATS, () => agent.click(count));
			await agent.mustBe("'clicks: ' + clicks", `clicks: ${REPEATS}`);
			const type = await p50(REPEATS, (repeat) => agent.type(name, `Ada ${repeat}`));
			await agent.mustBe("document.querySelector('[name=name]').value", `Ada ${REPEATS - 1}`);
			const write = await p50(REPEATS, (repeat) => agent.write(name, `Bob ${repeat}`));
			await agent.mustBe("document.querySelector('[name=name]').value", `Bob ${REPEATS - 1}`);
			const evaluate = await p50(REPEATS, () => agent.evaluate("document.title"));
			return {
				"navigate to load": navigate,
				[PICTURE]: picture,
				[`${PICTURE}, back to back`]: pictureAgain,
				click,
				"type into a field": type,
				[WRITE]: write,
				evaluate,
			};
		}),
	promises: [
		{ measure: "navigate to load", timesBestPeer: 0.8 },
		{ measure: PICTURE, timesBestPeer: 0.95 },
		{ measure: "click", timesBestPeer: 0.1 },
		{ measure: "type into a field", timesBestPeer: 0.5 },
		{ measure: WRITE, timesBestPeer: 0.3 },
		{ measure: "evaluate", timesBestPeer: 0.05 },
	],
};
