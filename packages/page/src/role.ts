// The role of an element after ARIA and HTML-AAM: what the author wrote if it is a real role, else what the
// tag means where it stands. "generic" is an element without meaning, "none" one that was taken its meaning.

import { flatParent } from "./flat-tree.ts";
import {
	attr,
	childNodes,
	closest,
	hasAttr,
	isAnyHtml,
	isContentEditable,
	isElement,
	isHtml,
	localName,
	parentNode,
} from "./pristine.ts";
import { ariaRoles, globalAria, roleByInputType, roleByTag } from "./role-table.ts";

export function roleOf(el: Element): string {
	return explicitRole(el) ?? implicitRole(el);
}

function explicitRole(el: Element): string | undefined {
	const written = attr(el, "role");
	if (!written) return undefined;
	const role = written
		.toLowerCase()
		.split(/\s+/)
		.find((token) => ariaRoles.has(token));
	if (role === "image") return "img";
	if (role !== "none" && role !== "presentation") return role;
	// What can be focused or was given global ARIA attributes cannot be made meaningless.
	return isFocusable(el) || hasGlobalAria(el) ? undefined : "none";
}

export function isFocusable(el: Element): boolean {
	const tabindex = attr(el, "tabindex");
	if (tabindex !== null && /^\s*-?\d+/.test(tabindex)) return true;
	switch (localName(el)) {
		case "a":
		case "area":
			return hasAttr(el, "href");
		case "button":
		case "select":
		case "textarea":
		case "summary":
		case "iframe":
			return true;
		case "input":
			return attr(el, "type")?.toLowerCase() !== "hidden";
		default:
			return isEditingHost(el);
	}
}

/** The outermost element of an editable region: the one that takes the focus. */
export function isEditingHost(el: Element): boolean {
	// The attribute is asked first: it is cheap, and every host has it.
	if (!hasAttr(el, "contenteditable") || !isAnyHtml(el) || !isContentEditable(el)) return false;
	const parent = flatParent(el);
	return !parent || !isAnyHtml(parent) || !isContentEditable(parent);
}

function hasGlobalAria(el: Element): boolean {
	return globalAria.some((name) => hasAttr(el, name));
}

function isNamedByAuthor(el: Element): boolean {
	return Boolean(
		attr(el, "aria-label")?.trim() || attr(el, "aria-labelledby")?.trim() || attr(el, "title")?.trim(),
	);
}

function implicitRole(el: Element): string {
	if (!isAnyHtml(el)) return implicitSvgRole(el);
	const tag = localName(el);
	switch (tag) {
		case "a":
		case "area":
			return hasAttr(el, "href") ? "link" : editableOr(el, "generic");
		case "aside":
			return isNamedByAuthor(el) || !isInsideSection(el, false) ? "complementary" : "generic";
		case "footer":
			return isInsideSection(el, true) ? "generic" : "contentinfo";
		case "header":
			return isInsideSection(el, true) ? "generic" : "banner";
		case "form":
			return isNamedByAuthor(el) ? "form" : "generic";
		case "section":
			return isNamedByAuthor(el) ? "region" : "generic";
		case "img":
			return attr(el, "alt") === "" && !isFocusable(el) && !isNamedByAuthor(el) ? "none" : "img";
		case "input":
			return isHtml(el, "input") ? inputRole(el) : "generic";
		case "select":
			return isHtml(el, "select") && (el.multiple || el.size > 1) ? "listbox" : "combobox";
		case "li":
			return isListed(el) ? "listitem" : "generic";
		case "tr":
		case "td":
		case "th":
		case "tbody":
		case "thead":
		case "tfoot":
			return tablePartRole(el, tag);
		case "summary":
			return isActiveSummary(el) ? "button" : "generic";
		default:
			return roleByTag[tag] ?? editableOr(el, "generic");
	}
}

/** An editable region without a role is what a person types into. */
function editableOr(el: Element, role: string): string {
	return isEditingHost(el) ? "textbox" : role;
}

function implicitSvgRole(el: Element): string {
	const tag = localName(el);
	if (tag === "a") return hasAttr(el, "href") || hasAttr(el, "xlink:href") ? "link" : "generic";
	if (tag !== "svg") return "generic";
	const titled = Array.prototype.some.call(
		childNodes(el),
		(child: Node) => isElement(child) && localName(child) === "title",
	);
	return titled || isNamedByAuthor(el) ? "img" : "generic";
}

function inputRole(input: HTMLInputElement): string {
	if (input.type === "checkbox" && hasAttr(input, "switch")) return "switch";
	const role = roleByInputType[input.type] ?? "textbox";
	const suggests = role === "textbox" || role === "searchbox";
	return suggests && hasAttr(input, "list") && input.list ? "combobox" : role;
}

/** Headers and footers are landmarks of the page only outside of sections; `main` counts for those, not for asides. */
function isInsideSection(el: Element, withMain: boolean): boolean {
	const around =
		"article, aside, nav, section, [role=article], [role=complementary], [role=navigation], [role=region]";
	const parent = parentNode(el);
	if (!parent || !isElement(parent)) return false;
	return closest(parent, withMain ? `${around}, main, [role=main]` : around) !== null;
}

function isListed(li: Element): boolean {
	const parent = flatParent(li);
	if (!parent) return false;
	return roleOf(parent) === "list";
}

function isActiveSummary(summary: Element): boolean {
	const parent = parentNode(summary);
	if (!parent || !isElement(parent) || !isHtml(parent, "details")) return false;
	const first = Array.prototype.find.call(
		childNodes(parent),
		(child: Node) => isElement(child) && localName(child) === "summary",
	);
	return first === summary;
}

function tablePartRole(el: Element, tag: string): string {
	const table = closest(el, "table");
	if (!table) return "generic";
	const tableRole = explicitRole(table) ?? "table";
	const isGrid = tableRole === "grid" || tableRole === "treegrid";
	if (tableRole !== "table" && !isGrid) return "generic";
	if (tag === "tr") return "row";
	if (tag === "td") return isGrid ? "gridcell" : "cell";
	if (tag === "th") return headerCellRole(el);
	return "rowgroup";
}

function headerCellRole(th: Element): string {
	const scope = attr(th, "scope")?.toLowerCase();
	if (scope === "row" || scope === "rowgroup") return "rowheader";
	if (scope === "col" || scope === "colgroup") return "columnheader";
	if (closest(th, "thead")) return "columnheader";
	const row = parentNode(th);
	if (!row) return "columnheader";
	const besideData = Array.prototype.some.call(
		childNodes(row),
		(child: Node) => isElement(child) && localName(child) === "td",
	);
	return besideData ? "rowheader" : "columnheader";
}
