// Pages made of real libraries: each source in this directory, bundled into one page of its own.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Site } from "@reins/testkit";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const made = new Map<string, Promise<{ script: string; style: string }>>();

/** React 18 stands in for 19 where a page is asked for with it. */
const react18 = { react: "react-18", "react-dom": "react-dom-18" };

export interface PageOptions {
	/** What the page holds when it opens. */
	start?: string;
	react18?: boolean;
}

/** Serves the page of a source such as `editors/quill`, and gives its URL. */
export async function libraryPage(
	site: Site,
	path: string,
	source: string,
	options: PageOptions = {},
): Promise<string> {
	const key = `${source} ${options.react18 === true}`;
	const bundle = made.get(key) ?? bundled(source, options.react18 === true);
	made.set(key, bundle);
	const { script, style } = await bundle;
	const start = JSON.stringify(options.start ?? "");
	// The name must not end the script that names it.
	const code = script.replaceAll("</script", "<\\/script");
	const body = `<script>document.body.dataset.start = ${start}</script><script>${code}</script>`;
	return site.page(path, body, `<title>${source}</title><style>${style}</style>`);
}

async function bundled(source: string, with18: boolean): Promise<{ script: string; style: string }> {
	if (!existsSync(`${here}node_modules/react`)) {
		throw new Error("The libraries of the test pages are missing: run npm ci --prefix tests/pages.");
	}
	const { outputFiles } = await build({
		absWorkingDir: here,
		entryPoints: [`${here}${source}.mjs`],
		bundle: true,
		write: false,
		outdir: `${here}dist`,
		format: "iife",
		minify: true,
		logLevel: "silent",
		alias: with18 ? react18 : {},
		loader: { ".svg": "dataurl", ".png": "dataurl", ".woff": "dataurl", ".woff2": "dataurl" },
		define: {
			global: "globalThis",
			"process.env.NODE_ENV": '"production"',
			__VUE_OPTIONS_API__: "true",
			__VUE_PROD_DEVTOOLS__: "false",
			__VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
		},
	});
	const of = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
	return { script: of(".js"), style: of(".css") };
}
