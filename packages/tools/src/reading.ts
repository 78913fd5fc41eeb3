// What an agent sees.

import { diffSnapshots, snapshot as look, read, screenshot as takePicture } from "@reins/driver";
import { type Content, printable } from "@reins/protocol";
import * as z from "zod/mini";
import { budget, cursor, flag, optionalTarget, partOf, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { unreadFrames } from "./render-list.ts";

export const snapshot = defineTool({
	name: "snapshot",
	title: "Look at the page",
	summary:
		'What a person sees, one line a thing: - role "name" [ref] state = "value". Use the refs with other tools. Long lists fold; pass a fold\'s ref to see more.',
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		ref,
		interactive: flag("Only what can be used"),
		depth: z.optional(z.int().check(z.minimum(1), z.describe("Levels"))),
		unfold: flag("The whole page"),
		diff: flag("Changes since the last one"),
		budget,
		cursor,
		tabId,
	}),
	async run({ tabId: handle, diff, ...args }, context) {
		const tab = await context.tab(handle);
		const seen = await look(tab, args);
		const { document, text } = seen;
		const last = context.swapLook(tab, JSON.stringify(args), { document, text });
		const head = `${context.handle(tab.id)}: ${seen.url}\ntitle: ${printable(seen.title)}\n`;
		const whole = text || "(empty page)";
		if (!diff) return `${head}${whole}`;
		if (last?.document !== document)
			return `${head}(nothing to compare with: no such snapshot of this document before)\n${whole}`;
		const changes = diffSnapshots(last.text, text);
		if (!changes) return `${head}(no changes)`;
		return changes.length < whole.length ? `${head}${changes}` : `${head}(most has changed)\n${whole}`;
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
