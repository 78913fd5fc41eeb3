// Fields, lists and whole forms.

import { check as doCheck, fillForm as doFillForm, selectOption as doSelect } from "@reins/driver";
import * as z from "zod/mini";
import { element, oneText, requireElement, tabId, textOf } from "./arguments.ts";
import { defineTool } from "./define.ts";
import { renderOutcome, renderReceipt } from "./render.ts";
import { quoted, say } from "./words.ts";

const MOST_FIELDS = 100;
const fieldValue = "must be text, true or false, or a list of texts";

export const selectOption = defineTool({
	name: "select_option",
	title: "Choose in a list",
	summary: "Chooses in a select or a combobox by text or value, opening it if need be.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({ ...element, options: z.array(z.string()).check(z.minLength(1)), tabId }),
	fits: requireElement,
	async run(args, context) {
		const target = requireElement(args);
		const tab = await context.tab(args.tabId);
		const acted = await doSelect(tab, target, args.options);
		if (acted.verified === undefined)
			return renderReceipt(say`began to choose in`, acted, context, say`whether it was chosen is not known`);
		const notes = acted.verified ? [] : [say`the list did not keep the choice`];
		return renderReceipt(say`chose in`, acted, context, ...notes);
	},
});

export const check = defineTool({
	name: "check",
	title: "Check a box",
	toolset: "page",
	summary: "Sets a checkbox, radio button or switch, if it is not so already.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({ ...element, checked: z.optional(z.boolean()), tabId }),
	fits: requireElement,
	async run({ checked = true, ...args }, context) {
		const target = requireElement(args);
		const tab = await context.tab(args.tabId);
		const verb = checked ? say`checked` : say`unchecked`;
		const acted = await doCheck(tab, target, checked);
		if (!acted.box) {
			const unknown = say`whether it is ${verb} is not known`;
			return renderReceipt(checked ? say`began to check` : say`began to uncheck`, acted, context, unknown);
		}
		const notes = {
			so: [],
			"not so": [say`the page has taken it back: it is not ${verb} any more`],
			replaced: [say`the page has put another box in its place: see whether that is ${verb}`],
		};
		return renderReceipt(verb, acted, context, ...notes[acted.box]);
	},
});

export const fillForm = defineTool({
	name: "fill_form",
	title: "Fill in a form",
	summary: "Sets many fields at once: text, true/false for boxes, a list of texts for selects.",
	effect: "act",
	scope: "tab",
	input: z.strictObject({
		fields: z
			.array(
				z
					.strictObject({
						...element,
						value: z.optional(z.union([z.string(), z.boolean(), z.array(z.string())], fieldValue)),
						secret: z.optional(z.string()),
					})
					.check(z.refine(({ value, secret }) => (value === undefined) !== (secret === undefined), oneText)),
			)
			.check(z.minLength(1), z.maxLength(MOST_FIELDS)),
		tabId,
	}),
	fits: ({ fields }) => fields.forEach(requireElement),
	async run(args, context) {
		const fields = args.fields.map(({ value, secret, ...words }) => ({
			target: requireElement(words),
			value: textOf(value, secret),
		}));
		const tab = await context.tab(args.tabId);
		const { set, during, untrue, gone, receipt } = await doFillForm(tab, fields);
		const notes = [
			...untrue.map((field) => say`${quoted(field)} now holds something else than what was written`),
			...gone.map((field) => say`${quoted(field)} was filled in and is not there any more`),
		];
		if (during !== undefined) {
			const others = set < fields.length - 1 ? say`; those after it were left` : say``;
			notes.push(say`whether ${quoted(during)} was filled in is not known${others}`);
			return renderOutcome(say`filled in ${set} of ${fields.length} fields`, receipt, context, ...notes);
		}
		return renderOutcome(
			set === 1 ? say`filled in 1 field` : say`filled in ${set} fields`,
			receipt,
			context,
			...notes,
		);
	},
});
