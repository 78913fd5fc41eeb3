// A list that is shuffled, written anew, thinned out, cloned and carried off again and again: a ref answers for its
// own element and for no other, or says that it is gone.

import { expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const ROUNDS = process.env["REINS_FULL"] ? 1_000 : 100;
const SEED = 20_261_115;
/** Refs that are asked for in each round, of those that are gone and of those that live. */
const ASKED = 3;

/** All items look alike; each has a number of its own in its name, given anew to whatever is made. */
const CHURN = `
	let list = document.querySelector("ul");
	const shade = document.querySelector("#host").attachShadow({ mode: "open" });
	const other = document.querySelector("iframe").contentDocument.body;
	const kept = [];
	let made = 0;
	const mark = (item) => { item.setAttribute("aria-label", "item " + made++); return item; };
	const make = () => { const item = document.createElement("li"); item.innerHTML = "<b>Item</b>"; return mark(item); };
	const items = () => [...list.children];
	const markAll = () => items().forEach(mark);
	const put = (item, random) => list.insertBefore(item, list.children[random(list.children.length + 1)] ?? null);
	const one = (from, random) => from[random(from.length)];
	const ways = {
		shuffle: (random) => { for (const item of items()) put(item, random); },
		turn: () => list.append(...items().reverse()),
		add: (random) => { for (let left = random(4); left >= 0; left--) put(make(), random); },
		thin: (random) => { for (const item of items()) if (random(3) === 0) item.remove(); },
		again: () => { list.innerHTML = list.innerHTML; markAll(); },
		whole: () => { const copy = list.cloneNode(true); list.replaceWith(copy); list = copy; markAll(); },
		clone: (random) => { const item = one(items(), random); if (item) put(mark(item.cloneNode(true)), random); },
		replace: (random) => { const item = one(items(), random); item?.replaceWith(mark(item.cloneNode(true))); },
		keep: (random) => { const item = one(items(), random); if (item) { item.remove(); kept.push(item); } },
		back: (random) => { if (kept.length > 0) put(kept.splice(random(kept.length), 1)[0], random); },
		carry: (random) => { const item = one(items(), random); if (item) other.append(other.ownerDocument.adoptNode(item)); },
		fetch: (random) => { const item = one([...other.children], random); if (item) put(document.adoptNode(item), random); },
		shade: (random) => { const item = one(items(), random); if (item) shade.append(item); },
		light: (random) => { const item = one([...shade.children], random); if (item) put(item, random); },
		rename: (random) => { const item = one(items(), random); if (item) item.firstChild.textContent = "Item " + random(100); },
	};
	globalThis.names = Object.keys(ways);
	globalThis.churn = (way, numbers) => {
		let at = 0;
		ways[way]((below) => numbers[at++ % numbers.length] % Math.max(below, 1));
		if (items().length < 4) for (let left = 6; left > 0; left--) list.append(make());
		while (items().length > 40) list.lastChild.remove();
		return [...items(), ...shade.children].map((item) => item.getAttribute("aria-label"));
	};
	for (let left = 12; left > 0; left--) list.append(make());`;

/** Numbers from a seed, the same in every run. */
function seeded(seed: number): (below: number) => number {
	let state = seed >>> 0;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

it(`${ROUNDS} changes: a ref never answers for another element`, { timeout: 120_000 }, async () => {
	await page().open('<ul></ul><div id="host"></div><iframe></iframe>');
	await page().evaluate(`(() => { ${CHURN} })()`);
	const ways = (await page().evaluate("names")) as string[];
	const random = seeded(SEED);
	const refOf = new Map<string, string>();
	const nameOf = new Map<string, string>();
	const done = new Map<string, number>();

	for (let round = 0; round < ROUNDS; round += 1) {
		const way = ways[random(ways.length)] as string;
		const numbers = Array.from({ length: 60 }, () => random(1_000_000));
		const alive = (await page().evaluate(
			`churn(${JSON.stringify(way)}, ${JSON.stringify(numbers)})`,
		)) as string[];
		done.set(way, (done.get(way) ?? 0) + 1);
		if (round % 100 === 99) await page().send("HeapProfiler.collectGarbage");

		const { items } = await page().call("find", { selector: "li", limit: 1_000 });
		const where = `round ${round}, ${way}`;
		expect(items.map(({ name }) => name).sort(), where).toEqual([...alive].sort());
		for (const { ref, name } of items) {
			expect(nameOf.get(ref) ?? name, `${where}: ${ref}`).toBe(name);
			expect(refOf.get(name) ?? ref, `${where}: ${name}`).toBe(ref);
			nameOf.set(ref, name);
			refOf.set(name, ref);
		}
		const living = new Set(alive);
		const gone = [...refOf].filter(([name]) => !living.has(name));
		for (let asked = 0; asked < Math.min(ASKED, gone.length); asked += 1) {
			const [name, ref] = gone[random(gone.length)] as [string, string];
			const { code } = await page().failure("inspect", { target: { ref } });
			expect(code, `${where}: ${name} is gone`).toBe("stale_ref");
		}
		for (let asked = 0; asked < ASKED; asked += 1) {
			const name = alive[random(alive.length)] as string;
			const info = await page().call("inspect", { target: { ref: refOf.get(name) as string } });
			expect(info.name, where).toBe(name);
		}
	}
	// Every way was taken, and most of what was ever made is gone.
	expect([...done.keys()].sort()).toEqual([...ways].sort());
	expect(refOf.size).toBeGreaterThan(ROUNDS);
});
