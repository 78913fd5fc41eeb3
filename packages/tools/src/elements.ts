// Single elements and facts: fields and what they hold, everything about one element, counts, metadata.

import { read } from "@reins/driver";
import { type ElementInfo, type FieldItem, printable } from "@reins/protocol";
import * as z from "zod/mini";
import { budget, cursor, partOf, ref, requireTarget, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { pageText } from "./fence.ts";
import { listed } from "./render-list.ts";
import { asked, lines, quoted, quotedLines, say } from "./words.ts";

const list = (description: string, most: number) =>
	z.array(z.string()).check(z.minLength(1), z.maxLength(most), z.describe(description));

export const formValues = defineTool({
	name: "form_values",
	title: "Read form values",
	summary:
		"Fields of the page or of one form: label, ref, type, state, value. Passwords, one-time codes and card data are masked.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ ref, selector, budget, cursor, tabId }),
	fits: partOf,
	async run(args, context) {
		const line = (field: FieldItem) => {
			const name = field.name ? ` name=${printable(field.name)}` : "";
			const states = [...field.states, ...(field.hidden ? [field.hidden] : [])].join(" ");
			const value = field.value === undefined ? "" : ` = ${quotedLines(field.value)}`;
			return `- ${quoted(field.label)} [${field.ref}] ${field.type}${name}${states ? ` ${states}` : ""}${value}`;
		};
		const tab = await context.tab(args.tabId);
		return listed(await read(tab, "formValues", partOf(args)), line, say`no fields`);
	},
});

export const elementInfo = defineTool({
	name: "element_info",
	title: "Inspect an element",
	summary:
		"One element: attributes, state, box, whether it can be seen and why not, computed styles on request.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		ref,
		selector,
		styles: z.optional(list("CSS properties, such as color", 60)),
		tabId,
	}),
	fits: requireTarget,
	async run(args, context) {
		const target = requireTarget(args);
		const wanted = { target, ...(args.styles && { styles: args.styles }) };
		const tab = await context.tab(args.tabId);
		// A document in a frame knows its own viewport only.
		const of = target.ref?.startsWith("f") ? "its frame" : "the viewport";
		return [pageText(tab, renderInfo(await tab.kit("inspect", wanted), of))];
	},
});

function renderInfo(info: ElementInfo, viewport: string): string {
	const { x, y, width, height } = info.box;
	const pairs = (all: [string, string][]) =>
		all.map(([key, value]) => `  ${printable(key)}: ${quoted(value)}`);
	const all = [
		`${info.role}${info.name ? ` ${quoted(info.name)}` : ""} [${info.ref}] <${printable(info.tag)}>`,
		`visible: ${info.visible ? "yes" : "no"}${info.reason ? ` (${printable(info.reason)})` : ""}`,
		`box: ${width}×${height} at ${x},${y} of ${viewport}`,
	];
	if (info.states.length > 0) all.push(`state: ${info.states.join(" ")}`);
	if (info.value !== undefined) all.push(`value: ${quotedLines(info.value)}`);
	if (info.children > 0) all.push(`elements inside: ${info.children}`);
	if (info.scroll) {
		all.push(`scrolls: ${info.scroll.visible} of ${info.scroll.height} in view, from ${info.scroll.top}`);
	}
	if (info.attributes.length > 0) all.push("attributes:", ...pairs(info.attributes));
	if (info.styles.length > 0) all.push("styles:", ...pairs(info.styles));
	return all.join("\n");
}

export const countElements = defineTool({
	name: "count_elements",
	title: "Count elements",
	summary: "How many elements match each CSS selector, and how many of them can be seen.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ selectors: list("CSS selectors", 50), tabId }),
	async run({ selectors, tabId: handle }, context) {
		const tab = await context.tab(handle);
		const { counts } = await tab.kit("count", { selectors });
		const seen = (visible: number | undefined) =>
			visible === undefined ? say`` : say` (${visible} visible)`;
		return lines(...counts.map((one) => say`${one.count}${seen(one.visible)}: ${asked(one.selector)}`));
	},
});

export const pageMetadata = defineTool({
	name: "page_metadata",
	title: "Page metadata",
	summary:
		"What the page says of itself: title, description, language, canonical address, og: and twitter: tags, JSON-LD types.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ tabId }),
	async run({ tabId: handle }, context) {
		const tab = await context.tab(handle);
		const { entries } = await tab.kit("metadata", {});
		const list = entries.map(([name, value]) => `${printable(name)}: ${printable(value, 600)}`);
		return [pageText(tab, list.join("\n"))];
	},
});
