// What an agent sees.

import { snapshot as look, read, screenshot as takePicture } from "@reins/driver";
import { type Content, printable } from "@reins/protocol";
import * as z from "zod/mini";
import { budget, cursor, flag, optionalTarget, partOf, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { unreadFrames } from "./render-list.ts";

export const snapshot = defineTool({
	name: "snapshot",
	title: "Look at the page",
	summary:
		'What a person sees on the page, one line a thing: - role "name" [ref] state = "value". Use the refs with other tools. Long lists are folded; pass the ref of a fold to see more.',
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		ref,
		interactive: flag("Only things that can be acted on"),
		depth: z.optional(z.int().check(z.minimum(1), z.describe("Levels to show"))),
		budget,
		tabId,
	}),
	async run({ tabId: handle, ...args }, context) {
		const tab = await context.tab(handle);
		const seen = await look(tab, args);
		const head = `${context.handle(tab.id)}: ${seen.url}\ntitle: ${printable(seen.title)}\n`;
		const more = seen.omitted > 0 ? `\n(${seen.omitted} more left out; pass ref or a larger budget)` : "";
		return `${head}${seen.text || "(empty page)"}${more}`;
	},
});

export const getText = defineTool({
	name: "get_text",
	title: "Read text",
	summary: "The visible text of the page, or of one element.",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ ref, selector, budget, cursor, tabId }),
	async run(args, context) {
		const part = partOf(args);
		const { text, next, omitted, unread } = await read(await context.tab(args.tabId), "getText", part);
		const more =
			next === undefined ? [] : [`(${omitted || "more"} more characters; go on with cursor ${next})`];
		return [text, ...more, ...unreadFrames(unread)].join("\n");
	},
});

export const screenshot = defineTool({
	name: "screenshot",
	title: "Take a picture",
	summary: "A PNG picture of the viewport, of one element, or of the whole page.",
	effect: "read",
	scope: "tab",
	slow: true,
	input: z.strictObject({ fullPage: flag("The whole page, not only the viewport"), ref, selector, tabId }),
	async run(args, context): Promise<Content[]> {
		const target = optionalTarget(args);
		const tab = await context.tab(args.tabId);
		const picture = await takePicture(tab, { fullPage: args.fullPage ?? false, ...(target && { target }) });
		const cut = picture.fullHeight ? `; the page is ${picture.fullHeight} high, the rest is cut off` : "";
		return [
			{ type: "image", data: picture.data, mimeType: picture.mimeType },
			{ type: "text", text: `${picture.width} × ${picture.height} CSS pixels${cut}` },
		];
	},
});
