// Refs while a page is rebuilt under them: through the tools, a ref answers for its own element or is stale.

import { expect } from "vitest";
import { type ConformanceCase, group } from "../case.ts";
import { script } from "../lines.ts";

/** A thousand rounds in full, in parts that fit into the time of a test, each from a seed of its own. */
const [PARTS, ROUNDS] = process.env["REINS_FULL"] ? [10, 100] : [1, 30];

/** A list whose items all look alike to an eye; each has a number that no other ever had. */
const list = (seed: number) =>
	`<ul id="list"></ul>${script(`
	let made = 0;
	let state = ${seed};
	const random = (below) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % Math.max(below, 1);
	const mark = (item) => { item.setAttribute("aria-label", "item " + made++); return item; };
	const make = () => mark(document.createElement("li"));
	const items = () => [...list.children];
	const ways = [
		() => items().forEach((item) => list.insertBefore(item, list.children[random(list.children.length)])),
		() => { list.innerHTML = list.innerHTML; items().forEach(mark); },
		() => items().forEach((item) => random(3) || item.remove()),
		() => items().forEach((item) => random(3) || item.replaceWith(mark(item.cloneNode(true)))),
		() => items().forEach((item) => random(4) || document.implementation.createHTMLDocument().body.append(item)),
	];
	globalThis.churn = () => {
		ways[random(ways.length)]();
		while (list.children.length < 8) list.append(make());
		items().forEach((item) => item.textContent = "Item");
		return items().map((item) => item.getAttribute("aria-label"));
	};
	churn();`)}`;

const refs = (text: string) =>
	Array.from(
		text.matchAll(/- listitem "(item \d+)" \[([a-z0-9]+)\]/g),
		([, name, ref]) => [name, ref] as const,
	);

function rebuilt(seed: number): ConformanceCase["run"] {
	return async ({ must, call, open, value }) => {
		await open(list(seed));
		const known = new Map<string, string>();
		for (let round = 0; round < ROUNDS; round += 1) {
			const alive = (await value("churn()")) as string[];
			const seen = refs((await must("find", { selector: "#list > li", limit: 100 })).text);
			expect(seen.map(([name]) => name)).toEqual(alive);
			for (const [name = "", ref = ""] of seen) {
				expect(known.get(name) ?? ref, `round ${round}: ${name}`).toBe(ref);
				known.set(name, ref);
			}
			expect(new Set(known.values()).size).toBe(known.size);
			const gone = [...known].filter(([name]) => !alive.includes(name));
			const [last, first] = [gone.at(-1), gone[0]];
			for (const ref of [last?.[1], first?.[1]])
				if (ref) expect((await call("get_text", { ref })).code, `round ${round}`).toBe("stale_ref");
			const [name = "", ref] = seen[round % seen.length] ?? [];
			expect((await must("element_info", { ref })).text, `round ${round}`).toContain(`"${name}" [${ref}]`);
		}
	};
}

export const refCases = group("refs", {
	...Object.fromEntries(
		Array.from({ length: PARTS }, (_, part) => [
			`a list that is rebuilt ${ROUNDS} times, from seed ${part + 1}`,
			rebuilt(part + 1),
		]),
	),
	"an element that comes back has its old ref": async ({ must, call, open, value }) => {
		await open('<div id="at"><button>Go</button></div>');
		const [, ref] = /\[([a-z0-9]+)\]/.exec((await must("find", { text: "Go" })).text) ?? [];
		await value("globalThis.kept = at.firstChild; kept.remove()");
		expect((await call("get_text", { ref })).code).toBe("stale_ref");
		await value("document.body.prepend(kept)");
		expect((await must("get_text", { ref })).text).toContain("Go");
		expect((await must("find", { text: "Go" })).text).toContain(`[${ref}]`);
	},
	"an element that is carried into a frame is gone from here": async ({ must, call, open, value }) => {
		await open('<button>Go</button><iframe srcdoc="<p>In</p>"></iframe>');
		const [, ref] = /\[([a-z0-9]+)\]/.exec((await must("find", { text: "Go" })).text) ?? [];
		await value("frames[0].document.body.append(document.querySelector('button'))");
		for (const tool of ["get_text", "element_info", "click"])
			expect((await call(tool, { ref })).code, tool).toBe("stale_ref");
	},
	"a clone is another element": async ({ must, open, value }) => {
		await open('<div id="at"><button id="b">Go</button></div>');
		const find = async () =>
			Array.from(
				(await must("find", { role: "button" })).text.matchAll(/\[([a-z0-9]+)\]/g),
				([, ref]) => ref,
			);
		const [ref] = await find();
		await value("at.prepend(b.cloneNode(true)), 1");
		const both = await find();
		expect(both).toHaveLength(2);
		expect(both[1]).toBe(ref);
		expect(both[0]).not.toBe(ref);
	},
	"every read gives an element the same ref": async ({ must, open }) => {
		await open('<main><h1>Head</h1><a href="/x">Link</a><label>Name <input></label></main>');
		const refIn = async (tool: string, words: string, args = {}) => {
			const line = (await must(tool, args)).text.split("\n").find((one) => one.includes(words));
			return /\[([a-z0-9]+)\]/.exec(line ?? "")?.[1];
		};
		const link = await refIn("snapshot", "Link");
		expect(await refIn("extract_links", "Link")).toBe(link);
		expect(await refIn("find", "Link", { role: "link" })).toBe(link);
		expect(await refIn("element_info", "Link", { selector: "a" })).toBe(link);
		expect(await refIn("form_values", "Name")).toBe(await refIn("snapshot", "Name"));
		expect(await refIn("outline", "Head")).toBe(await refIn("snapshot", "Head"));
	},
	"what is no ref is refused, and what never was one is stale": async ({ call, open }) => {
		await open("<p>x</p>");
		for (const ref of ["button", "e0", "e-1", "E1", "e1 ", "[e1]", ""])
			expect((await call("get_text", { ref })).code, ref).toBe("bad_args");
		expect((await call("get_text", { ref: "e99999" })).code).toBe("stale_ref");
	},
});
