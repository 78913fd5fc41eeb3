import { describe, expect, it } from "vitest";
import { expected } from "../src/popup/expected.ts";
import { PopupStore, type View } from "../src/popup/popup-store.ts";
import type { PopupRequest, PopupState } from "../src/popup-contract.ts";

const state: PopupState = {
	connection: "connected",
	killed: false,
	userDetached: false,
	disconnected: false,
	name: "Chrome",
	release: "0.1.0",
	hops: [],
	sessions: [],
	here: { tab: 7, origin: "https://a.example", url: "https://a.example/" },
	sites: [],
};

/** A worker whose answers the test gives, one by one. */
function fakeWorker(patience = 10_000) {
	const asked: { request: PopupRequest; answer(value: unknown): void; refuse(): void }[] = [];
	const store = new PopupStore(
		{
			ask: (request) =>
				new Promise((resolve, reject) =>
					asked.push({ request, answer: resolve, refuse: () => reject(new Error("nobody")) }),
				),
			tab: async () => 7,
		},
		patience,
	);
	const views: View[] = [];
	store.subscribe((view) => views.push(view));
	const next = async (index: number) => {
		await expect.poll(() => asked.length, { interval: 1 }).toBeGreaterThan(index);
		return asked[index] as (typeof asked)[number];
	};
	return { store, views, next };
}

describe("the store of the popup", () => {
	it("asks for the state of its tab and shows it", async () => {
		const { store, next } = fakeWorker();
		const done = store.refresh();
		const question = await next(0);
		expect(question.request).toEqual({ ask: "state", tab: 7 });
		question.answer({ ok: true, state });
		await done;
		expect(store.view).toEqual({ phase: "shown", state });
	});

	it.each([
		["nobody listens", (one: { refuse(): void }) => one.refuse()],
		["nobody answers", () => {}],
		["the answer is none", (one: { answer(value: unknown): void }) => one.answer(undefined)],
		["the answer is something else", (one: { answer(value: unknown): void }) => one.answer({ ok: true })],
	])("says so when %s", async (_, treat) => {
		const { store, next } = fakeWorker(100);
		const done = store.refresh();
		treat(await next(0));
		await done;
		expect(store.view).toEqual({ phase: "unanswered" });
	});

	it("shows a switch where it was put before the worker has answered", async () => {
		const { store, next } = fakeWorker();
		const first = store.refresh();
		(await next(0)).answer({ ok: true, state });
		await first;
		const done = store.act({ do: "kill", on: true });
		expect(store.view).toMatchObject({ phase: "shown", state: { killed: true } });
		(await next(1)).answer({ ok: true, state });
		(await next(2)).answer({ ok: true, state: { ...state, killed: true } });
		await done;
		expect(store.view).toMatchObject({ state: { killed: true } });
	});

	it("shows why something was refused until the next thing is done, and the state as it is", async () => {
		const { store, next } = fakeWorker();
		const first = store.refresh();
		(await next(0)).answer({ ok: true, state });
		await first;
		const refused = store.act({ do: "rename", name: "Mine" });
		(await next(1)).answer({ ok: false, message: "No." });
		(await next(2)).answer({ ok: true, state });
		await refused;
		expect(store.view).toEqual({ phase: "shown", state, problem: "No." });
		const again = store.refresh();
		(await next(3)).answer({ ok: true, state });
		await again;
		expect(store.view).toMatchObject({ problem: "No." });
		const other = store.act({ do: "connect" });
		expect(store.view).not.toHaveProperty("problem");
		(await next(4)).answer({ ok: true, state });
		(await next(5)).answer({ ok: true, state });
		await other;
	});

	it("does not show an answer from before", async () => {
		const { store, views, next } = fakeWorker();
		const early = store.refresh();
		const old = await next(0);
		const late = store.refresh();
		(await next(1)).answer({ ok: true, state: { ...state, name: "new" } });
		await late;
		old.answer({ ok: true, state: { ...state, name: "old" } });
		await early;
		expect(views.map((view) => (view.phase === "shown" ? view.state.name : view.phase))).toEqual(["new"]);
	});
});

describe("what is foreseen", () => {
	it("is the level of a site, here and in the list", () => {
		const allowed = expected(state, { do: "site", origin: "https://a.example", level: "act" });
		expect(allowed.here?.level).toBe("act");
		expect(allowed.sites).toEqual([{ origin: "https://a.example", level: "act" }]);
		const removed = expected(allowed, { do: "site", origin: "https://a.example", level: null });
		expect(removed.here).not.toHaveProperty("level");
		expect(removed.sites).toEqual([]);
	});

	it("is nothing that others decide", () => {
		expect(expected(state, { do: "connect" })).toBe(state);
		expect(expected(state, { ask: "state" })).toBe(state);
	});
});
