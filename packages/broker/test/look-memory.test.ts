// What is kept of earlier looks, and what is forgotten.

import { expect, it } from "vitest";
import { LookMemory } from "../src/sessions/look-memory.ts";

const look = (text: string) => ({ document: "d1", text });

it("answers the last look at the same tab in the same way", () => {
	const memory = new LookMemory();
	expect(memory.swap("t1", "{}", look("a"))).toBeUndefined();
	expect(memory.swap("t2", "{}", look("b"))).toBeUndefined();
	expect(memory.swap("t1", "depth", look("c"))).toBeUndefined();
	expect(memory.swap("t1", "{}", look("d"))).toEqual(look("a"));
	expect(memory.swap("t1", "{}", look("e"))).toEqual(look("d"));
});

it("forgets what was seen longest ago", () => {
	const memory = new LookMemory();
	for (let tab = 0; tab < 60; tab += 1) memory.swap(`t${tab}`, "", look("x"));
	expect(memory.swap("t59", "", look("x"))).toEqual(look("x"));
	expect(memory.swap("t0", "", look("x"))).toBeUndefined();
	const huge = look("x".repeat(5_000_000));
	memory.swap("a", "", huge);
	memory.swap("b", "", huge);
	expect(memory.swap("a", "", look("y"))).toBeUndefined();
});
