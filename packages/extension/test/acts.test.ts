// Whose doing it is that a tab comes to the front.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Acts } from "../src/worker/acts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a session acts in a tab while an act is under way, and a second longer", async () => {
	const acts = new Acts();
	expect(acts.of("s")).toBeUndefined();
	let end = () => {};
	const act = acts.during("s", 7, () => new Promise<void>((resolve) => (end = resolve)));
	vi.advanceTimersByTime(60_000);
	expect(acts.of("s")).toBe(7);
	expect(acts.of("other")).toBeUndefined();
	end();
	await act;
	vi.advanceTimersByTime(999);
	expect(acts.of("s")).toBe(7);
	vi.advanceTimersByTime(1);
	expect(acts.of("s")).toBeUndefined();
});

test("an act that fails is over too, and one that is forgotten was none", async () => {
	const acts = new Acts();
	await expect(acts.during("s", 7, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	vi.advanceTimersByTime(1_000);
	expect(acts.of("s")).toBeUndefined();
	await acts.during("s", 7, async () => {});
	acts.forget("s");
	expect(acts.of("s")).toBeUndefined();
});

test("a person who chooses a tab for the third time within three seconds gets there", () => {
	const acts = new Acts();
	expect([acts.putsBack(1), acts.putsBack(1), acts.putsBack(1)]).toEqual([true, true, false]);
	// Another tab, or the same one later, is put back again.
	expect([acts.putsBack(2), acts.putsBack(1), acts.putsBack(2)]).toEqual([true, true, true]);
	const late = new Acts();
	for (let round = 0; round < 4; round += 1) {
		expect(late.putsBack(1)).toBe(true);
		vi.advanceTimersByTime(2_000);
	}
});
