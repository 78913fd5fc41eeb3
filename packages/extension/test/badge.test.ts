import { expect, it } from "vitest";
import { badgeFor } from "../src/badge.ts";
import type { ConnectionState } from "../src/popup-contract.ts";

const states: ConnectionState[] = ["connected", "connecting", "error", "key_changed", "off"];

it("looks different in every state", () => {
	const faces = states.map(badgeFor);
	expect(new Set(faces.map(({ title }) => title)).size).toBe(states.length);
	expect(new Set(faces.map(({ text }) => text)).size).toBe(states.length);
});

it("writes nothing on the icon while all is well", () => {
	expect(badgeFor("connected").text).toBe("");
});

it("is grey only when the person has switched it off", () => {
	expect(states.filter((state) => badgeFor(state).icon === "off")).toEqual(["off"]);
});

it("fits on the icon, in colours that Chrome knows", () => {
	for (const state of states) {
		expect(badgeFor(state).text.length).toBeLessThanOrEqual(4);
		expect(badgeFor(state).color).toMatch(/^#[0-9a-f]{6}$/);
	}
});
