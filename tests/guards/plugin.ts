// Takes one guard out of what tests load. The kit is a bundle of its own within the sources: it is built anew then.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Vite } from "vitest/node";
import { kitOptions } from "../../scripts/build-options.mjs";
import type { Guard } from "./guard.ts";
import { takeOut } from "./take-out.ts";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const KIT = join(root, "packages/page/src/generated/kit-source.ts");

/** `onOut`: the guard is out, so that tests without it have begun. */
export function withoutGuard(guard: Guard, onOut: () => void): Vite.Plugin {
	const path = join(root, guard.file);
	const isOfKit = guard.file.startsWith("packages/page/");
	return {
		name: `without-${guard.name}`,
		enforce: "pre",
		transform(code, id) {
			if (id.split("?")[0] !== path) return undefined;
			onOut();
			return { code: takeOut(code, guard), map: null };
		},
		async load(id) {
			if (!isOfKit || id.split("?")[0] !== KIT) return undefined;
			const source = await kitWithout(guard, path);
			onOut();
			return `export const source = ${JSON.stringify(source)};`;
		},
	};
}

async function kitWithout(guard: Guard, path: string): Promise<string> {
	let out = false;
	const taking = {
		name: "without-guard",
		setup: (builder: { onLoad: (filter: object, load: (file: { path: string }) => unknown) => void }) =>
			builder.onLoad({ filter: /\.ts$/ }, async (file) => {
				if (file.path !== path) return undefined;
				out = true;
				return { contents: takeOut(await readFile(path, "utf8"), guard), loader: "ts" };
			}),
	};
	const options = kitOptions as Parameters<typeof build>[0];
	const made = await build({ ...options, absWorkingDir: root, plugins: [taking as never] });
	if (!out) throw new Error(`${guard.name}: the kit does not have ${guard.file} in it.`);
	return made.outputFiles?.[0]?.text ?? "";
}
