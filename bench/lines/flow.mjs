// A whole errand: open a page, look at it, fill two fields, submit, and see that it went through.

import { p50 } from "../statistics.mjs";

const REPEATS = 3;

/** Who is told the outcome by the answer to the click does not have to look again. */
export async function signUp(agent) {
	await agent.open("/form");
	const page = await agent.look();
	await agent.fill([
		[agent.refIn(page, "textbox", "Name"), "Ada"],
		[agent.refIn(page, "textbox", "E-mail"), "ada@example.org"],
	]);
	const answer = await agent.click(agent.refIn(page, "button", "Create account"));
	const outcome = answer.includes("Thank you, Ada") ? answer : await agent.look();
	if (!outcome.includes("Thank you, Ada")) throw new Error(`The form did not go through:\n${outcome}`);
}

export const flow = {
	name: "flow",
	about: `open, look, fill two fields, submit, check; median of ${REPEATS} in a round`,
	measures: { "open, look, fill, submit, check": "ms" },
	round: (subject) =>
		subject.withAgent(async (agent) => {
			// The first page starts the browser.
			await agent.open("/form");
			return { "open, look, fill, submit, check": await p50(REPEATS, () => signUp(agent)) };
		}),
	promises: [{ measure: "open, look, fill, submit, check", timesBestPeer: 0.25 }],
};
