// Roles and names on small pieces of HTML, written after accname 1.2, HTML-AAM and SVG-AAM, with Chromium's own
// accessibility tree as the judge.

import { beforeAll, describe, expect, it } from "vitest";
import { controlsAndDrawing } from "./ax-cases/controls-and-drawing.ts";
import { htmlRoles } from "./ax-cases/html-roles.ts";
import { known } from "./ax-cases/known.ts";
import { naming } from "./ax-cases/naming.ts";
import { type Compared, Judge } from "./ax-judge.ts";
import { Tally } from "./ax-tally.ts";
import { usePage } from "./chromium.ts";

const REQUIRED = 0.98;
/** States and descriptions are told for acting: what the kit says more, or less, than Chromium is its own choice. */
const REQUIRED_BESIDE = 0.95;

const page = usePage();
const areas = Object.entries({ ...naming, ...htmlRoles, ...controlsAndDrawing });
const total = areas.reduce((sum, [, cases]) => sum + cases.length, 0);

describe(`agreement with Chromium on ${total} cases`, () => {
	const tally = new Tally();
	let judge: Judge;
	beforeAll(async () => {
		await page().open("");
		judge = new Judge(page());
		await judge.enter();
	});

	it.each(areas)("%s", async (area, cases) => {
		const own = new Tally();
		const wrong: string[] = [];
		for (const html of cases) {
			await judge.show(html);
			const targets = (await judge.compare()).filter(({ target }) => target);
			if (targets.length === 0) wrong.push(`${html}: has no element with the attribute t`);
			own.add(html, targets);
			tally.add(html, targets);
			wrong.push(...judgement(html, targets));
		}
		console.log(`${area}: ${own.summary()}`);
		expect(wrong).toEqual([]);
	});

	it("has enough cases, and agrees in nearly all", () => {
		console.log(`${total} cases: ${tally.summary()}`);
		if (process.env["REINS_AX_REPORT"]) console.log(tally.report());
		expect(total).toBeGreaterThanOrEqual(200);
		expect(tally.roles.share).toBeGreaterThanOrEqual(REQUIRED);
		expect(tally.names.share).toBeGreaterThanOrEqual(REQUIRED);
		expect(tally.descriptions.share).toBeGreaterThanOrEqual(REQUIRED_BESIDE);
		expect(tally.states.share).toBeGreaterThanOrEqual(REQUIRED_BESIDE);
	});

	it("knows of no difference on a case that is not there", () => {
		const cases = new Set(areas.flatMap(([, all]) => all));
		expect(known.filter(({ html }) => !cases.has(html))).toEqual([]);
	});
});

/** Differences that nobody knows of, and known ones that are none any more. */
function judgement(html: string, targets: Compared[]): string[] {
	const entry = known.find((one) => one.html === html);
	const wrong: string[] = [];
	for (const what of ["role", "name"] as const) {
		const differing = targets.filter(({ kit, chromium }) => kit[what] !== chromium[what]);
		const isKnown = entry !== undefined && (entry.in === what || entry.in === "both");
		if (isKnown && differing.length === 0) wrong.push(`${html}: the ${what} agrees; take it off the list`);
		if (isKnown) continue;
		for (const { label, kit, chromium } of differing)
			wrong.push(`${html}: ${label} has the ${what} "${kit[what]}", Chromium says "${chromium[what]}"`);
	}
	return wrong;
}
