import { expect, it } from "vitest";
import {
	filesAreShort,
	filesHaveAHeader,
	namesAreKebabCase,
	onlyIndexesReExport,
	typesAreHonest,
} from "./guards/files.ts";
import { guarded, tree } from "./suite.ts";
import { manifests, packageOf, sourcesOf } from "./tree.ts";

it("the guards see the sources of every package", () => {
	const seen = new Set(sourcesOf(tree).map(packageOf));
	expect([...seen].sort()).toEqual([...manifests(tree).keys()].sort());
});

guarded("files are short", filesAreShort, [
	{
		what: "a long source",
		file: { path: "packages/tools/src/planted.ts", text: "// x\n".repeat(401) },
		seen: /packages\/tools\/src\/planted\.ts has 401 lines, at most 400/,
	},
	{
		what: "a long test",
		file: { path: "packages/tools/test/planted.test.ts", text: "// x\n".repeat(601) },
		seen: /has 601 lines, at most 600/,
	},
]);

guarded("names are kebab-case and say something", namesAreKebabCase, [
	{
		what: "camel case",
		file: { path: "packages/link/src/cdpLink.ts", text: "" },
		seen: /"cdpLink" is not kebab-case/,
	},
	{
		what: "a drawer for everything",
		file: { path: "packages/broker/src/utils.ts", text: "" },
		seen: /the name "utils" says nothing/,
	},
	{
		what: "a folder for everything",
		file: { path: "packages/broker/src/helpers/wait.ts", text: "" },
		seen: /the name "helpers" says nothing/,
	},
]);

guarded("files have a header", filesHaveAHeader, [
	{
		what: "a file without a word",
		file: { path: "packages/driver/src/planted.ts", text: "export const x = 1;\n" },
		seen: /packages\/driver\/src\/planted\.ts does not start/,
	},
	{
		what: "a suppression in the header's place",
		file: { path: "scripts/planted.mjs", text: "// biome-ignore-all lint: because\n" },
		seen: /scripts\/planted\.mjs does not start/,
	},
]);

guarded("only indexes re-export, by name", onlyIndexesReExport, [
	{
		what: "a barrel in the middle",
		file: { path: "packages/link/src/all.ts", text: 'export { go } from "./navigation.ts";' },
		seen: /all\.ts:1: only an index re-exports/,
	},
	{
		what: "a star",
		file: { path: "packages/planted/src/index.ts", text: 'export * from "./navigation.ts";' },
		seen: /export \* hides/,
	},
	{
		what: "code in an index",
		file: { path: "packages/planted/src/index.ts", text: "export const x = 1;" },
		seen: /an index only re-exports/,
	},
	{
		what: "an export without a name",
		file: { path: "packages/link/src/planted.ts", text: "export default 1;" },
		seen: /exports have names/,
	},
]);

guarded("types are honest", typesAreHonest, [
	{
		what: "any as a type",
		file: { path: "packages/link/src/planted.ts", text: "\nexport let x: Map<string, any>;" },
		seen: /planted\.ts:2: any/,
	},
	{
		what: "a cast to any",
		file: { path: "packages/link/src/planted.ts", text: "export const x = ({} as any).y;" },
		seen: /planted\.ts:1: any/,
	},
	{
		what: "the compiler switched off",
		file: { path: "packages/link/src/planted.ts", text: `${"//"} @ts-ignore\nexport const x = 1;` },
		seen: /planted\.ts:1: the compiler is switched off/,
	},
]);
