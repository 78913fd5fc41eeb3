// What a field holds, as a person would see it. Passwords, one-time codes and card data never leave the page:
// this file is the only one that reads values for output, so that the rule has one place.

import { attr, innerText, isAnyHtml, isContentEditable, isHtml, localName, textContent } from "./pristine.ts";
import { tidy } from "./quote.ts";

const MASK = "•••";

/** Types whose value is a state or a caption, not something that was entered. */
const NO_VALUE = new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);

/** Fields whose content must not be shown. A password that is "revealed" keeps its autocomplete. */
export function isSensitive(el: Element): boolean {
	if (isHtml(el, "input") && el.type === "password") return true;
	const purposes = attr(el, "autocomplete")?.toLowerCase().split(/\s+/) ?? [];
	if (
		purposes.some((word) => word === "one-time-code" || word.endsWith("-password") || word.startsWith("cc-"))
	) {
		return true;
	}
	return isDrawnAsDots(el);
}

/** Some sites build a password field from a text field drawn as dots. */
function isDrawnAsDots(el: Element): boolean {
	const tag = localName(el);
	if (tag !== "input" && tag !== "textarea" && !(isAnyHtml(el) && isContentEditable(el))) return false;
	const drawn = getComputedStyle(el).getPropertyValue("-webkit-text-security");
	return drawn !== "" && drawn !== "none";
}

/** The value to show, masked where it must be; undefined for what has none or is empty. */
export function shownValue(el: Element, role: string): string | undefined {
	const value = rawValue(el, role);
	if (!value) return undefined;
	return isSensitive(el) ? MASK : value;
}

function rawValue(el: Element, role: string): string | undefined {
	if (isHtml(el, "input")) {
		if (el.type === "file") return Array.from(el.files ?? [], (file) => file.name).join(", ");
		return NO_VALUE.has(el.type) ? undefined : el.value;
	}
	if (isHtml(el, "textarea")) return el.value;
	if (isHtml(el, "select")) return selectedText(el);
	if (isHtml(el, "progress")) return el.position < 0 ? undefined : String(el.value);
	if (isHtml(el, "meter")) return String(el.value);
	switch (role) {
		case "textbox":
		case "searchbox":
		case "combobox":
			return attr(el, "aria-valuetext") ?? drawnText(el);
		case "meter":
		case "progressbar":
		case "scrollbar":
		case "separator":
		case "slider":
		case "spinbutton":
			return attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow") ?? undefined;
		default:
			return undefined;
	}
}

/** innerText leaves out what is not drawn, such as the options of a closed list. */
function drawnText(el: Element): string {
	return tidy((isAnyHtml(el) ? innerText(el) : textContent(el)) ?? "");
}

function selectedText(select: HTMLSelectElement): string {
	return Array.from(select.selectedOptions, (option) => tidy(option.label)).join(", ");
}
