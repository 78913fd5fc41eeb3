// The states of an element as words, in a fixed order, so that two snapshots can be compared line by line.
// Native state wins over ARIA: it is what the browser acts on.

import { focusedElement } from "./flat-tree.ts";
import { keep, whenDropped } from "./kept.ts";
import { attr, closest, hasAnyAttr, hasAttr, isHtml, localName, matches, parentNode } from "./pristine.ts";
import { checkableRoles, interactiveRoles, selectableRoles } from "./role-table.ts";
import { isSensitive } from "./value.ts";

const FORM_CONTROLS = new Set(["button", "fieldset", "input", "optgroup", "option", "select", "textarea"]);
/** Those of them that a person fills in. */
const FIELDS = new Set(["input", "select", "textarea"]);
/** Roles that always are checked or not. */
const CHECKED_OR_NOT = new Set(["checkbox", "menuitemcheckbox", "menuitemradio", "radio", "switch"]);
/** Input types whose wanted text or way of use cannot be told from their role. */
const TELLING_TYPES = new Set([
	"color",
	"date",
	"datetime-local",
	"file",
	"month",
	"password",
	"time",
	"week",
]);

export function stateWords(el: Element, role: string): string[] {
	const isControl = FORM_CONTROLS.has(localName(el));
	// Most of what has no attributes has no states either.
	if (!isControl && !hasAnyAttr(el) && role !== "heading" && !interactiveRoles.has(role)) return [];
	const words: string[] = [];
	if (isHtml(el, "input") && TELLING_TYPES.has(el.type)) words.push(`type=${el.type}`);
	add(words, level(el, role));
	add(words, checked(el, role));
	if (role === "button") add(words, threeWay(attr(el, "aria-pressed"), "pressed", "unpressed"));
	add(words, expanded(el));
	if (isSelected(el, role)) words.push("selected");
	add(words, current(el));
	if (isDisabled(el)) words.push("disabled");
	if (isReadonly(el)) words.push("readonly");
	if (isRequired(el)) words.push("required");
	if (isInvalid(el)) words.push("invalid");
	if (isTrue(el, "aria-busy")) words.push("busy");
	if (isHtml(el, "dialog") ? matches(el, ":modal") : isTrue(el, "aria-modal")) words.push("modal");
	if (hasFocus(el)) words.push("focused");
	return words;
}

function add(words: string[], word: string | undefined): void {
	if (word) words.push(word);
}

/** What has the focus; kept. */
let focus: { on: Element | undefined } | undefined;
whenDropped(() => {
	focus = undefined;
});

function hasFocus(el: Element): boolean {
	if (!focus) {
		keep();
		focus = { on: focusedElement() };
	}
	return focus.on === el;
}

function isTrue(el: Element, name: string): boolean {
	return attr(el, name)?.toLowerCase() === "true";
}

export function headingLevel(el: Element): number {
	const written = Number.parseInt(attr(el, "aria-level") ?? "", 10);
	if (written > 0) return written;
	const tag = /^h([1-6])$/.exec(localName(el));
	// ARIA's default for role=heading without a level.
	return tag ? Number(tag[1]) : 2;
}

function level(el: Element, role: string): string | undefined {
	if (role === "heading") return `level=${headingLevel(el)}`;
	const written = role === "treeitem" ? attr(el, "aria-level") : null;
	return written ? `level=${Number.parseInt(written, 10) || 1}` : undefined;
}

function threeWay(value: string | null, yes: string, no: string): string | undefined {
	if (value === null) return undefined;
	switch (value.toLowerCase()) {
		case "true":
			return yes;
		case "false":
			return no;
		case "mixed":
			return yes === "checked" ? "mixed" : `${yes}=mixed`;
		default:
			return undefined;
	}
}

function checked(el: Element, role: string): string | undefined {
	if (isHtml(el, "input") && (el.type === "checkbox" || el.type === "radio")) {
		if (el.type === "checkbox" && el.indeterminate) return "mixed";
		return el.checked ? "checked" : "unchecked";
	}
	const written = checkableRoles.has(role) ? attr(el, "aria-checked") : null;
	const word = threeWay(written, "checked", "unchecked");
	if (word) return word;
	// For these the state is required, and an author who left it out means "not".
	return CHECKED_OR_NOT.has(role) ? "unchecked" : undefined;
}

function expanded(el: Element): string | undefined {
	if (isHtml(el, "summary")) {
		const details = parentNode(el) as Element | null;
		if (details && isHtml(details, "details")) return hasAttr(details, "open") ? "expanded" : "collapsed";
	}
	const written = threeWay(attr(el, "aria-expanded"), "expanded", "collapsed");
	if (written || !hasAttr(el, "popovertarget") || !isHtml(el, "button")) return written;
	const popover = el.popoverTargetElement;
	if (!popover) return undefined;
	return matches(popover, ":popover-open") ? "expanded" : "collapsed";
}

function isSelected(el: Element, role: string): boolean {
	if (isHtml(el, "option")) {
		const select = closest(el, "select");
		// Which month a card expires is as secret in the list as in the field.
		return el.selected && !(select && isSensitive(select));
	}
	return selectableRoles.has(role) && isTrue(el, "aria-selected");
}

function current(el: Element): string | undefined {
	const value = attr(el, "aria-current")?.toLowerCase();
	if (!value || value === "false") return undefined;
	return /^(page|step|location|date|time)$/.test(value) ? `current=${value}` : "current";
}

/** Native, by a fieldset, or by ARIA on the element or around it. */
export function isDisabled(el: Element): boolean {
	if (FORM_CONTROLS.has(localName(el)) && matches(el, ":disabled")) return true;
	return closest(el, "[aria-disabled=true i]") !== null;
}

export function isReadonly(el: Element): boolean {
	if ((isHtml(el, "input") || isHtml(el, "textarea")) && el.readOnly && matches(el, ":read-only"))
		return true;
	return isTrue(el, "aria-readonly");
}

function isRequired(el: Element): boolean {
	return (FIELDS.has(localName(el)) && matches(el, ":required")) || isTrue(el, "aria-required");
}

/** What a person has been told is wrong: not every empty required field. */
function isInvalid(el: Element): boolean {
	const said = attr(el, "aria-invalid")?.toLowerCase();
	if (said && said !== "false") return true;
	return FIELDS.has(localName(el)) && matches(el, ":user-invalid");
}
