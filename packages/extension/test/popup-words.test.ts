import { describe, expect, it } from "vitest";
import { codeParts } from "../src/popup/code-parts.ts";
import { pageAddress, pageTitle, siteName } from "../src/popup/page-text.ts";
import { connectionWords, duration, firstBroken, hopWords, levelName } from "../src/popup/words.ts";
import type { PopupHop } from "../src/popup-contract.ts";
import { retryDelay } from "../src/retry-delay.ts";

describe("the state of the connection", () => {
	it("is green, yellow or red, and says which", () => {
		expect(connectionWords({ connection: "connected", killed: false })).toEqual({
			words: "Connected",
			tone: "green",
		});
		expect(connectionWords({ connection: "connecting", killed: false }).tone).toBe("yellow");
		for (const connection of ["error", "key_changed", "off"] as const) {
			expect(connectionWords({ connection, killed: false }).tone).toBe("red");
		}
	});

	it("is off when switched off, whatever the line says", () => {
		expect(connectionWords({ connection: "connected", killed: true })).toEqual({
			words: "Switched off",
			tone: "red",
		});
	});
});

describe("the chain", () => {
	const hops: PopupHop[] = [
		{ name: "extension", state: "ok", detail: "Runs." },
		{ name: "native host", state: "broken", detail: "Unknown to Chrome.", fix: "Run `reins install`." },
		{ name: "broker", state: "broken", detail: "Not reached." },
	];

	it("names the first broken link", () => {
		expect(firstBroken(hops)?.name).toBe("native host");
		expect(firstBroken(hops.slice(0, 1))).toBeUndefined();
	});

	it("is told in words", () => {
		expect(hopWords({ name: "broker", state: "ok", detail: "Answers.", ms: 1.4 })).toBe(
			"Broker: works, 1 ms. Answers.",
		);
	});

	it("has durations that fit", () => {
		expect([0.2, 3.4, 1_234].map(duration)).toEqual(["<1 ms", "3 ms", "1.2 s"]);
	});
});

describe("what pages say of themselves", () => {
	it("stays on one line and hides nothing", () => {
		expect(pageTitle("a\u202Eb\u0000c\nd", "")).toBe("a b c d");
		expect(pageAddress("not\u200B a url")).toBe("not a url");
	});

	it("has a stand-in where there is no title", () => {
		expect(pageTitle(" \u200B", "https://a.example/b")).toBe("a.example/b");
		expect(pageTitle("", "")).toBe("Untitled");
	});

	it("is an address without user, query and fragment", () => {
		expect(pageAddress("https://user:pass@a.example:8443/b/c?q=1#d")).toBe("a.example:8443/b/c");
		expect(pageAddress("chrome://settings/privacy")).toBe("chrome://settings/privacy");
		expect(pageAddress("about:blank")).toBe("about:blank");
	});

	it("shows how a site is reached only where that is not safe", () => {
		expect(siteName("https://a.example")).toBe("a.example");
		expect(siteName("http://a.example")).toBe("http://a.example");
	});
});

it("levels have names", () => {
	expect(levelName("act")).toBe("Look and act");
});

it("finds the commands in a fix", () => {
	expect(codeParts("Run `reins install` now.")).toEqual([
		{ text: "Run ", isCode: false },
		{ text: "reins install", isCode: true },
		{ text: " now.", isCode: false },
	]);
	expect(codeParts("An open ` stays.")).toEqual([{ text: "An open ` stays.", isCode: false }]);
});

it("a line that held is made again at once, one that breaks ever later", () => {
	expect(retryDelay(0)).toBe(0);
	expect(retryDelay(2)).toBeGreaterThan(retryDelay(1));
	expect(retryDelay(100)).toBe(5_000);
});
