// What a server and its helpers hold after an errand and a look at a long page, without the browser: the sum of PSS, in which memory
// that several processes share counts once. In a person's own Chromium the native host is one of ours, and the
// extension's worker is the browser's.

import { memoryOf } from "../processes.mjs";
import { signUp } from "./flow.mjs";

const afterAnErrand = (subject) =>
	subject.withAgent(async (agent, folder) => {
		await signUp(agent);
		await agent.open("/1000");
		await agent.look();
		return memoryOf(agent.client.pid, folder);
	});

export const memory = {
	name: "memory",
	about: "PSS of the server's processes after an errand and a look at 1,000 rows, the browser left out",
	measures: { memory: "MB", "memory with the extension": "MB" },
	async round(subject) {
		const own = await afterAnErrand(subject);
		const other = subject.overExtension ? await afterAnErrand(subject.overExtension) : own;
		return { memory: own, "memory with the extension": other };
	},
	promises: [
		{ measure: "memory", timesBestPeer: 0.5 },
		{ measure: "memory with the extension", timesBestPeer: 0.7 },
	],
};
