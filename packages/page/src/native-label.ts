// The part of naming that HTML brings along: label elements, legend, caption, alt, value of a push button,
// and at the very end title and placeholder.

import { labelsOf } from "./labels.ts";
import {
	attr,
	checkVisibility,
	childNodes,
	closest,
	isAnyHtml,
	isElement,
	isHtml,
	localName,
	textContent,
} from "./pristine.ts";
import { onlyDescribedByTitle } from "./role-table.ts";
import { shownAttribute } from "./value.ts";

/** How to read the parts of a name; given by the naming under way, which knows where it has been. */
export interface NameReader<Walk> {
	part(el: Element, walk: Walk): string;
	content(el: Element, walk: Walk): string;
}

/** What the host language names the element; "" for an explicit nothing, undefined where it has no say. */
export function nativeLabel<Walk>(
	el: Element,
	role: string,
	read: NameReader<Walk>,
	walk: Walk,
): string | undefined {
	switch (localName(el)) {
		case "input":
			return isHtml(el, "input") ? inputLabel(el, read, walk) : undefined;
		case "button":
		case "meter":
		case "output":
		case "progress":
		case "select":
		case "textarea":
			return fromLabels(el, read, walk);
		case "img":
		case "area":
			return attr(el, "alt") ?? undefined;
		case "fieldset":
			return fromChild(el, "legend", read, walk);
		case "figure":
			return fromChild(el, "figcaption", read, walk);
		case "table":
			if (role === "none") return undefined;
			return fromChild(el, "caption", read, walk)?.trim() || (attr(el, "summary") ?? undefined);
		case "optgroup":
			return attr(el, "label") ?? undefined;
		case "option":
			return attr(el, "label") || undefined;
		default:
			return isAnyHtml(el) ? undefined : svgTitle(el);
	}
}

/** The last resort: a tooltip, or the example text in an empty field. */
export function nativeHint(el: Element, role: string): string | undefined {
	const title = onlyDescribedByTitle.has(role) ? "" : shownAttribute(el, "title");
	if (title.trim()) return title;
	if (role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton") {
		return shownAttribute(el, "placeholder") || shownAttribute(el, "aria-placeholder");
	}
	return undefined;
}

function inputLabel<Walk>(input: HTMLInputElement, read: NameReader<Walk>, walk: Walk): string | undefined {
	const labels = fromLabels(input, read, walk);
	switch (input.type) {
		case "button":
			return labels || attr(input, "value") || undefined;
		case "submit":
			return labels || (attr(input, "value") ?? "Submit");
		case "reset":
			return labels || (attr(input, "value") ?? "Reset");
		case "image":
			return labels || attr(input, "alt") || attr(input, "value") || attr(input, "title") || "Submit";
		case "file":
			return labels || attr(input, "title") || (input.multiple ? "Choose Files" : "Choose File");
		default:
			return labels;
	}
}

function fromLabels<Walk>(control: Element, read: NameReader<Walk>, walk: Walk): string | undefined {
	const labels = labelsOf(control);
	if (labels.length === 0) return undefined;
	return labels.map((label) => (isHiddenLabel(label) ? "" : read.part(label, walk))).join(" ");
}

/** A label that is not there for anybody names nothing, unless it is referred to by aria-labelledby. */
function isHiddenLabel(label: Element): boolean {
	if (closest(label, "[aria-hidden=true i]")) return true;
	if (checkVisibility(label, { visibilityProperty: true })) return false;
	return getComputedStyle(label).display !== "contents";
}

function svgTitle(el: Element): string | undefined {
	const title = childWithTag(el, "title");
	return (title && textContent(title)) || undefined;
}

function childWithTag(el: Element, tag: string): Element | undefined {
	return Array.prototype.find.call(
		childNodes(el),
		(child: Node) => isElement(child) && localName(child) === tag,
	);
}

function fromChild<Walk>(el: Element, tag: string, read: NameReader<Walk>, walk: Walk): string | undefined {
	const child = childWithTag(el, tag);
	return child && read.content(child, walk);
}
