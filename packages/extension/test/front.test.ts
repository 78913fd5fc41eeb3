// What was in front comes back, and its coming back is nobody's choice.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Front } from "../src/worker/front.ts";
import { FakeChrome } from "./fake-chrome.ts";

const PERSONS = 1;
const AGENTS = 2;
const ELSEWHERE = 3;

let chrome: FakeChrome;
let front: Front;
let shown: { tab: number; before: number | undefined }[];
let putBack: () => Promise<void>;
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	chrome = new FakeChrome([
		{ id: PERSONS, url: "https://one.example/", active: true },
		{ id: AGENTS, url: "https://two.example/" },
		{ id: ELSEWHERE, url: "https://three.example/", window: 2, active: true },
	]);
	front = new Front();
	shown = [];
	front.onShown = (tab, before, back) => {
		shown.push({ tab, before });
		putBack = back;
	};
	front.watch();
	// The tabs that are in front by now are told before anything happens.
	await new Promise((resolve) => setTimeout(resolve));
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test("a tab that comes back is not taken to be brought to the front", async () => {
	chrome.activate(AGENTS);
	expect(shown).toEqual([{ tab: AGENTS, before: PERSONS }]);
	await putBack();
	expect(chrome.shown).toEqual([["tab", PERSONS]]);
	expect(shown).toHaveLength(1);
	// It counts once: what happens then is somebody's doing again.
	chrome.activate(AGENTS);
	chrome.activate(PERSONS);
	expect(shown.map(({ tab }) => tab)).toEqual([AGENTS, AGENTS, PERSONS]);
});

test("nor is a window that comes back", async () => {
	chrome.focus(2);
	expect(shown).toEqual([{ tab: ELSEWHERE, before: PERSONS }]);
	await putBack();
	expect(chrome.shown).toEqual([["window", 1]]);
	expect(shown).toHaveLength(1);
});

test("a popup that was put back brings nothing else to the front", async () => {
	chrome.tabs.push({ id: 4, url: "https://two.example/popup" });
	chrome.activate(4);
	await front.putBack(4, { source: AGENTS, shared: false });
	expect(chrome.shown).toEqual([["tab", PERSONS]]);
	expect(shown.map(({ tab }) => tab)).toEqual([4]);
});

test("a tab that is gone cannot come back, and nothing fails", async () => {
	chrome.activate(AGENTS);
	chrome.tabs = chrome.tabs.filter(({ id }) => id !== PERSONS);
	await putBack();
	// Should a page have one of this number again, it is told of as any other.
	chrome.tabs.push({ id: PERSONS, url: "https://one.example/" });
	chrome.activate(PERSONS);
	expect(shown.map(({ tab }) => tab)).toEqual([AGENTS, PERSONS]);
});

test("one that is late by a second is told of as any other", async () => {
	chrome.activate(AGENTS);
	const activate = vi.spyOn(chrome, "activate").mockImplementation(() => {});
	await putBack();
	activate.mockRestore();
	vi.advanceTimersByTime(1_000);
	chrome.activate(PERSONS);
	expect(shown.map(({ tab }) => tab)).toEqual([AGENTS, PERSONS]);
});
