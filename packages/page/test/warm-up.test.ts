// What the kit does before anybody asks it: in spare time only, a few times only, and without a trace.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { warmUp } from "../src/warm-up.ts";
import { usePage } from "./chromium.ts";

describe("warming up", () => {
	let waiting: ((idle: { timeRemaining(): number }) => void)[] = [];
	let later: (() => void)[] = [];
	const idle = (room: number) => {
		for (const begin of later.splice(0)) begin();
		const steps = waiting;
		waiting = [];
		for (const step of steps) step({ timeRemaining: () => room });
	};
	const look = vi.fn();

	beforeEach(() => {
		waiting = [];
		later = [];
		look.mockReset();
		vi.stubGlobal("document", { readyState: "complete" });
		vi.stubGlobal("requestIdleCallback", (step: (typeof waiting)[number]) => waiting.push(step));
		vi.stubGlobal("setTimeout", (begin: () => void) => later.push(begin));
	});
	afterEach(() => vi.unstubAllGlobals());

	it("looks a few times, one look at a time", () => {
		warmUp(look, () => 10);
		expect(look).not.toHaveBeenCalled();
		idle(50);
		expect(look).toHaveBeenCalledTimes(1);
		for (let turn = 0; turn < 50; turn += 1) idle(50);
		expect(look).toHaveBeenCalledTimes(4);
		expect(waiting).toEqual([]);
	});

	it("lets whoever opened a small page go first", () => {
		expect(warmUp(look, () => 1_999).rest()).toBeUndefined();
		expect([waiting.length, later.length]).toEqual([0, 1]);
	});

	it("has whoever opened a large page wait until it is warm and drawn", async () => {
		let draw = () => {};
		vi.stubGlobal("requestAnimationFrame", (drawn: () => void) => {
			draw = drawn;
		});
		look.mockImplementation(() => look.mock.calls.length === 2 && setImmediate(() => draw()));
		await warmUp(look, () => 2_000).rest();
		expect(look).toHaveBeenCalledTimes(2);
		expect([waiting.length, later.length]).toEqual([0, 0]);
	});

	it("does not have them wait for a picture that never comes, nor look when somebody has", async () => {
		vi.stubGlobal("requestAnimationFrame", () => {});
		const { rest, stop } = warmUp(look, () => 2_000);
		stop();
		await rest();
		expect(look).not.toHaveBeenCalled();
	});

	it("does not look where the page needs the time, and gives up", () => {
		warmUp(look, () => 10);
		for (let turn = 0; turn < 50; turn += 1) idle(1);
		expect(look).not.toHaveBeenCalled();
		expect(waiting).toEqual([]);
	});

	it("ends when somebody looks", () => {
		const { stop } = warmUp(look, () => 10);
		idle(50);
		stop();
		idle(50);
		expect(look).toHaveBeenCalledTimes(1);
		expect(waiting).toEqual([]);
	});

	it("waits for a page that is being loaded", () => {
		const begin = vi.fn();
		vi.stubGlobal("document", { readyState: "interactive" });
		vi.stubGlobal("addEventListener", begin);
		warmUp(look, () => 10);
		expect(waiting).toEqual([]);
		expect(begin).toHaveBeenCalledWith("load", expect.any(Function), { once: true });
	});
});

describe("a page that was warmed up", () => {
	const page = usePage();

	it("has its first refs and its hosts still to name", async () => {
		await page().open("<button>One</button><app-a>A</app-a>");
		// Over when it has asked for its last moment: it asks for the next one in each.
		await page().besideKit(`globalThis.asked = 0; globalThis.had = 0; const idle = requestIdleCallback;
			globalThis.requestIdleCallback = (step) => { asked += 1; return idle((room) => { step(room); had += 1; }); }`);
		while (!(await page().besideKit("asked > 0 && asked === had")));
		const reply = await page().reply("snapshot", {});
		expect(reply).toMatchObject({ ok: true, suspects: [1] });
		expect(JSON.stringify(reply)).toContain("[e1]");
	});
});
