// Which elements take text, of which kind, and why others do not: asked before typing and reported by `locate`.

import { isAnyHtml, isContentEditable, isHtml, localName } from "./pristine.ts";
import { isDisabled, isReadonly } from "./states.ts";

/** Input types that are typed into character by character. */
const TYPED = new Set(["email", "number", "password", "search", "tel", "text", "url"]);

/** Input types set as a whole, with the text they want. */
export const FORMATS: Readonly<Record<string, string>> = {
	color: "a colour as #rrggbb",
	date: "a date as YYYY-MM-DD",
	"datetime-local": "a date and time as YYYY-MM-DDThh:mm",
	month: "a month as YYYY-MM",
	number: "a number such as 12 or 3.5",
	range: "a number within the range and on a step",
	time: "a time as hh:mm",
	week: "a week as YYYY-Www",
};

/** Why text cannot be written here and what to use instead; undefined if it can. */
export function refusesText(el: Element): string | undefined {
	if (isHtml(el, "select")) return "it is a list; use select_option";
	if (isHtml(el, "input")) {
		if (el.type === "file") return "it takes files; upload to it instead";
		if (el.type === "checkbox" || el.type === "radio") return `it is a ${el.type}; click it instead`;
		if (!TYPED.has(el.type) && !FORMATS[el.type]) return "it is a button; click it instead";
	} else if (!isHtml(el, "textarea") && !(isAnyHtml(el) && isContentEditable(el))) {
		return `it is no text field (<${localName(el)}>); aim at the field itself`;
	}
	if (isDisabled(el)) return "disabled";
	if (isReadonly(el)) return "readonly";
	return undefined;
}

export function isEditable(el: Element): boolean {
	return refusesText(el) === undefined;
}

/** Whether a new text can follow what is there; a date or a colour is always replaced as a whole. */
export function isTyped(input: HTMLInputElement): boolean {
	return TYPED.has(input.type);
}
