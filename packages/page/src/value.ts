// What a field holds, as a person would see it. Passwords, one-time codes and card data never leave the page:
// this file is the only one that reads values for output, so that the rule has one place.

import {
	attr,
	closest,
	hasAnyAttr,
	hasAttr,
	innerText,
	isAnyHtml,
	isContentEditable,
	isElement,
	isHtml,
	localName,
	parentNode,
	textContent,
} from "./pristine.ts";
import { tidy } from "./quote.ts";

export const MASK = "•••";

/** What forms without `autocomplete` call such fields; words of names and ids, taken apart at their humps. */
const SECRET_NAMES =
	/passw(or)?d|passcode|passphrase|\b(pwd|otp|totp|cvv2?|cvc2?|csc)\b|\bone ?time ?(code|pass)|\b(security|verification) ?code|\b(cc|card|credit ?card) ?(number|num|no|cvc|cvv)\b/;

/** Most elements have none, and are spared the questions. */
export const HAVE_VALUE = new Set(["input", "meter", "progress", "select", "textarea"]);
const VALUE_ROLES = new Set([
	"combobox",
	"meter",
	"progressbar",
	"scrollbar",
	"searchbox",
	"separator",
	"slider",
	"spinbutton",
	"textbox",
]);

/** Types whose value is a state or a caption, not something that was entered. */
const NO_VALUE = new Set(["button", "checkbox", "hidden", "image", "radio", "reset", "submit"]);

/** Fields whose content must not be shown. A password that is "revealed" keeps its autocomplete. */
// @guard secret-fields
export function isSensitive(el: Element): boolean {
	if (isHtml(el, "input") && el.type === "password") return true;
	const purposes = attr(el, "autocomplete")?.toLowerCase().split(/\s+/) ?? [];
	if (
		purposes.some((word) => word === "one-time-code" || word.endsWith("-password") || word.startsWith("cc-"))
	) {
		return true;
	}
	return isNamedSecret(el) || isDrawnAsDots(el);
}

// @guard secret-names
function isNamedSecret(el: Element): boolean {
	if (!isHtml(el, "textarea") && !hasAttr(el, "contenteditable")) {
		if (!isHtml(el, "input") || NO_VALUE.has(el.type)) return false;
	}
	const names = `${attr(el, "name") ?? ""} ${attr(el, "id") ?? ""}`;
	const words = names.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[^A-Za-z0-9]+/g, " ");
	return SECRET_NAMES.test(words.toLowerCase());
}

/** Text that must not be read though it is no field's value: that of editable elements for secrets, and dots. */
// @guard masked-text
export function hidesText(el: Element, style: CSSStyleDeclaration): boolean {
	if (!isDots(style)) {
		if (!hasAnyAttr(el)) return false;
		if (!(hasAttr(el, "contenteditable") || hasAttr(el, "autocomplete")) || !isSensitive(el)) return false;
	}
	// What a list offers is no secret, only which of it was chosen.
	return !isHtml(el, "select");
}

/** Whether an element is a piece of what a secret editable element holds. */
// @guard pieces-of-secrets
export function isInSecret(el: Element): boolean {
	const parent = parentNode(el);
	const around = parent && isElement(parent) ? closest(parent, "[contenteditable], [autocomplete]") : null;
	if (!around) return false;
	return (!isHtml(around, "select") && isSensitive(around)) || isInSecret(around);
}

/** An attribute as it may be shown: those of a secret field that hold its value are masked. */
// @guard masked-attributes
export function shownAttribute(el: Element, name: string): string {
	const written = attr(el, name) ?? "";
	if (!written) return written;
	const value = isHtml(el, "input") || isHtml(el, "textarea") ? el.value : "";
	const holdsValue = /^(value|aria-valuetext|aria-valuenow)$/.test(name);
	if (!holdsValue && !(value.length > 2 && written.includes(value))) return written;
	return isSensitive(el) || isCardNumber(value) || isCardNumber(written) ? MASK : written;
}

/** Which month a card expires is as secret in the list as in the field. */
// @guard secret-options
export function isSecretOption(el: Element): boolean {
	const select = isHtml(el, "option") ? closest(el, "select") : null;
	return select !== null && isSensitive(select);
}

/** Thirteen digits or more of which the last proves the others, as those of payment cards do. */
// @guard card-numbers
export function isCardNumber(value: string): boolean {
	const digits = value.replace(/[\s-]/g, "");
	if (!/^[2-6]\d{12,18}$/.test(digits)) return false;
	let sum = 0;
	for (let at = 0; at < digits.length; at += 1) {
		const digit = Number(digits[digits.length - 1 - at]);
		const counted = at % 2 === 1 ? digit * 2 : digit;
		sum += counted > 9 ? counted - 9 : counted;
	}
	return sum % 10 === 0;
}

/** Some sites build a password field from a text field drawn as dots. */
// @guard drawn-as-dots
function isDrawnAsDots(el: Element): boolean {
	const tag = localName(el);
	if (tag !== "input" && tag !== "textarea" && !(isAnyHtml(el) && isContentEditable(el))) return false;
	return isDots(getComputedStyle(el));
}

function isDots(style: CSSStyleDeclaration): boolean {
	// Not among the properties that TypeScript knows.
	const { webkitTextSecurity: drawn } = style as CSSStyleDeclaration & { webkitTextSecurity?: string };
	return drawn !== undefined && drawn !== "" && drawn !== "none";
}

/** The value to show, masked where it must be; undefined for what has none or is empty. */
// @guard masked-values
export function shownValue(el: Element, role: string): string | undefined {
	if (!HAVE_VALUE.has(localName(el)) && !VALUE_ROLES.has(role)) return undefined;
	const value = rawValue(el, role);
	if (!value) return undefined;
	return isSensitive(el) || isCardNumber(value) ? MASK : value;
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
