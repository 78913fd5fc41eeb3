import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withinBudget } from "./guards/bundles.ts";
import {
	bundleHasNo,
	type ExtensionManifest,
	manifestAsksForNoMore,
	onlyAdaptersSayChrome,
	pagesAreMadeOfText,
} from "./guards/extension.ts";
import { guarded } from "./suite.ts";
import { root } from "./tree.ts";

const folder = `${root}packages/cli/dist/extension/`;
/**
 * Chrome reads all of it every time it wakes the worker; nearly half of it is the page kit, 3 KB are the fence, 4 KB more
 * mute what workers of sites bring into new tabs and leave the person's alone, 3 KB the seal, 4 KB keep closed frames out,
 * 1 KB tells who waits for a dialog of another tab from who is slow, and leaves what one broke off, 2 KB draw tabs that no
 * window draws and name print previews, 2 KB let nothing fall where it should not, 2 KB choose in lists that only their likeness shows. That each check is a
 * function of its own, so that it can be taken out and missed, costs half a kilobyte.
 */
const workerBudget = 332 * 1_024;
const popupBudget = 48 * 1_024;

const read = (name: string) => readFileSync(folder + name, "utf8");
const chunk = (page: string) =>
	`chunks/${readdirSync(`${folder}chunks`).find((name) => name.startsWith(`${page}-`))}`;

guarded("only adapters speak to Chrome", onlyAdaptersSayChrome, [
	{
		what: "a call of Chrome in the worker",
		file: { path: "packages/extension/src/worker/planted.ts", text: "\nchrome.tabs.query({});" },
		seen: /planted\.ts:2: only adapters/,
	},
	{
		what: "a look whether Chrome is there",
		file: {
			path: "packages/extension/src/popup/planted.tsx",
			text: "export const a = <b>{globalThis.chrome?.x}</b>;",
		},
		seen: /planted\.tsx:1: only adapters/,
	},
	{
		what: "its other name",
		file: { path: "packages/extension/src/planted.ts", text: "browser?.runtime.reload();" },
		seen: /planted\.ts:1: only adapters/,
	},
	{
		what: "its other name by import",
		file: { path: "packages/extension/src/planted.ts", text: 'import { browser } from "wxt/browser";' },
		seen: /planted\.ts:1: only adapters/,
	},
]);

guarded("the extension's pages are made of text", pagesAreMadeOfText, [
	{
		what: "markup by assignment",
		file: { path: "packages/extension/src/popup/planted.ts", text: "document.body.innerHTML = title;" },
		seen: /planted\.ts:1: innerHTML makes markup/,
	},
	{
		what: "markup by attribute",
		file: {
			path: "packages/extension/src/popup/planted.tsx",
			text: "export const a = <b dangerouslySetInnerHTML={{ __html: title }} />;",
		},
		seen: /dangerouslySetInnerHTML makes markup/,
	},
]);

describe("the manifest of the extension", () => {
	const manifest = JSON.parse(read("manifest.json")) as ExtensionManifest;

	it("asks for no more than it should", () => {
		expect(manifestAsksForNoMore(manifest)).toEqual([]);
	});

	it.each<[string, ExtensionManifest, RegExp]>([
		[
			"another permission",
			{ permissions: [...(manifest.permissions ?? []), "cookies"] },
			/permissions are .*cookies/,
		],
		["a permission less", { permissions: ["tabs"] }, /permissions are tabs/],
		["access to hosts", { host_permissions: ["https://*/*"] }, /has hosts/],
		[
			"an extension that may connect",
			{ externally_connectable: { ids: ["*"], matches: [] } },
			/from outside/,
		],
		["an open door by leaving it out", { externally_connectable: {} }, /from outside/],
		["resources for pages", { web_accessible_resources: [] }, /has web_accessible_resources/],
		["a content script", { content_scripts: [] }, /has content_scripts/],
		["another key", { key: "AAAA" }, /its key makes it [a-p]{32}, not/],
		[
			"code from elsewhere",
			{ content_security_policy: { extension_pages: "script-src 'self' 'unsafe-eval'" } },
			/not under script-src/,
		],
	])("is seen to have %s", (_, change, seen) => {
		expect(manifestAsksForNoMore({ ...manifest, ...change }).join("\n")).toMatch(seen);
	});
});

describe("the bundles of the extension", () => {
	it("cannot reach the network or run text", () => {
		// The worker carries the kit, which is text for pages, and Preact could make markup if it were asked to.
		expect(bundleHasNo("the worker", read("background.js"), ["markup"])).toEqual([]);
		expect(bundleHasNo("the popup", read(chunk("popup")), ["markup"])).toEqual([]);
		expect(bundleHasNo("the watchdog", read(chunk("offscreen")))).toEqual([]);
	});

	it("keep within their budgets", () => {
		expect(withinBudget("the worker", read("background.js").length, workerBudget)).toEqual([]);
		expect(withinBudget("the popup", read(chunk("popup")).length, popupBudget)).toEqual([]);
	});

	it.each([
		["a WebSocket", "new WebSocket(`ws://x`)"],
		["eval", "eval(text)"],
		["code from text", "let f=Function;new f(text)"],
		["a script from elsewhere", "import(place)"],
		["markup", "element.innerHTML=text"],
	])("would be seen to have %s", (mean, text) => {
		expect(bundleHasNo("it", text)).toEqual([`it has ${mean} in it`]);
	});
});
