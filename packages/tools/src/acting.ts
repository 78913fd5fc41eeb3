// What an agent does on a page.

import { answerDialog, click as doClick, type as doType } from "@reins/driver";
import * as z from "zod/mini";
import { flag, ref, requireTarget, selector, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { renderOutcome, renderReceipt } from "./render.ts";
import { quoted, say, word } from "./words.ts";

export const click = defineTool({
	name: "click",
	title: "Click",
	summary: "Clicks one element with trusted input and says what changed.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({
		ref,
		selector,
		button: z.optional(z.enum(["left", "middle", "right"])),
		clickCount: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
		tabId,
	}),
	async run(args, context) {
		const target = requireTarget(args);
		const tab = await context.tab(args.tabId);
		const acted = await doClick(tab, target, { button: args.button ?? "left", count: args.clickCount ?? 1 });
		return renderReceipt(say`clicked`, acted, context);
	},
});

export const type = defineTool({
	name: "type",
	title: "Type",
	summary: "Writes text into one field, checks that it is there, and says what changed.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({
		ref,
		selector,
		text: text("The text"),
		clear: flag("Replace what is there; default: add to it"),
		pressEnter: flag("Press Enter afterwards"),
		tabId,
	}),
	async run(args, context) {
		const target = requireTarget(args);
		const tab = await context.tab(args.tabId);
		const acted = await doType(tab, target, args.text, {
			clear: args.clear ?? false,
			pressEnter: args.pressEnter ?? false,
		});
		const unpressed = args.pressEnter ? say`; Enter was not pressed` : say``;
		const other = say`the field now holds something else than what was typed${unpressed}`;
		return renderReceipt(say`typed into`, acted, context, ...(acted.verified ? [] : [other]));
	},
});

export const dialog = defineTool({
	name: "dialog",
	title: "Answer a dialog",
	summary: "Answers an open alert, confirm, prompt or beforeunload dialog.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({ accept: z.boolean(), text: z.optional(text("For a prompt")), tabId }),
	async run(args, context) {
		const tab = await context.tab(args.tabId);
		const { answered, ...receipt } = await answerDialog(tab, args.accept, args.text);
		const verb = args.accept ? say`accepted` : say`dismissed`;
		return renderOutcome(say`${verb} ${word(answered.kind)} ${quoted(answered.message)}`, receipt, context);
	},
});
