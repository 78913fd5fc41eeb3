// What is held against what: Reins against the peers, and Reins against itself where it has a harder way.

import { ensureOwnPackages } from "../scripts/bootstrap/own-packages.mjs";
import { actions } from "./lines/actions.mjs";
import { cli } from "./lines/cli.mjs";
import { flow } from "./lines/flow.mjs";
import { memory } from "./lines/memory.mjs";
import { snapshots } from "./lines/snapshots.mjs";
import { start } from "./lines/start.mjs";
import { tabs, thinTools } from "./lines/thin-tools.mjs";
import { memoryIsTold } from "./processes.mjs";
import { commandLines, reins, servers } from "./servers.mjs";
import { commandSubject, serverSubject } from "./subjects.mjs";

/** Every time of a line may be so many times that of the first subject. */
const everyTime = (limits) => (line) =>
	Object.entries(line.measures)
		.filter(([, unit]) => unit === "ms")
		.map(([measure]) => ({ measure, ...limits }));

/** Node imports the lab's TypeScript through esbuild, which is there only after the bootstrap. */
const links = () => import("./links.mjs");

/** `withSubjects` calls back with a function that answers a line's subjects. */
export const comparisons = [
	{
		name: "peers",
		title: "Reins against other servers",
		lines: [start, snapshots, actions, flow, memory, cli].filter((line) => line !== memory || memoryIsTold()),
		promises: (line) => line.promises,
		async withSubjects({ root, peers, browser, origin, out }, use) {
			await ensureOwnPackages(peers, "the peers", out);
			const { extensionSubject } = await links();
			const [ours, ...others] = servers({ root, peers, browser }).map((one) => serverSubject(one, origin));
			ours.overExtension = extensionSubject({ reins: reins(root), origin });
			const commands = commandLines({ root, peers, browser }).map((one) => commandSubject(one, origin));
			return use((line) => (line === cli ? commands : [ours, ...others]));
		},
	},
	{
		name: "extension",
		title: "Reins in a person's Chromium against Reins in its own",
		lines: [snapshots, actions, flow, thinTools, tabs],
		promises: everyTime({ timesOther: 2, orPlus: 10 }),
		async withSubjects({ root, origin }, use) {
			const { withLinks } = await links();
			return withLinks({ reins: reins(root), origin }, (subjects) => use(() => subjects));
		},
	},
	...["managed", "extension"].map((link) => ({
		name: link === "managed" ? "background" : "background-extension",
		title: `A tab that is not in front against the same tab in front, ${link === "managed" ? "in a Chromium of Reins' own" : "in a person's"}`,
		lines: [snapshots, actions, flow, thinTools],
		promises: everyTime({ timesOther: 2 }),
		async withSubjects({ root, origin }, use) {
			const { withTabs } = await links();
			return withTabs({ reins: reins(root), origin }, link, (subjects) => use(() => subjects));
		},
	})),
];
