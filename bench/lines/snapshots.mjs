// What it costs to look at a page: milliseconds and bytes, of a form of ten elements, of a small page and of long
// tables. Reins folds these unasked; `whole` is the snapshot with everything in it, the only one that the peers have.

import { median, p50, times } from "../statistics.mjs";

/** As many as a session has. The first of them, while every server still warms up, are shown beside it. */
const SMALL_LOOKS = 50;
const FIRST_LOOKS = 9;
const SMALL = "small snapshot";
const TINY = "snapshot of ten elements";
const tables = [
	{ name: "snapshot of 1,000 rows", path: "/1000", repeats: 7, last: "person1000@example.org", times: 0.05 },
	{ name: "snapshot of 5,000 rows", path: "/5000", repeats: 1, last: "person5000@example.org", times: 0.01 },
];

async function timed(repeats, look) {
	let text = "";
	const ms = await p50(repeats, async () => {
		text = await look();
	});
	return { ms, kb: Buffer.byteLength(text) / 1000, text };
}

async function lookAtTable(agent, { name, path, repeats, last }) {
	await agent.open(path);
	const look = await timed(repeats, () => agent.look());
	const whole = agent.folds ? await timed(repeats, () => agent.lookAtAll()) : look;
	// Who leaves rows out has no such snapshot.
	const isWhole = whole.text.includes(last);
	return {
		[name]: look.ms,
		[`${name}, size`]: look.kb,
		[`${name}, whole`]: isWhole ? whole.ms : undefined,
		[`${name}, whole, size`]: isWhole ? whole.kb : undefined,
	};
}

export const snapshots = {
	name: "snapshots",
	about: "a snapshot of a form, of a small page and of tables of 1,000 and 5,000 rows",
	measures: Object.fromEntries([
		...[TINY, SMALL].flatMap((name) => [
			[name, "ms"],
			[`${name}, first looks`, "ms"],
		]),
		...tables.flatMap(({ name }) => [
			[name, "ms"],
			[`${name}, size`, "KB"],
			[`${name}, whole`, "ms"],
			[`${name}, whole, size`, "KB"],
		]),
	]),
	round: (subject) =>
		subject.withAgent(async (agent) => {
			const taken = {};
			for (const [name, path] of [
				[TINY, "/form"],
				[SMALL, "/account"],
			]) {
				await agent.open(path);
				await agent.look();
				const looks = await times(SMALL_LOOKS, () => agent.look());
				taken[name] = median(looks);
				taken[`${name}, first looks`] = median(looks.slice(0, FIRST_LOOKS));
			}
			for (const table of tables) Object.assign(taken, await lookAtTable(agent, table));
			return taken;
		}),
	promises: [
		{ measure: SMALL, timesBestPeer: 0.8 },
		...tables.flatMap(({ name, times }) => [
			{ measure: name, timesBestPeer: times },
			{ measure: `${name}, size`, atMost: 16 },
			{ measure: `${name}, whole`, timesBestPeer: 0.2 },
			{ measure: `${name}, whole, size`, timesBestPeer: 0.6 },
		]),
	],
};
