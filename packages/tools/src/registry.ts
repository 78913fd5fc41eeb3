// Every tool, in the order in which they are listed.

import * as z from "zod/mini";
import { click, drag, hover, press, type } from "./acting.ts";
import { batchOf } from "./batch.ts";
import type { Tool, Toolset } from "./define.ts";
import { countElements, elementInfo, formValues, pageMetadata } from "./elements.ts";
import { upload } from "./files.ts";
import { find } from "./finding.ts";
import { check, fillForm, selectOption } from "./forms.ts";
import { extractLinks, listImages, outline, readTables } from "./lists.ts";
import { getHtml, readAsMarkdown } from "./markup.ts";
import { dialog, scroll, waitFor } from "./moving.ts";
import { back, forward, navigate, reload, stop } from "./navigation.ts";
import { screenshot } from "./pictures.ts";
import { getText, snapshot } from "./reading.ts";
import { evaluate } from "./scripting.ts";
import { chromeStatus } from "./status.ts";
import { tabClose, tabNew, tabSelect, tabsList } from "./tabs.ts";

export const tools: readonly Tool[] = [
	chromeStatus,
	tabsList,
	tabNew,
	tabSelect,
	tabClose,
	navigate,
	back,
	forward,
	reload,
	snapshot,
	find,
	getText,
	readAsMarkdown,
	screenshot,
	click,
	type,
	press,
	selectOption,
	fillForm,
	scroll,
	waitFor,
	dialog,
	batchOf(findTool),
	evaluate,
	stop,
	hover,
	drag,
	upload,
	check,
	outline,
	extractLinks,
	listImages,
	readTables,
	formValues,
	elementInfo,
	countElements,
	pageMetadata,
	getHtml,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
	return byName.get(name);
}

/** The tools of these sets, in the order of the list. */
export function toolsOf(chosen: readonly Toolset[]): Tool[] {
	return tools.filter(({ toolset }) => chosen.includes(toolset));
}

interface ListedTool {
	name: string;
	title: string;
	description: string;
	inputSchema: { type: "object"; [key: string]: unknown };
	annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean };
}

const BOUNDS = [
	...(["minimum", "maximum", "minItems", "maxItems"] as const),
	...(["additionalProperties", "propertyNames"] as const),
];

/** A tool as an MCP client sees it. What MCP takes for granted is not said: every byte is read by every model. */
export function listTool(tool: Tool): ListedTool {
	const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, {
		io: "input",
		override: ({ jsonSchema }) => {
			// Bounds and strangers are named when they come.
			for (const bound of BOUNDS) delete jsonSchema[bound];
		},
	});
	const isRead = tool.effect === "read";
	return {
		name: tool.name,
		title: tool.title,
		description: tool.summary,
		inputSchema: { ...schema, type: "object" },
		...(isRead && { annotations: { readOnlyHint: true } }),
		...(tool.effect === "navigate" && { annotations: { destructiveHint: false } }),
	};
}
