// That reads cost what the page holds, and not its square.

import { describe, expect, it } from "vitest";
import { usePage } from "./chromium.ts";

const page = usePage();

const LOOKS = 5;
/** Four times as much may cost four times as much, and half as much again on a busy machine. */
const MOST_TIMES = 6;

const times = (count: number, html: string) => Array.from({ length: count }, () => html).join("");
const least = (values: number[]) => Math.min(...values);

async function costOf(html: string, read: () => Promise<unknown>): Promise<number> {
	await page().open(html);
	await read();
	const costs: number[] = [];
	for (let look = 0; look < LOOKS; look += 1) costs.push(await page().cost(read));
	return least(costs);
}

async function follows(make: (count: number) => string, count: number, read: () => Promise<unknown>) {
	const quarter = await costOf(make(count / 4), read);
	const whole = await costOf(make(count), read);
	process.stdout.write(`${quarter.toFixed(1)} ms, ${whole.toFixed(1)} ms\n`);
	expect(whole).toBeLessThan(MOST_TIMES * quarter);
	return whole;
}

describe("cost follows the number of", () => {
	it("articles", async () => {
		const article = "<article><p>Some words of an article.</p></article>";
		const read = () => page().call("markdown", { article: true });
		const whole = await follows((count) => `<main>${times(count, article)}</main>`, 3_000, read);
		expect(whole).toBeLessThan(300);
	});

	it("labels of one field", async () => {
		const make = (count: number) => `<input id="a">${times(count, '<label for="a"></label>')}`;
		await follows(make, 8_000, () => page().call("formValues", {}));
	});
});
