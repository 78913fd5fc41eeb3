// What an agent sees.

import { diffSnapshots, snapshot as look, read } from "@reins/driver";
import * as z from "zod/mini";
import { budget, cursor, flag, partOf, ref, selector, tabId } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { pageText } from "./fence.ts";
import { renderPlace } from "./render.ts";
import { excerpted } from "./render-list.ts";
import { asked, described, type Own, say } from "./words.ts";

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
		const place = renderPlace(context.handle(tab.id), seen);
		const none = args.cursor ? say`(the end: nothing more from this cursor on)` : say`(empty page)`;
		const whole = text ? pageText(seen, text) : none;
		const rest = restOf(seen);
		if (!diff) return [place, whole, ...rest];
		if (last?.document !== document)
			return [
				place,
				say`(nothing to compare with: no such snapshot of this document before)`,
				whole,
				...rest,
			];
		const changes = diffSnapshots(last.text, text);
		if (!changes) return [place, say`(no changes)`];
		if (changes.length < text.length) return [place, pageText(seen, changes), ...rest];
		return [place, say`(most has changed)`, whole, ...rest];
	},
});

/** What was left out and how to get it; and that the page cannot be used as it is. */
function restOf({ more, next, behind }: Awaited<ReturnType<typeof look>>): Own[] {
	const other = say`ask with a larger budget, by the ref of one part, or for interactive nodes only`;
	const onwards = next === undefined ? other : say`go on with cursor ${next}, or ${other}`;
	return [
		...(more === undefined ? [] : [say`(${asked(more)}; ${onwards})`]),
		...(behind === undefined
			? []
			: [say`(the page behind ${described(behind)} cannot be used until it is closed)`]),
	];
}

export const getText = defineTool({
	name: "get_text",
	title: "Read text",
	summary: "The visible text of the page, or of one element.",
	effect: "read",
	scope: "tab",
	input: z.strictObject({ ref, selector, budget, cursor, tabId }),
	fits: partOf,
	async run(args, context) {
		const part = partOf(args);
		const tab = await context.tab(args.tabId);
		const answer = await read(tab, "getText", part);
		return excerpted(
			answer,
			answer.omitted > 0 ? say`${answer.omitted} more characters` : say`more in frames`,
		);
	},
});
