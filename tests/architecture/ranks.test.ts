import { expect, it } from "vitest";
import {
	everyPackageHasARank,
	importsKeepToTheTable,
	manifestsFollowTheTable,
	ranksPointDown,
	referencesFollowTheManifests,
} from "./guards/ranks.ts";
import { rankPage, readRanks } from "./ranks.ts";
import { changed, changedJson, guarded, tree } from "./suite.ts";

it("the table is there and has rows", () => {
	expect(readRanks(tree).length).toBeGreaterThan(5);
});

guarded("every package has a rank", everyPackageHasARank, [
	{
		what: "a package that is in no row",
		file: { path: "packages/stray/package.json", text: '{ "name": "@reins/stray" }' },
		seen: /packages\/stray has no row/,
	},
	{
		what: "a row without a package",
		file: changed(rankPage, (text) => text.replace(/\| `driver` +\|/, "| `chauffeur` |")),
		seen: /a row for "chauffeur"/,
	},
]);

guarded("ranks point down", ranksPointDown, [
	{
		what: "leave to import from above",
		file: changed(rankPage, (text) => text.replace(/(\| `link` +\|.*\| )(`protocol`.*\|)/, "$1`tools`, $2")),
		seen: /link \(rank 1\) may not import tools/,
	},
	{
		what: "leave to import values from the same rank",
		file: changed(rankPage, (text) => text.replace("`protocol` (types)", "`protocol`")),
		seen: /page \(rank 0\) may not import protocol/,
	},
]);

guarded("manifests follow the table", manifestsFollowTheTable, [
	{
		what: "a dependency that the table does not allow",
		file: changedJson("packages/protocol/package.json", (manifest) => {
			manifest["dependencies"] = { "@reins/tools": "0.1.0" };
		}),
		seen: /packages\/protocol\/package\.json depends on tools/,
	},
	{
		what: "leave that nobody uses",
		file: changedJson("packages/driver/package.json", (manifest) => {
			manifest["dependencies"] = {};
		}),
		seen: /lets driver import protocol/,
	},
]);

guarded("references follow the manifests", referencesFollowTheManifests, [
	{
		what: "a missing reference",
		file: changedJson("packages/tools/tsconfig.json", (config) => {
			config["references"] = [{ path: "../protocol" }];
		}),
		seen: /packages\/tools\/tsconfig\.json has no reference to driver/,
	},
	{
		what: "a package that the root does not build",
		file: changedJson("tsconfig.json", (config) => {
			config["references"] = [];
		}),
		seen: /tsconfig\.json has no reference to packages\/cli/,
	},
]);

guarded("imports keep to the table", importsKeepToTheTable, [
	{
		what: "an import from above",
		file: { path: "packages/link/src/planted.ts", text: 'import { tools } from "@reins/tools";' },
		seen: /planted\.ts:1: link may not import tools/,
	},
	{
		what: "a value of protocol in the page kit",
		file: { path: "packages/page/src/planted.ts", text: 'import { decide } from "@reins/protocol";' },
		seen: /page may import only types of protocol/,
	},
	{
		what: "a value among types of link in the driver",
		file: {
			path: "packages/driver/src/planted.ts",
			text: 'import { type Link, CdpLink } from "@reins/link";',
		},
		seen: /driver may import only types of link/,
	},
	{
		what: "a lazy import of link in the driver",
		file: { path: "packages/driver/src/planted.ts", text: 'const link = await import("@reins/link");' },
		seen: /driver may import only types of link/,
	},
	{
		what: "the whole broker in the MCP server",
		file: { path: "packages/mcp/src/planted.ts", text: 'export { runBroker } from "@reins/broker";' },
		seen: /mcp may import @reins\/broker\/client only/,
	},
]);
