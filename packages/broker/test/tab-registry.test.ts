import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TabRegistry } from "../src/sessions/tab-registry.ts";

let state: string;
beforeEach(() => {
	state = mkdtempSync(join(tmpdir(), "reins-tabs-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const labels = (id: string) => `label of ${id}`;
const code = (name: string) => expect.objectContaining({ code: name });

test("a handle means one tab of one browser for one session", () => {
	const registry = new TabRegistry(state);
	const leased = registry.lease("b1", "A", "s1");
	expect(leased.handle).toBe("t1");
	expect(registry.lease("b1", "A", "s1")).toBe(leased);
	expect(registry.find("t1", "s1", "b1", labels)).toBe(leased);
	expect(() => registry.find("t1", "s2", "b1", labels)).toThrow(code("leased"));
	expect(() => registry.find("t1", "s2", "b1", labels)).toThrow(/label of s1/);
	expect(() => registry.find("t1", "s1", "b2", labels)).toThrow(code("stale_tab"));
	expect(() => registry.find("t2", "s1", "b1", labels)).toThrow(code("no_such_tab"));
	for (const odd of ["", "t", "t0", "t01", "T1", "t1 ", "1", "t1e3", "constructor"]) {
		expect(() => registry.find(odd, "s1", "b1", labels), odd).toThrow(code("no_such_tab"));
	}
});

test("a closed tab is gone with its last URL, and its handle is never used again", () => {
	const registry = new TabRegistry(state);
	registry.lease("b1", "A", "s1");
	registry.closed("b1", "A", "https://example.org/last");
	expect(() => registry.find("t1", "s1", "b1", labels)).toThrow(code("tab_gone"));
	expect(() => registry.find("t1", "s1", "b1", labels)).toThrow(/example\.org\/last/);
	expect(registry.lease("b1", "A", "s1").handle).toBe("t2");
});

test("numbers go on after a clean end and after a crash", () => {
	const first = new TabRegistry(state);
	first.lease("b1", "A", "s1");
	first.save();
	const second = new TabRegistry(state);
	expect(() => second.find("t1", "s1", "b1", labels)).toThrow(code("stale_tab"));
	expect(second.lease("b2", "A", "s1").handle).toBe("t2");
	// No save: as after SIGKILL.
	const third = new TabRegistry(state);
	const handle = third.lease("b3", "A", "s1").handle;
	expect(Number(handle.slice(1))).toBeGreaterThan(2);
	expect(() => third.find("t2", "s1", "b3", labels)).toThrow(code("stale_tab"));
});

test("a tab that was found is nobody's until somebody uses it", () => {
	const registry = new TabRegistry(state);
	const { handle } = registry.lease("b1", "A", undefined);
	expect(registry.holder("b1", "A")).toBeUndefined();
	registry.find(handle, "s1", "b1", labels);
	expect(registry.holder("b1", "A")).toBe("s1");
	expect(() => registry.find(handle, "s2", "b1", labels)).toThrow(code("leased"));
});

test("a session that ends lets its tabs go", () => {
	const registry = new TabRegistry(state);
	registry.lease("b1", "A", "s1");
	registry.releaseAll("s1");
	expect(registry.holder("b1", "A")).toBeUndefined();
	expect(registry.of("s1", "b1")).toEqual([]);
});

test.each(["", "nonsense", "-4"])("a number that was lost (%j) starts where nobody has been", (text) => {
	writeFileSync(join(state, "next-tab"), text);
	const before = Math.floor(Date.now() / 1_000);
	const registry = new TabRegistry(state);
	const { handle } = registry.lease("b1", "A", "s1");
	expect(Number(handle.slice(1))).toBeGreaterThanOrEqual(before);
	expect(() => registry.find("t1", "s1", "b1", labels)).toThrow(code("stale_tab"));
	registry.save();
	expect(readdirSync(state)).toEqual(["next-tab"]);
	expect(new TabRegistry(state).lease("b2", "A", "s1").handle).toBe(`t${Number(handle.slice(1)) + 1}`);
});
