// What ends up in the bundles, judged on esbuild's own account of them.

import type { Metafile } from "esbuild";

/** Whatever the kit bundles runs inside other people's pages: nothing but `page`, which borrows types only. */
export function kitIsSelfContained({ inputs }: Metafile): string[] {
	return Object.keys(inputs)
		.filter((path) => !path.startsWith("packages/page/src/") || path.includes("/generated/"))
		.map((path) => `the kit bundles ${path}`);
}

export interface Load {
	/** The chunks that Node loads before the first line of the command runs. */
	chunks: string[];
	inputs: string[];
	bytes: number;
}

/** What is loaded statically once the chunks of all these source files have been asked for. */
export function staticLoad({ outputs }: Metafile, entries: readonly string[]): Load {
	const chunks = new Set<string>();
	const visit = (chunk: string): void => {
		if (chunks.has(chunk)) return;
		chunks.add(chunk);
		for (const { path, kind, external } of outputs[chunk]?.imports ?? []) {
			if (kind === "import-statement" && !external) visit(path);
		}
	};
	for (const entry of entries) {
		const chunk = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entry);
		if (chunk === undefined) throw new Error(`No chunk begins with ${entry}.`);
		visit(chunk);
	}
	const inputs = new Set([...chunks].flatMap((chunk) => Object.keys(outputs[chunk]?.inputs ?? {})));
	const bytes = [...chunks].reduce((sum, chunk) => sum + (outputs[chunk]?.bytes ?? 0), 0);
	return { chunks: [...chunks], inputs: [...inputs], bytes };
}

/** An MCP host waits for this process: what only the broker needs stays out of it. */
export function loadsNothingOf(load: Load, forbidden: readonly string[]): string[] {
	return load.inputs
		.filter((input) => forbidden.some((folder) => input.startsWith(folder)))
		.map((input) => `${input} is loaded at the start`);
}

export function withinBudget(what: string, bytes: number, budget: number): string[] {
	return bytes <= budget ? [] : [`${what} has ${bytes} bytes, at most ${budget}`];
}
