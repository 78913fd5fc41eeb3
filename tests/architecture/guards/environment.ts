// What a package may take for granted about where it runs. `protocol`, `link`, `driver` and `tools` run in Node
// and in a browser alike; `page` runs in a document and nowhere else, `extension` in Chrome.

import { isBuiltin } from "node:module";
import { importsOf } from "../syntax.ts";
import { type Guard, json, packageOf, sourcesOf } from "../tree.ts";

const anywhere = ["protocol", "page", "link", "driver", "tools"];

interface Config {
	extends?: string;
	compilerOptions?: { types?: string[]; lib?: string[] };
}

export const noNodeModules: Guard = (files) =>
	sourcesOf(files)
		.filter((file) => anywhere.includes(packageOf(file) ?? ""))
		.flatMap((file) =>
			importsOf(file)
				.filter(({ specifier }) => isBuiltin(specifier))
				.map(({ specifier, line }) => `${file.path}:${line}: ${specifier} exists in Node only`),
		);

/** Then a global of Node does not compile there either. */
export const noNodeTypes: Guard = (files) => {
	const wrong = json<Config>(files, "tsconfig.base.json")?.compilerOptions?.types?.length
		? ["tsconfig.base.json gives types to every package"]
		: [];
	for (const name of anywhere) {
		const path = `packages/${name}/tsconfig.json`;
		const config = json<Config>(files, path);
		if (!config) wrong.push(`${path} is missing`);
		else if (config.extends !== "../../tsconfig.base.json")
			wrong.push(`${path} does not extend tsconfig.base.json`);
		else if (config.compilerOptions?.types?.length)
			wrong.push(`${path} has types: ${config.compilerOptions.types.join(", ")}`);
	}
	for (const file of sourcesOf(files)) {
		if (anywhere.includes(packageOf(file) ?? "") && /^\/\/\/\s*<reference\s+types=/m.test(file.text))
			wrong.push(`${file.path} brings types in by a reference`);
	}
	return wrong;
};

const withDom = ["page", "extension"];

export const onlyPagesHaveADom: Guard = (files) => {
	const wrong: string[] = [];
	const allowed = withDom.map((name) => `packages/${name}/tsconfig.json`);
	for (const { path } of files) {
		if (!/^(packages\/[^/]+\/tsconfig|tsconfig\.base|tsconfig)\.json$/.test(path)) continue;
		const lib = json<Config>(files, path)?.compilerOptions?.lib ?? [];
		const dom = lib.filter((name) => /^(dom|webworker)/i.test(name));
		if (dom.length > 0 && !allowed.includes(path)) wrong.push(`${path} has lib: ${dom.join(", ")}`);
	}
	for (const file of sourcesOf(files)) {
		if (!withDom.includes(packageOf(file) ?? "") && /^\/\/\/\s*<reference\s+lib=/m.test(file.text))
			wrong.push(`${file.path} brings a lib in by a reference`);
	}
	return wrong;
};
