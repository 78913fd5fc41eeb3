// One command of a command line, from the start of its process to its end, with the browser already running.

import { p50 } from "../statistics.mjs";

const REPEATS = 7;

export const cli = {
	name: "cli",
	about: `one command that reads the page's title, median of ${REPEATS} in a round`,
	measures: { "one command": "ms" },
	round: (subject) =>
		subject.withCommands(async ({ origin, command }) => {
			await command("open", `${origin}/form`);
			const title = async () => {
				const answer = await command("get", "title");
				if (answer.trim() !== "Bench") throw new Error(`The title should be Bench: ${answer}`);
			};
			await title();
			return { "one command": await p50(REPEATS, title) };
		}),
	promises: [{ measure: "one command", timesBestPeer: 1 }],
};
