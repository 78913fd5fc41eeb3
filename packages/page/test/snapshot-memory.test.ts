// That a thousand snapshots leave nothing behind.

import { expect, it } from "vitest";
import { usePage } from "./chromium.ts";

/** What a function is compiled to when it has run often lies in the heap, too, and has nothing to do with the page. */
const page = usePage(["--js-flags=--no-opt --no-maglev --no-sparkplug"]);

/** The promise is about 1,000; the usual run has fewer. */
const SNAPSHOTS = process.env["REINS_FULL"] ? 1_000 : 200;
const FIRST = 100;
const MOST_TIMES = 1.02;

const cards = Array.from(
	{ length: 400 },
	(_, at) =>
		`<div class="card c${at % 3}"><h3>Card ${at}</h3><p>About it</p><a href="#">More</a><button>Buy</button></div>`,
);
const rows = Array.from(
	{ length: 300 },
	(_, at) => `<tr><td>${at}</td><td>x</td><td><a href="#">y</a></td></tr>`,
);
const html = `<main>${cards.join("")}</main><table>${rows.join("")}</table>
	<select>${"<option>x</option>".repeat(200)}</select><label for="i">Name</label><input id="i">`;

async function held(): Promise<{ heap: number; nodes: number }> {
	// What was weakly held goes in the collection after the one that finds it free.
	for (let round = 0; round < 4; round += 1) await page().send("HeapProfiler.collectGarbage");
	const { usedSize } = (await page().send("Runtime.getHeapUsage")) as { usedSize: number };
	const { nodes } = (await page().send("Memory.getDOMCounters")) as { nodes: number };
	return { heap: usedSize, nodes };
}

it(`heap and nodes stay where they were after the ${FIRST}th snapshot`, async () => {
	await page().open(html);
	await page().repeat("snapshot", {}, FIRST);
	const before = await held();
	await page().repeat("snapshot", {}, SNAPSHOTS - FIRST);
	const after = await held();
	const [heap, nodes] = [after.heap / before.heap, after.nodes / before.nodes];
	process.stdout.write(`${SNAPSHOTS} snapshots: heap × ${heap.toFixed(4)}, nodes × ${nodes.toFixed(4)}\n`);
	expect(heap).toBeLessThanOrEqual(MOST_TIMES);
	expect(nodes).toBeLessThanOrEqual(MOST_TIMES);
}, 180_000);
