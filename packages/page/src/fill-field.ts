// Writing into input and textarea. The value goes through the prototype's setter, because frameworks put a setter
// of their own on the element and would take a write through it for theirs, and miss the change.

import { notActionable } from "./not-actionable.ts";
import { attr, createElement, dispatch, focusElement } from "./pristine.ts";
import type { Refs } from "./refs.ts";
import { FORMATS, isTyped } from "./text-field.ts";

// In an isolated world these are the browser's own, whatever the page did to its copies.
const inputValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
const textareaValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");

/** Answers, as all of these do, whether the field holds then what was meant for it. */
export function fillInput(refs: Refs, input: HTMLInputElement, text: string, clear: boolean): () => boolean {
	const typed = isTyped(input);
	const wanted = clear || !typed ? text : input.value + text;
	const format = FORMATS[input.type];
	if (format && !takes(input, wanted))
		throw notActionable(refs, input, `it wants ${format}${boundsOf(input)}`);
	focusElement(input);
	inputValue?.set?.call(input, limited(wanted, input.maxLength));
	announce(input, text, typed);
	return () => isAsWanted(input, wanted);
}

/** What a field held before; it may be longer than a person can type. */
export function putBack(input: HTMLInputElement, text: string): () => boolean {
	inputValue?.set?.call(input, text);
	announce(input, text, true);
	return () => input.value === text;
}

export function fillTextarea(area: HTMLTextAreaElement, text: string, clear: boolean): () => boolean {
	const wanted = (clear ? text : area.value + text).replace(/\r\n?/g, "\n");
	focusElement(area);
	textareaValue?.set?.call(area, limited(wanted, area.maxLength));
	announce(area, text, true);
	return () => area.value === wanted;
}

/** What it holds already; no event tells of it. */
export function rewrite(field: HTMLInputElement | HTMLTextAreaElement): void {
	const { value } = field;
	const property = field instanceof HTMLInputElement ? inputValue : textareaValue;
	for (const each of ["", value]) property?.set?.call(field, each);
}

/** A person cannot type past maxlength, nor half of a character; a setter can, and the form would then be refused. */
function limited(text: string, maxLength: number): string {
	if (maxLength < 0 || text.length <= maxLength) return text;
	return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}

function announce(field: Element, text: string, typed: boolean): void {
	const heard = { bubbles: true, composed: true };
	const how = text
		? { inputType: "insertText", data: text }
		: { inputType: "deleteContentBackward", data: null };
	dispatch(field, typed ? new InputEvent("input", { ...heard, ...how }) : new Event("input", heard));
	dispatch(field, new Event("change", { bubbles: true }));
}

/** Tries the text on a field of the same kind outside of the document: the page's own stays untouched if it fails. */
function takes(input: HTMLInputElement, text: string): boolean {
	if (text === "") return input.type !== "color" && input.type !== "range";
	const probe = createElement("input");
	probe.type = input.type;
	for (const name of ["min", "max", "step"]) {
		const value = attr(input, name);
		if (value !== null && input.type === "range") probe.setAttribute(name, value);
	}
	probe.value = text;
	if (input.type === "range") return text.trim() !== "" && Number(probe.value) === Number(text);
	if (input.type === "color") return probe.value === text.toLowerCase();
	return probe.value !== "";
}

function boundsOf(input: HTMLInputElement): string {
	const bounds = (["min", "max", "step"] as const)
		.filter((name) => attr(input, name))
		.map((name) => `${name} ${attr(input, name)}`);
	return bounds.length > 0 ? ` (${bounds.join(", ")})` : "";
}

function isAsWanted(input: HTMLInputElement, wanted: string): boolean {
	if (input.value === wanted) return true;
	// The browser writes these in its own way: #FF0000 as #ff0000, 50.0 as 50, a blank as T.
	if (input.type === "color") return input.value === wanted.toLowerCase();
	if (input.type === "range") return input.valueAsNumber === Number(wanted);
	return input.type === "datetime-local" && input.value === wanted.replace(" ", "T");
}
