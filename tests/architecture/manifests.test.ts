import { lockfileNamesNoRegistry, oneVersion, pinsAreExact } from "./guards/manifests.ts";
import { changedJson, guarded } from "./suite.ts";

guarded("pins are exact", pinsAreExact, [
	{
		what: "a range",
		file: changedJson("packages/broker/package.json", (manifest) => {
			manifest["dependencies"] = { ws: "^8.0.0" };
		}),
		seen: /dependencies\.ws is "\^8\.0\.0"/,
	},
	{
		what: "a tag",
		file: changedJson("package.json", (manifest) => {
			manifest["devDependencies"] = { knip: "latest" };
		}),
		seen: /devDependencies\.knip is "latest"/,
	},
]);

guarded("there is one version", oneVersion, [
	{
		what: "a package with a version of its own",
		file: changedJson("packages/tools/package.json", (manifest) => {
			manifest["version"] = "9.9.9";
		}),
		seen: /packages\/tools\/package\.json has version 9\.9\.9/,
	},
	{
		what: "a pin to another version of a neighbour",
		file: changedJson("packages/tools/package.json", (manifest) => {
			manifest["dependencies"] = { "@reins/driver": "0.0.1" };
		}),
		seen: /@reins\/driver is pinned to 0\.0\.1/,
	},
]);

guarded("the lockfile names no registry", lockfileNamesNoRegistry, [
	{
		what: "where somebody fetched a package",
		file: {
			path: "package-lock.json",
			text: '{ "packages": { "node_modules/ws": { "resolved": "https://npm.example/ws/-/ws-8.22.2.tgz" } } }',
		},
		seen: /node_modules\/ws is resolved to https:\/\/npm\.example/,
	},
	{
		what: "a lockfile that is gone",
		file: { path: "package-lock.json", text: "{}" },
		seen: /missing/,
	},
]);
