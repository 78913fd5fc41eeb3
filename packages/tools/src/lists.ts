// What there is many of on a page: links, pictures, headings, rows.

import { read } from "@reins/driver";
import { type ImageItem, type LinkItem, type OutlineItem, printable, type TableRow } from "@reins/protocol";
import * as z from "zod/mini";
import { budget, cursor, flag, partOf, ref, selector, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { listed } from "./render-list.ts";
import { address, quoted, say } from "./words.ts";

const part = { ref, selector, budget, cursor, tabId };

export const extractLinks = defineTool({
	name: "extract_links",
	title: "List links",
	summary: "Links that can be seen, each address once: text, ref, address.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		include: z.optional(text("Only those with this in address or text")),
		exclude: z.optional(text("None with this in address or text")),
		sameOrigin: flag("Only those of the page's own site"),
		inView: flag("Only those in the viewport"),
		...part,
	}),
	fits: partOf,
	async run(args, context) {
		const wanted = {
			...partOf(args),
			...(args.include !== undefined && { include: args.include }),
			...(args.exclude !== undefined && { exclude: args.exclude }),
			...(args.sameOrigin && { sameOrigin: true }),
			...(args.inView && { inView: true }),
		};
		const line = ({ ref: at, text: words, href }: LinkItem) => `- ${quoted(words)} [${at}] ${address(href)}`;
		const tab = await context.tab(args.tabId);
		return listed(eachOnce(await read(tab, "links", wanted)), line, say`no links`);
	},
});

/** The documents in the frames of a page lead to the same places. */
function eachOnce<T extends { parts: { items: LinkItem[] }[] }>(answer: T): T {
	const known = new Set<string>();
	const isNew = ({ href }: LinkItem) => !known.has(href) && known.add(href);
	return { ...answer, parts: answer.parts.map((one) => ({ ...one, items: one.items.filter(isNew) })) };
}

export const listImages = defineTool({
	name: "list_images",
	title: "List images",
	summary: "Pictures that can be seen: alternative text, ref, size, address.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject(part),
	fits: partOf,
	async run(args, context) {
		const line = (image: ImageItem) => {
			const own = image.natural ? ` (own size ${image.natural})` : "";
			const drawn = `${image.width}×${image.height}`;
			return `- ${quoted(image.alt)} [${image.ref}] ${drawn}${own}${image.src ? ` ${address(image.src)}` : ""}`;
		};
		const tab = await context.tab(args.tabId);
		return listed(await read(tab, "images", partOf(args)), line, say`no images`);
	},
});

export const outline = defineTool({
	name: "outline",
	title: "Outline of the page",
	summary: "Headings and landmarks with refs: what is where on a long page.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject(part),
	fits: partOf,
	async run(args, context) {
		const line = ({ ref: at, depth, role, name, level }: OutlineItem) =>
			`${"  ".repeat(depth)}- ${role}${name ? ` ${quoted(name)}` : ""} [${at}]${level ? ` level=${level}` : ""}`;
		const tab = await context.tab(args.tabId);
		return listed(await read(tab, "outline", partOf(args)), line, say`no headings or landmarks`);
	},
});

export const readTables = defineTool({
	name: "read_tables",
	title: "Read tables",
	summary: "Tables as rows, cells between |. A cell that spans several places stands in each of them.",
	toolset: "page",
	effect: "read",
	scope: "tab",
	input: z.strictObject(part),
	fits: partOf,
	async run(args, context) {
		const line = ({ table, cells, header }: TableRow) => {
			const name = table?.name ? ` ${quoted(table.name)}` : "";
			const head = table ? `table${name} [${table.ref}] ${table.rows} rows, ${table.columns} columns\n` : "";
			const row = `| ${cells.map((cell) => printable(cell, 1_000).replaceAll("|", "\\|")).join(" | ")} |`;
			return `${head}${row}${header ? ` (header)` : ""}`;
		};
		const tab = await context.tab(args.tabId);
		return listed(await read(tab, "tables", partOf(args)), line, say`no tables`);
	},
});
