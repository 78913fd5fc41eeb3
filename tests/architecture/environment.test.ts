import { noNodeModules, noNodeTypes, onlyPagesHaveADom } from "./guards/environment.ts";
import { changedJson, guarded } from "./suite.ts";

guarded("what runs anywhere imports nothing of Node", noNodeModules, [
	{
		what: "a module of Node",
		file: { path: "packages/link/src/planted.ts", text: 'import type { Socket } from "node:net";' },
		seen: /packages\/link\/src\/planted\.ts:1: node:net exists in Node only/,
	},
	{
		what: "a module of Node without its prefix",
		file: { path: "packages/page/src/planted.ts", text: 'await import("fs");' },
		seen: /fs exists in Node only/,
	},
]);

guarded("what runs anywhere has no types of Node", noNodeTypes, [
	{
		what: "types of Node in a package",
		file: changedJson("packages/driver/tsconfig.json", (config) => {
			config["compilerOptions"] = { types: ["node"] };
		}),
		seen: /packages\/driver\/tsconfig\.json has types: node/,
	},
	{
		what: "types of Node for all",
		file: changedJson("tsconfig.base.json", (config) => {
			config["compilerOptions"] = { types: ["node"] };
		}),
		seen: /tsconfig\.base\.json gives types/,
	},
	{
		what: "types of Node by a reference",
		file: { path: "packages/tools/src/planted.ts", text: '/// <reference types="node" />\n' },
		seen: /planted\.ts brings types in/,
	},
]);

guarded("only what runs in a page has a DOM", onlyPagesHaveADom, [
	{
		what: "the DOM in another package",
		file: changedJson("packages/driver/tsconfig.json", (config) => {
			config["compilerOptions"] = { lib: ["ES2023", "DOM"] };
		}),
		seen: /packages\/driver\/tsconfig\.json has lib: DOM/,
	},
	{
		what: "the DOM by a reference",
		file: { path: "packages/link/src/planted.ts", text: '/// <reference lib="dom" />\n' },
		seen: /planted\.ts brings a lib in/,
	},
]);
