// The caller's own script, for those whom the person allows it.

import * as z from "zod/mini";
import { flag, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { pageText } from "./fence.ts";
import { json } from "./words.ts";

export const evaluate = defineTool({
	name: "eval",
	title: "Run JavaScript",
	summary:
		"Evaluates an expression in the page and returns its JSON value; what the page throws comes back as ok: false.",
	effect: "eval",
	scope: "tab",
	input: z.strictObject({
		expression: text("JavaScript expression"),
		awaitPromise: flag("Default true"),
		tabId,
	}),
	async run(args, context) {
		const tab = await context.tab(args.tabId);
		const params = { expression: args.expression, awaitPromise: args.awaitPromise ?? true };
		const { result } = await tab.inDocument("eval", params, false);
		return [pageText(tab, json(result))];
	},
});
