// The page as text with structure: Markdown to read, HTML to study.

import { read } from "@reins/driver";
import * as z from "zod/mini";
import { budget, cursor, flag, partOf, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { excerpted } from "./render-list.ts";
import { say } from "./words.ts";

export const readAsMarkdown = defineTool({
	name: "read_as_markdown",
	title: "Read as Markdown",
	summary: "The page or one element as Markdown: headings, lists, tables, code, links, pictures.",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ article: flag("Only the main content"), ref, selector, budget, cursor, tabId }),
	fits: partOf,
	async run(args, context) {
		const part = { ...partOf(args), ...(args.article && { article: true }) };
		const tab = await context.tab(args.tabId);
		const answer = await read(tab, "markdown", part);
		const text = excerpted(answer, say`cut`);
		return args.article && !answer.article
			? [say`(no article found: this is the whole page)`, ...text]
			: text;
	},
});

export const getHtml = defineTool({
	name: "get_html",
	title: "Read markup",
	summary:
		"HTML of the page or of one element, hidden parts included. Scripts, styles and comments are left out; passwords, one-time codes and card data are masked.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ scripts: flag("With scripts and styles"), ref, selector, budget, cursor, tabId }),
	fits: partOf,
	async run(args, context) {
		const part = { ...partOf(args), ...(args.scripts && { scripts: true }) };
		const tab = await context.tab(args.tabId);
		const { text, ...rest } = await tab.kit("getHtml", part);
		return excerpted({ ...rest, parts: [{ origin: tab.origin, text }] }, say`cut`);
	},
});
