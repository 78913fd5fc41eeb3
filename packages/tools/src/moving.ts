// Moving about in a page, waiting for it, and answering its dialogs.

import { answerDialog, waitFor as doWait, pause, scrollToText } from "@reins/driver";
import { ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { optionalTarget, ref, selector, tabId, text } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { dialogWords, renderOutcome, renderPlace } from "./render.ts";
import { lines, quoted, say, word } from "./words.ts";

const LONGEST_WAIT = 50_000;
const USUAL_WAIT = 10_000;
/** Of a dialog: it was told before. */
const MESSAGE_LENGTH = 160;

/** Waiting for nothing in particular is the last resort, and short. */
const LONGEST_PAUSE = 10_000;

/** What a snapshot says of an element, and what it does not have to say. */
const STATES = [
	...["visible", "hidden", "gone", "enabled", "disabled", "checked", "unchecked", "mixed", "pressed"],
	...["unpressed", "expanded", "collapsed", "selected", "current", "readonly", "required", "invalid"],
	...["busy", "modal", "focused"],
];

export const scroll = defineTool({
	name: "scroll",
	title: "Scroll",
	summary:
		"Scrolls an element into view; or the page, or what scrolls around ref, by pixels, to an end or a text.",
	effect: "read",
	scope: "tab",
	input: z.strictObject({
		ref,
		selector,
		x: z.optional(z.number()),
		y: z.optional(z.number()),
		to: z.optional(z.enum(["top", "bottom"])),
		untilText: z.optional(z.string()),
		tabId,
	}),
	fits({ x, y, to, untilText, ...args }) {
		const isBy = x !== undefined || y !== undefined;
		const ways = [isBy, to !== undefined, untilText !== undefined].filter(Boolean).length;
		if (ways > 1 || (ways === 0 && !optionalTarget(args))) {
			throw new ReinsError("bad_args", "scroll: give ref or selector, or one of x and y, to, untilText.");
		}
	},
	async run({ x, y, to, untilText, ...args }, context) {
		const target = optionalTarget(args);
		const isBy = x !== undefined || y !== undefined;
		const tab = await context.tab(args.tabId);
		if (untilText !== undefined) {
			const found = await scrollToText(tab, untilText, target);
			return say`${quoted(untilText)} is in view [${word(found)}]`;
		}
		const by = isBy ? { by: { x: x ?? 0, y: y ?? 0 } } : {};
		const at = await tab.kit("scroll", { ...(target && { target }), ...by, ...(to && { to }) });
		const moved = at.moved ? say`scrolled` : say`did not move`;
		return say`${moved}; now at ${at.x}, ${at.y} of ${at.width}, ${at.height} pixels`;
	},
});

export const waitFor = defineTool({
	name: "wait_for",
	title: "Wait",
	summary:
		"Waits until all that is given holds: text seen, text gone, part of url, … ms: time alone, a last resort.",
	effect: "read",
	scope: "tab",
	slow: true,
	input: z.strictObject({
		text: z.optional(z.string()),
		gone: z.optional(z.string()),
		ref,
		selector,
		state: z.optional(
			text("visible (default), hidden, enabled, checked, …").check(
				z.refine((given) => STATES.includes(given), `must be ${STATES.join(", ")}`),
			),
		),
		url: z.optional(z.string()),
		loaded: z.optional(z.boolean()),
		networkQuiet: z.optional(z.boolean()),
		function: z.optional(text("JavaScript, if allowed")),
		ms: z.optional(z.int().check(z.minimum(0), z.maximum(LONGEST_PAUSE))),
		timeout: z.optional(
			z.int().check(z.minimum(0), z.maximum(LONGEST_WAIT), z.describe("ms; default 10000")),
		),
		tabId,
	}),
	fits({ tabId: _tab, timeout: _timeout, ...rest }) {
		const target = optionalTarget(rest);
		if (Object.keys(given(rest)).length === 0)
			throw new ReinsError("bad_args", "wait_for: nothing was given to wait for.");
		if (rest.state !== undefined && !target)
			throw new ReinsError("bad_args", "wait_for: state is of an element; give its ref or selector.");
	},
	async run({ tabId: handle, timeout = USUAL_WAIT, ref: at, selector: by, ...rest }, context) {
		const target = optionalTarget({ ref: at, selector: by });
		const { ms, function: condition, ...inPage } = rest;
		const wanted = given({ ...inPage, condition, target });
		const tab = await context.tab(handle);
		const started = performance.now();
		if (ms !== undefined) await pause(tab, ms);
		const missing = await doWait(tab, wanted, timeout);
		const took = Math.round(performance.now() - started);
		if (missing.length > 0) {
			throw new ReinsError("timeout", `It did not come about within ${timeout} ms: ${missing.join(", ")}.`, {
				hint: "Take a snapshot to see what is there.",
			});
		}
		const { url, title } = await tab.kit("pageInfo", {});
		return lines(say`so it is, after ${took} ms`, renderPlace(context.handle(tab.id), { url, title }));
	},
});

/** Without what was not given. */
function given<T extends Record<string, unknown>>(args: T): { [K in keyof T]?: NonNullable<T[K]> } {
	return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: NonNullable<T[K]>;
	};
}

export const dialog = defineTool({
	name: "dialog",
	title: "Answer a dialog",
	summary: "Answers the dialog that is open.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({ accept: z.boolean(), text: z.optional(z.string()), tabId }),
	async run(args, context) {
		const tab = await context.tab(args.tabId);
		const { answered, ...receipt } = await answerDialog(tab, args.accept, args.text);
		const verb = args.accept ? say`accepted` : say`dismissed`;
		return renderOutcome(
			say`${verb} ${word(answered.kind)} ${dialogWords(answered, MESSAGE_LENGTH)}`,
			receipt,
			context,
		);
	},
});
