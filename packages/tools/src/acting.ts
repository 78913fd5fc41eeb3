// What an agent does on a page with a mouse and a keyboard.

import {
	type Acted,
	clickAtPoint,
	click as doClick,
	drag as doDrag,
	hover as doHover,
	press as doPress,
	type as doType,
} from "@reins/driver";
import { modifierNames, ReinsError } from "@reins/protocol";
import * as z from "zod/mini";
import { element, flag, namesElement, oneText, requireElement, tabId, text, textOf } from "./arguments.ts";
import { defineTool, type ToolContext } from "./define.ts";
import type { Part } from "./fence.ts";
import { renderOutcome, renderReceipt } from "./render.ts";
import { asked, quoted, say, word } from "./words.ts";

/** A press that is held longer is none that a person does. */
const LONGEST_HOLD = 10_000;

export const click = defineTool({
	name: "click",
	title: "Click",
	summary: "Clicks one element with trusted input and says what changed.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({
		...element,
		button: z.optional(z.enum(["left", "middle", "right"])),
		clickCount: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
		modifiers: z.optional(z.array(z.enum(modifierNames))),
		tabId,
	}),
	fits: requireElement,
	async run(args, context) {
		const target = requireElement(args);
		const tab = await context.tab(args.tabId);
		const { button = "left", clickCount = 1, modifiers = [] } = args;
		return renderClick(await doClick(tab, target, { button, count: clickCount, modifiers }), context);
	},
});

function renderClick(acted: Acted, context: ToolContext): Part[] {
	if (!acted.lost) return renderReceipt(say`clicked`, acted, context);
	const lost = say`it was pressed and not clicked: the page moved it, took it away or took the press over`;
	return renderReceipt(say`pressed`, acted, context, lost);
}

export const clickAt = defineTool({
	name: "click_at",
	title: "Click at a point",
	toolset: "page",
	summary:
		"Clicks at a point of a picture, in its pixels, by the name that screenshot gave it; or of one element, in CSS pixels from its upper left corner. Prefer click.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({
		picture: z.optional(text("Name of a screenshot")),
		...element,
		x: z.number().check(z.minimum(0)),
		y: z.number().check(z.minimum(0)),
		button: z.optional(z.enum(["left", "middle", "right"])),
		clickCount: z.optional(z.int().check(z.minimum(1), z.maximum(3))),
		modifiers: z.optional(z.array(z.enum(modifierNames))),
		holdMs: z.optional(z.int().check(z.minimum(0), z.maximum(LONGEST_HOLD), z.describe("Hold the button"))),
		tabId,
	}),
	fits(args) {
		if (args.picture === undefined) requireElement(args);
		else if (namesElement(args))
			throw new ReinsError("bad_args", "click_at: give a picture or an element, not both.");
	},
	async run({ picture, x, y, ...args }, context) {
		const at = { x, y };
		const place = picture === undefined ? { target: requireElement(args), at } : { picture, at };
		const tab = await context.tab(args.tabId);
		const { button = "left", clickCount = 1, modifiers = [], holdMs = 0 } = args;
		const how = { button, count: clickCount, modifiers, holdMs };
		return renderClick(await clickAtPoint(tab, place, how), context);
	},
});

export const hover = defineTool({
	name: "hover",
	title: "Hover",
	toolset: "page",
	summary: "Moves the mouse over one element and says what changed.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({ ...element, tabId }),
	fits: requireElement,
	async run(args, context) {
		const target = requireElement(args);
		const tab = await context.tab(args.tabId);
		return renderReceipt(say`moved over`, await doHover(tab, target), context);
	},
});

export const drag = defineTool({
	name: "drag",
	title: "Drag",
	toolset: "page",
	summary: "Drags one element onto another, by mouse or by drag and drop, as the page needs it.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({ from: z.strictObject(element), onto: z.strictObject(element), tabId }),
	fits({ from, onto }) {
		requireElement(from);
		requireElement(onto);
	},
	async run(args, context) {
		const [from, onto] = [requireElement(args.from), requireElement(args.onto)];
		const tab = await context.tab(args.tabId);
		const acted = await doDrag(tab, from, onto);
		const place = say`onto ${word(acted.onto.role)} ${quoted(acted.onto.name)} [${word(acted.onto.ref)}]`;
		const { dropped, begun } = acted.drop;
		if (begun === false) {
			const idle = say`no drag began: it was only pressed and let go, ${place}`;
			return renderReceipt(say`pressed`, acted, context, idle);
		}
		const note = dropped === false ? [say`nothing there took what was dragged`] : [];
		return renderReceipt(say`dragged`, acted, context, place, ...note);
	},
});

export const type = defineTool({
	name: "type",
	title: "Type",
	summary: "Writes text into one field, checks that it is there, and says what changed.",
	effect: "act",
	scope: "tab",
	input: z
		.strictObject({
			...element,
			text: z.optional(z.string()),
			secret: z.optional(text("Instead of text: name of a secret of the person's")),
			clear: flag("Replace what is there; default: add to it"),
			pressEnter: z.optional(z.boolean()),
			keyEvents: flag("Key by key, for pages that need it"),
			tabId,
		})
		.check(
			z.refine(({ text: given, secret }) => (given === undefined) !== (secret === undefined), oneText),
			z.refine(({ secret, keyEvents }) => secret === undefined || !keyEvents, {
				path: ["keyEvents"],
				message: "not with a secret: keys go wherever the focus is",
			}),
		),
	fits: requireElement,
	async run({ text: given, secret, ...args }, context) {
		const target = requireElement(args);
		const tab = await context.tab(args.tabId);
		const { clear = false, pressEnter = false, keyEvents = false } = args;
		const written = textOf(given, secret);
		const acted = await doType(tab, target, written, { clear, pressEnter, keyEvents });
		const unpressed = pressEnter ? say`; Enter was not pressed` : say``;
		const other = say`the field now holds something else than what was typed${unpressed}`;
		const gone = say`the field is not there any more: the page has taken it away, or put another in its place`;
		const notes = acted.verified === false ? [other] : acted.gone ? [gone] : [];
		const { element } = acted;
		if (!element) return renderOutcome(say`typed`, acted, context, ...notes);
		return renderReceipt(say`typed into`, { ...acted, element }, context, ...notes);
	},
});

export const press = defineTool({
	name: "press",
	title: "Press keys",
	summary: 'Presses a key or chord where the focus is, such as "Enter" or "Control+A".',
	effect: "act",
	scope: "tab",
	input: z.strictObject({
		key: z.string(),
		times: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
		tabId,
	}),
	async run({ key, times = 1, tabId: handle }, context) {
		const tab = await context.tab(handle);
		const { pressed, ...receipt } = await doPress(
			tab,
			Array.from({ length: times }, () => key),
		);
		const part = pressed < times ? say` ${pressed} of ${times} times` : say``;
		return renderOutcome(say`pressed ${asked(key)}${part}`, receipt, context);
	},
});
