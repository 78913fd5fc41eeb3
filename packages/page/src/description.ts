// What is said about an element beyond its name: a hint below a field, the reason of an error, a tooltip. After
// accname 1.2: aria-describedby, aria-description, then what the host language has.

import { referencedText } from "./name.ts";
import {
	attr,
	childNodes,
	hasAnyAttr,
	isAnyHtml,
	isElement,
	isHtml,
	localName,
	textContent,
} from "./pristine.ts";
import { tidy } from "./quote.ts";
import { shownAttribute } from "./value.ts";

const PUSHED = new Set(["button", "reset", "submit"]);

/** `name`: what the element is called; it is not said twice. */
export function descriptionOf(el: Element, name: string): string {
	// All but a caption and what drawings have are attributes.
	if (!hasAnyAttr(el) && isAnyHtml(el) && !isHtml(el, "table")) return "";
	const written = referencedText(el, "aria-describedby") || tidy(shownAttribute(el, "aria-description"));
	if (written) return written === name ? "" : written;
	return (
		nativeDescriptions(el)
			.map((text) => tidy(text ?? ""))
			.find((text) => text && text !== name) ?? ""
	);
}

function nativeDescriptions(el: Element): (string | null)[] {
	if (!isAnyHtml(el)) return [childText(el, "desc"), childText(el, "title")];
	const title = shownAttribute(el, "title");
	if (isHtml(el, "table")) return [childText(el, "caption"), title];
	// A push button with a label of its own is named by that, and still shows its value.
	return isHtml(el, "input") && PUSHED.has(el.type) ? [attr(el, "value"), title] : [title];
}

function childText(el: Element, tag: string): string | null {
	const found = Array.prototype.find.call(
		childNodes(el),
		(child: Node) => isElement(child) && localName(child) === tag,
	);
	return found ? textContent(found) : null;
}
