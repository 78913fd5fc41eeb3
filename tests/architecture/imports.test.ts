import { importsAreDeclared, pathsStayInside, productImportsNoTests } from "./guards/imports.ts";
import { guarded } from "./suite.ts";

guarded("imports are declared", importsAreDeclared, [
	{
		what: "a package of the workspace that is not declared",
		file: {
			path: "packages/protocol/src/planted.ts",
			text: 'import type { Tool } from "@reins/tools";',
		},
		seen: /planted\.ts:1: @reins\/tools is not declared in packages\/protocol/,
	},
	{
		what: "a package of the registry that is not declared",
		file: { path: "packages/driver/src/planted.ts", text: 'import * as z from "zod/mini";' },
		seen: /zod is not declared in packages\/driver/,
	},
]);

guarded("paths stay inside their package", pathsStayInside, [
	{
		what: "a path into a neighbour",
		file: {
			path: "packages/broker/src/sessions/planted.ts",
			text: 'import { Tab } from "../../../driver/src/tab.ts";',
		},
		seen: /leads out of packages\/broker\//,
	},
]);

guarded("the product imports no tests", productImportsNoTests, [
	{
		what: "the test kit in the product",
		file: { path: "packages/cli/src/planted.ts", text: 'import { lab } from "@reins/testkit";' },
		seen: /@reins\/testkit is for tests only/,
	},
	{
		what: "a test in the product",
		file: {
			path: "packages/broker/src/browsers/planted.ts",
			text: 'import { Scratch } from "./test-support.ts";',
		},
		seen: /\.\/test-support\.ts is for tests only/,
	},
]);
