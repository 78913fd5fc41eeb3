// What an agent sees.

import { snapshot as look, read, screenshot as takePicture } from "@reins/driver";
import * as z from "zod/mini";
import { budget, cursor, flag, optionalTarget, partOf, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { pageText } from "./fence.ts";
import { renderPlace } from "./render.ts";
import { cursorHint, unreadFrames } from "./render-list.ts";
import { say } from "./words.ts";

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
		const place = renderPlace(context.handle(tab.id), seen);
		const body = seen.text ? pageText(seen, seen.text) : say`(empty page)`;
		if (seen.omitted === 0) return [place, body];
		return [place, body, say`(${seen.omitted} more left out; pass ref or a larger budget)`];
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
		const tab = await context.tab(args.tabId);
		const { text, next, omitted, unread } = await read(tab, "getText", part);
		const more = omitted > 0 ? say`${omitted} more characters` : say`more in frames`;
		return [pageText(tab, text), ...cursorHint(more, next), ...unreadFrames(unread)];
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
	async run(args, context) {
		const target = optionalTarget(args);
		const tab = await context.tab(args.tabId);
		const picture = await takePicture(tab, { fullPage: args.fullPage ?? false, ...(target && { target }) });
		const cut = picture.fullHeight
			? say`; the page is ${picture.fullHeight} high, the rest is cut off`
			: say``;
		return [
			{ type: "image", data: picture.data, mimeType: picture.mimeType },
			say`${picture.width} × ${picture.height} CSS pixels${cut}`,
		];
	},
});
