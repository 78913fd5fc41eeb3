// What cases compare: the lines of an answer, without the refs, which are as they come.

import type { CaseContext } from "./case.ts";

const REF = / \[[a-z0-9]+\]/;

/** The lines that tell of things on the page: nodes, items and folds, with their indent. */
export async function linesOf(
	{ must }: CaseContext,
	tool = "snapshot",
	args: Record<string, unknown> = {},
): Promise<string[]> {
	const { text } = await must(tool, args);
	const told = text.split("\n").filter((line) => /^\s*[-…] ?\S/.test(line) || line.startsWith("| "));
	return told.map((line) => line.replace(REF, ""));
}

/** A host with an open shadow root that holds `inner`, and `light` as its own children. */
export function shadowHost(inner: string, light = "", id = "host"): string {
	const source = JSON.stringify(inner).replaceAll("</", "<\\/");
	return `<div id="${id}">${light}</div><script>${id}.attachShadow({ mode: "open" }).innerHTML = ${source};</script>`;
}

/** A script of the page, run before anything else in it. */
export const script = (source: string): string => `<script>${source}</script>`;
