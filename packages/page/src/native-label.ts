// The part of naming that HTML brings along: label elements, legend, caption, alt, value of a push button,
// and at the very end title and placeholder.

import { attr, childNodes, isElement, isHtml, localName, textContent } from "./pristine.ts";

/** How to read the parts of a name; given by the naming under way, which knows where it has been. */
interface NameReader {
	part(el: Element): string;
	content(el: Element): string;
}

/** What the host language names the element; "" for an explicit nothing, undefined where it has no say. */
export function nativeLabel(el: Element, role: string, read: NameReader): string | undefined {
	switch (localName(el)) {
		case "input":
			return isHtml(el, "input") ? inputLabel(el, read) : undefined;
		case "button":
		case "meter":
		case "output":
		case "progress":
		case "select":
		case "textarea":
			return fromLabels((el as HTMLButtonElement).labels, read);
		case "img":
		case "area":
			return attr(el, "alt") ?? undefined;
		case "fieldset":
			return fromChild(el, "legend", read);
		case "figure":
			return fromChild(el, "figcaption", read);
		case "table":
			return role === "none" ? undefined : fromChild(el, "caption", read);
		case "optgroup":
			return attr(el, "label") ?? undefined;
		case "option":
			return attr(el, "label") || undefined;
		case "svg":
			return textContent(childWithTag(el, "title") ?? document.createComment("")) || undefined;
		default:
			return undefined;
	}
}

/** The last resort: a tooltip, or the example text in an empty field. */
export function nativeHint(el: Element, role: string): string | undefined {
	const title = attr(el, "title");
	if (title?.trim()) return title;
	if (role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton") {
		return attr(el, "placeholder") ?? attr(el, "aria-placeholder") ?? undefined;
	}
	return undefined;
}

function inputLabel(input: HTMLInputElement, read: NameReader): string | undefined {
	const labels = fromLabels(input.labels, read);
	switch (input.type) {
		case "button":
			return labels || attr(input, "value") || undefined;
		case "submit":
			return labels || (attr(input, "value") ?? attr(input, "title") ?? "Submit");
		case "reset":
			return labels || (attr(input, "value") ?? attr(input, "title") ?? "Reset");
		case "image":
			return labels || attr(input, "alt") || attr(input, "title") || "Submit";
		case "file":
			return labels || attr(input, "title") || "Choose file";
		default:
			return labels;
	}
}

function fromLabels(labels: NodeListOf<HTMLLabelElement> | null, read: NameReader): string | undefined {
	if (!labels || labels.length === 0) return undefined;
	return Array.from(labels, (label) => read.part(label)).join(" ");
}

function childWithTag(el: Element, tag: string): Element | undefined {
	return Array.prototype.find.call(
		childNodes(el),
		(child: Node) => isElement(child) && localName(child) === tag,
	);
}

function fromChild(el: Element, tag: string, read: NameReader): string | undefined {
	const child = childWithTag(el, tag);
	return child && read.content(child);
}
