// A tab has one session at a time, or none.

import { beforeEach, expect, test, vi } from "vitest";
import { Leases } from "../src/worker/leases.ts";
import { WorkerState } from "../src/worker/state.ts";
import { FakeChrome } from "./fake-chrome.ts";

let leases: Leases;
beforeEach(async () => {
	new FakeChrome();
	leases = new Leases(await WorkerState.load("Chrome"));
	await leases.give(7, "one", true, "t1");
	return () => vi.unstubAllGlobals();
});

const code = (name: string) => expect.objectContaining({ code: name });

test("it is used by its own session, and by no other", () => {
	expect(leases.require("7", "one")).toMatchObject({ own: true, handle: "t1" });
	expect(() => leases.require("7", "two")).toThrow(code("leased"));
	expect(() => leases.require("8", "one")).toThrow(code("tab_gone"));
});

test("it is not given to a second one, and stays as it was", async () => {
	await expect(leases.give(7, "two", false)).rejects.toMatchObject({ code: "leased" });
	expect(leases.find(7)?.session).toBe("one");
	// What the session opened stays its own, whatever is said later.
	await leases.give(7, "one", false);
	expect(leases.find(7)).toMatchObject({ own: true, handle: "t1" });
});

test("once it is taken it is nobody's", async () => {
	await leases.take(7);
	expect(() => leases.require("7", "one")).toThrow(code("tab_gone"));
});
