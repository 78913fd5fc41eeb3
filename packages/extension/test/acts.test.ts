// Whose doing it is that a tab comes to the front.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Acts } from "../src/worker/acts.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An act that lasts until it is ended. */
function begin(acts: Acts, session: string, tab: number): () => Promise<void> {
	let end = () => {};
	const act = acts.during(session, tab, () => new Promise<void>((resolve) => (end = resolve)));
	return () => {
		end();
		return act;
	};
}

test("a session acts in a tab while an act is under way, and a second longer", async () => {
	const acts = new Acts();
	expect(acts.of("s")).toEqual([]);
	const end = begin(acts, "s", 7);
	vi.advanceTimersByTime(60_000);
	expect(acts.of("s")).toEqual([7]);
	expect(acts.of("other")).toEqual([]);
	await end();
	vi.advanceTimersByTime(999);
	expect(acts.of("s")).toEqual([7]);
	vi.advanceTimersByTime(1);
	expect(acts.of("s")).toEqual([]);
});

test("it acts in several tabs at once, and an act that ends early ends no other", async () => {
	const acts = new Acts();
	const long = begin(acts, "s", 7);
	await begin(acts, "s", 8)();
	expect(acts.of("s")).toEqual([7, 8]);
	await begin(acts, "s", 7)();
	vi.advanceTimersByTime(1_000);
	expect(acts.of("s")).toEqual([7]);
	await long();
	vi.advanceTimersByTime(1_000);
	expect(acts.of("s")).toEqual([]);
});

test("an act that fails is over too, and one that is forgotten was none", async () => {
	const acts = new Acts();
	await expect(acts.during("s", 7, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
	vi.advanceTimersByTime(1_000);
	expect(acts.of("s")).toEqual([]);
	await acts.during("s", 7, async () => {});
	acts.forget("s");
	expect(acts.of("s")).toEqual([]);
});

test("a person who chooses a tab for the third time within three seconds gets there", () => {
	const acts = new Acts();
	const putsBack = (tab: number) => {
		vi.advanceTimersByTime(200);
		return acts.putsBack(tab);
	};
	expect([putsBack(1), putsBack(1), putsBack(1)]).toEqual([true, true, false]);
	// Another tab is put back yet, and whatever it does keeps nobody from this one.
	expect([putsBack(2), putsBack(1), putsBack(2), putsBack(1)]).toEqual([true, false, true, false]);
	const late = new Acts();
	for (let round = 0; round < 4; round += 1) {
		expect(late.putsBack(1)).toBe(true);
		vi.advanceTimersByTime(2_000);
	}
});

test("a tab that comes to the front together with its window comes once", () => {
	const acts = new Acts();
	const both = () => {
		vi.advanceTimersByTime(200);
		return [acts.putsBack(1), acts.putsBack(1)];
	};
	expect([...both(), ...both(), ...both()]).toEqual([true, true, true, true, false, false]);
});
