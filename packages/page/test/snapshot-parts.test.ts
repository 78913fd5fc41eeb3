// That a page can be read in parts: whatever it holds, however small the budget and wherever it is scrolled to, the
// cursor and the folds lead to each thing on it, once.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();
const PAGES = process.env["REINS_FULL"] ? 60 : 3;
/** The first of them is the largest by far. */
const FIRST = process.env["REINS_FULL"] ? 0 : 1;

/** A small generator of numbers, so that a page that fails can be made again. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed * 2_654_435_761 + 1;
	return (below) => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
		return (state >>> 8) % below;
	};
}

/** A page on which everything has a word of its own. */
function randomPage(random: (below: number) => number): { html: string; words: string[] } {
	const words: string[] = [];
	const word = (kind = "w") => {
		words.push(`${kind}${words.length}${kind}`);
		return words.at(-1) as string;
	};
	/** What can be operated. */
	const control = () => word("c");
	const times = (count: number, make: () => string) => Array.from({ length: count }, make).join("");
	const filler = (most: number) => "some words ".repeat(random(most));
	const cell = () => {
		const kinds = [
			() => `<td>${word()}</td>`,
			() => `<td>${word()} ${filler(20)}</td>`,
			() => `<td><a href="#">${control()}</a></td>`,
			() => `<td><button>${control()}</button> <button>${control()}</button></td>`,
			() => `<td colspan="2">${word()}</td>`,
			() => `<td><p>${word()}</p><ul><li>${word()}</li></ul></td>`,
		];
		return (kinds[random(kinds.length)] as () => string)();
	};
	const block = (levels: number): string => {
		const kinds = [
			() => `<p>${word()} ${filler(90)}</p>`,
			() => `<h2>${word()}</h2>`,
			() => `<button>${control()}</button>`,
			() => `<p><a href="#">${control()}</a> ${word()} <a href="#">${control()}</a></p>`,
			() => `<ul>${times(random(8), () => `<li>${word()} ${filler(30)}</li>`)}</ul>`,
			() => `<ul>${times(20 + random(40), () => `<li><a href="#">${control()}</a></li> `)}</ul>`,
			() => `<ol>${times(random(4), () => `<li><p>${word()}</p><p>${word()} ${filler(60)}</p></li>`)}</ol>`,
			() => `<table>${times(random(6), () => `<tr>${times(1 + random(5), cell)}</tr>\n`)}</table>`,
			() => `<table>${times(22 + random(30), () => `<tr>${times(3, cell)}</tr>`)}</table>`,
			() => `<label>${control()} <input></label>`,
			() =>
				`<select><option>none</option>${times(random(30), () => `<option>${control()}</option>`)}</select>`,
			() => `<i></i>`.repeat(random(3) === 0 ? 1_500 : 3),
			() => (levels > 0 ? `<ul><li>${times(1 + random(4), () => block(levels - 1))}</li></ul>` : ""),
			() =>
				levels > 0 ? `<section aria-label="part">${times(random(6), () => block(levels - 1))}</section>` : "",
			() => (levels > 0 ? `<div>${times(random(5), () => block(levels - 1))}</div>` : ""),
		];
		return (kinds[random(kinds.length)] as () => string)();
	};
	return { html: times(4 + random(16), () => block(3)), words };
}

interface Part {
	text: string;
	next?: number;
}

interface Look {
	ref?: string;
	budget: number;
	cursor?: number;
	interactive?: boolean;
}

/** What a call gives, with all that its cursor leads to. */
async function partsFrom(args: Look): Promise<string[]> {
	const texts: string[] = [];
	let next = args.cursor;
	let calls = 0;
	do {
		const part: Part = await page().call("snapshot", {
			...args,
			...(next !== undefined && { cursor: next }),
		});
		calls += 1;
		// There is something new in each part, so there cannot be more parts than things.
		expect(calls).toBeLessThan(2_500);
		if (part.next !== undefined) expect(part.text).not.toBe("");
		texts.push(part.text);
		next = part.next;
	} while (next !== undefined);
	return texts;
}

/** The same, with what its folds hold. */
async function readOn(args: Look): Promise<string[]> {
	const texts = await partsFrom(args);
	const folds = [...texts.join("\n").matchAll(/^ *… \d+ more .*\[(e\d+)\]$/gm)].map(
		([, ref]) => ref as string,
	);
	for (const ref of folds) texts.push(...(await readOn({ ...args, ref, cursor: 0 })));
	return texts;
}

const wordsIn = (texts: string[]) => texts.flatMap((text) => text.match(/\b([wc])\d+\1\b/g) ?? []);
/** Words and folds, each of which is a line's own. */
const thingsIn = (texts: string[]) =>
	texts.flatMap((text) => text.match(/\b([wc])\d+\1\b|… \d+ more .*\[e\d+\]$/gm) ?? []);

describe("a page in parts", () => {
	it.each(Array.from({ length: PAGES }, (_, at) => FIRST + at))(
		"holds everything once: page %d",
		async (seed) => {
			const random = randomFrom(seed + 1);
			const { html, words } = randomPage(random);
			const budget = 200 + random(random(2) === 0 ? 400 : 3_800);
			await page().open(html);
			await page().evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${random(11) / 10})`);
			const inOrder = wordsIn(await readOn({ budget, cursor: 1 }));
			expect(words.filter((one) => !inOrder.includes(one))).toEqual([]);
			expect(inOrder.filter((one, at) => inOrder.indexOf(one) !== at)).toEqual([]);
			const operable = (await readOn({ budget, cursor: 1, interactive: true })).join("\n");
			const controls = [...operable.matchAll(/(?:button|link|option|textbox) "(c\d+c)"/g)].map(
				([, one]) => one,
			);
			expect(controls.sort()).toEqual(words.filter((one) => one.startsWith("c")).sort());
			// The first answer shows what is on the screen; then it goes on in order.
			expect(new Set(wordsIn(await readOn({ budget })))).toEqual(new Set(words));
			const first: Part = await page().call("snapshot", { budget });
			if (first.next === undefined) return;
			// Whatever stands before its cursor, folds too, is in it.
			const before = new Set(thingsIn(await partsFrom({ budget, cursor: 1 })));
			for (const one of thingsIn(await partsFrom({ budget, cursor: first.next }))) before.delete(one);
			const shown = thingsIn([first.text]);
			for (const one of before) expect(shown).toContain(one);
		},
	);
});
