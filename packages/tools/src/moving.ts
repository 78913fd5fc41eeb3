// Moving about in a page, waiting for it, and answering its dialogs.

import { answerDialog, waitFor as doWait } from "@reins/driver";
import { ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { optionalTarget, ref, selector, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { renderOutcome, renderPlace } from "./render.ts";
import { lines, quoted, say, word } from "./words.ts";

const LONGEST_WAIT = 50_000;
const USUAL_WAIT = 10_000;

export const scroll = defineTool({
	name: "scroll",
	title: "Scroll",
	summary: "Scrolls an element into view, or the page (or the scroller around ref) by pixels or to an end.",
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		ref,
		selector,
		x: z.optional(z.number()),
		y: z.optional(z.number()),
		to: z.optional(z.enum(["top", "bottom"])),
		tabId,
	}),
	async run({ x, y, to, ...args }, context) {
		const target = optionalTarget(args);
		if (!target && x === undefined && y === undefined && !to) {
			throw new ReinsError("bad_args", "scroll: give ref or selector, x or y, or to.");
		}
		const tab = await context.tab(args.tabId);
		const by = x === undefined && y === undefined ? {} : { by: { x: x ?? 0, y: y ?? 0 } };
		const at = await tab.kit("scroll", { ...(target && { target }), ...by, ...(to && { to }) });
		const moved = at.moved ? say`scrolled` : say`did not move`;
		return say`${moved}; now at ${at.x}, ${at.y} of ${at.width}, ${at.height} pixels`;
	},
});

export const waitFor = defineTool({
	name: "wait_for",
	title: "Wait",
	summary:
		"Waits until all that is given holds: text seen, text gone, an element in a state, a part of the URL.",
	effect: "read",
	scope: "tab",
	slow: true,
	input: z.strictObject({
		text: z.optional(z.string()),
		gone: z.optional(z.string()),
		ref,
		selector,
		state: z.optional(text("visible, hidden, enabled, or a state of snapshot; default: visible")),
		url: z.optional(z.string()),
		timeout: z.optional(
			z.int().check(z.minimum(0), z.maximum(LONGEST_WAIT), z.describe("ms; default 10000")),
		),
		tabId,
	}),
	async run({ tabId: handle, timeout = USUAL_WAIT, ref: at, selector: by, ...rest }, context) {
		const target = optionalTarget({ ref: at, selector: by });
		const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
		const wanted = { ...given, ...(target && { target }) };
		const tab = await context.tab(handle);
		const started = performance.now();
		const met = await doWait(tab, wanted, timeout);
		const took = Math.round(performance.now() - started);
		if (!met) {
			throw new ReinsError("timeout", `It did not come about within ${timeout} ms.`, {
				hint: "Take a snapshot to see what is there.",
			});
		}
		const { url, title } = await tab.kit("pageInfo", {});
		return lines(say`so it is, after ${took} ms`, renderPlace(context.handle(tab.id), { url, title }));
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
