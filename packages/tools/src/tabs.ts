// The session's own tabs. Handles are never reused.

import * as z from "zod/mini";
import { flag, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { renderTab } from "./render.ts";
import { lines, say, word } from "./words.ts";

export const tabsList = defineTool({
	name: "tabs_list",
	title: "List tabs",
	summary: "This session's tabs: handle, URL, title.",
	effect: "read",
	scope: "session",
	input: z.strictObject({}),
	async run(_args, context) {
		const rows = await context.tabs();
		return rows.length === 0 ? say`no tabs` : lines(...rows.map(renderTab));
	},
});

export const tabNew = defineTool({
	name: "tab_new",
	title: "Open a tab",
	summary: "Opens a tab in the background, loads its page and makes it the current one.",
	effect: "navigate",
	scope: "session",
	slow: true,
	input: z.strictObject({
		url: z.optional(text("http or https URL; default: empty page")),
		focus: flag("To the front"),
	}),
	async run({ url, focus }, context) {
		return renderTab(await context.openTab(url ?? "about:blank", focus ?? false));
	},
});

export const tabSelect = defineTool({
	name: "tab_select",
	title: "Choose the current tab",
	summary: "Makes a tab the default of later calls.",
	effect: "navigate",
	scope: "session",
	input: z.strictObject({ tabId: z.string(), focus: flag("To the front") }),
	async run(args, context) {
		return renderTab(await context.selectTab(args.tabId, args.focus ?? false));
	},
});

export const tabClose = defineTool({
	name: "tab_close",
	title: "Close a tab",
	summary: "Closes a tab of this session.",
	effect: "navigate",
	scope: "session",
	input: z.strictObject({ tabId }),
	async run(args, context) {
		return say`closed ${word(await context.closeTab(args.tabId))}`;
	},
});
