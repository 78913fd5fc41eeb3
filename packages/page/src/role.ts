// The role of an element after ARIA and HTML-AAM: what the author wrote if it is a real role, else what the
// tag means where it stands. "generic" is an element without meaning, "none" one that was taken its meaning.

import { flatParent } from "./flat-tree.ts";
import { keep, whenDropped } from "./kept.ts";
import {
	attr,
	childNodes,
	closest,
	elementById,
	hasAttr,
	isAnyHtml,
	isContentEditable,
	isElement,
	isHtml,
	localName,
	matches,
	parentElement,
	parentNode,
	queryAll,
	rootOf,
} from "./pristine.ts";
import { ariaRoles, globalAria, itemOwners, roleByInputType, roleBySvgTag, roleByTag } from "./role-table.ts";

export function roleOf(el: Element): string {
	return explicitRole(el) ?? implicitRole(el);
}

function explicitRole(el: Element): string | undefined {
	const role = writtenRole(el);
	switch (role) {
		case "form":
		case "region":
			return isHtml(el, "form") || isNamedByAuthor(el) ? role : "generic";
		case "listitem":
		case "option":
		case "treeitem":
			return isOwned(el, role) ? role : "generic";
		default:
			return role;
	}
}

/** What the author wrote, whether it fits its surroundings or not. */
function writtenRole(el: Element): string | undefined {
	const written = attr(el, "role");
	if (!written) return undefined;
	const role = written
		.toLowerCase()
		.split(/\s+/)
		.find((token) => ariaRoles.has(token));
	switch (role) {
		case "image":
			return "img";
		case "directory":
			return "list";
		case "none":
		case "presentation":
			// What can be focused or was given global ARIA attributes cannot be made meaningless.
			return isFocusable(el) || hasGlobalAria(el) ? undefined : "none";
		default:
			return role;
	}
}

/** Items mean something only in what they are items of, with nothing but groups and plain elements between. */
function isOwned(el: Element, role: "listitem" | "option" | "treeitem"): boolean {
	for (let at = flatParent(el); at; at = flatParent(at)) {
		// Not `roleOf`: whether what is around fits its own surroundings is asked on the way up, once.
		const around = writtenRole(at) ?? implicitRole(at);
		if (itemOwners[role].has(around)) return true;
		if (around !== "generic" && around !== "none" && around !== "group" && around !== role) break;
	}
	return isOwnedByReference(el);
}

function isOwnedByReference(el: Element): boolean {
	const id = attr(el, "id");
	return Boolean(id) && queryAll(`[aria-owns~="${CSS.escape(id ?? "")}"]`).length > 0;
}

export function isFocusable(el: Element): boolean {
	const tabindex = attr(el, "tabindex");
	if (tabindex !== null && /^\s*-?\d+/.test(tabindex) && !matches(el, ":disabled")) return true;
	switch (localName(el)) {
		case "a":
		case "area":
			return hasAttr(el, "href");
		case "button":
		case "select":
		case "textarea":
			return !matches(el, ":disabled");
		case "input":
			return attr(el, "type")?.toLowerCase() !== "hidden" && !matches(el, ":disabled");
		case "summary":
		case "iframe":
			return true;
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
	if (attr(el, "aria-label")?.trim() || attr(el, "title")?.trim()) return true;
	const ids = attr(el, "aria-labelledby")?.trim();
	if (!ids) return false;
	const root = rootOf(el);
	return ids.split(/\s+/).some((id) => elementById(root, id) !== null);
}

function implicitRole(el: Element): string {
	if (!isAnyHtml(el)) return implicitForeignRole(el);
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
		case "section":
			return isNamedByAuthor(el) ? "region" : "generic";
		case "img":
			return attr(el, "alt") === "" && !isFocusable(el) && !isNamedByAuthor(el) ? "none" : "img";
		case "input":
			return isHtml(el, "input") ? inputRole(el) : "generic";
		case "select":
			return isHtml(el, "select") && isOpenList(el) ? "listbox" : "combobox";
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

function implicitForeignRole(el: Element): string {
	const tag = localName(el);
	if (tag === "a") return hasAttr(el, "href") || hasAttr(el, "xlink:href") ? "link" : "generic";
	if (tag === "math") return "math";
	const role = roleBySvgTag[tag];
	return role && (isDescribed(el) || isNamedByAuthor(el)) ? role : "generic";
}

/** SVG-AAM: shapes are nothing but paint until somebody says what they show. */
function isDescribed(el: Element): boolean {
	return hasChild(el, "title") || hasChild(el, "desc");
}

function hasChild(el: Node, tag: string): boolean {
	return Array.prototype.some.call(
		childNodes(el),
		(child: Node) => isElement(child) && localName(child) === tag,
	);
}

/** With room for one line only, even a list for several choices is drawn closed. */
function isOpenList(select: HTMLSelectElement): boolean {
	return select.multiple ? select.size !== 1 : select.size > 1;
}

function inputRole(input: HTMLInputElement): string {
	const role = roleByInputType[input.type] ?? "textbox";
	const suggests = role === "textbox" || role === "searchbox";
	return suggests && hasAttr(input, "list") && input.list ? "combobox" : role;
}

const SECTIONS =
	"article:not([role]), aside:not([role]), nav:not([role]), section:not([role]), [role=article], [role=complementary], [role=navigation]";
const SECTIONS_AND_MAIN = `${SECTIONS}, main:not([role]), [role=main]`;

/** Headers and footers are landmarks of the page only outside of sections; `main` counts for those, not for asides. */
function isInsideSection(el: Element, withMain: boolean): boolean {
	const sections = withMain ? SECTIONS_AND_MAIN : SECTIONS;
	let at = flatParent(el);
	while (at) {
		if (closest(at, sections)) return true;
		const root = rootOf(at);
		at = root instanceof ShadowRoot ? root.host : undefined;
	}
	return false;
}

/** An item stays one wherever it stands, unless its list was made into something else. */
function isListed(li: Element): boolean {
	const parent = flatParent(li);
	if (!parent || roleByTag[localName(parent)] !== "list") return true;
	return (writtenRole(parent) ?? "list") === "list";
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
	const parent = parentElement(el);
	if (!parent) return "generic";
	if (parent !== lastParent) judgeTablePart(parent);
	if (!lastTable) return "generic";
	if (tag === "tr") return "row";
	if (!lastIsRow && (tag === "td" || tag === "th")) return "generic";
	if (tag === "td") return lastTable === "table" ? "cell" : "gridcell";
	if (tag === "th") return headerCellRole(el);
	// Every table has a body, whether its author wrote one or not: it says nothing.
	return tag === "tbody" ? "generic" : "rowgroup";
}

// Cells of one row and rows of one table follow each other: what was found out about the last parent is kept.
let lastParent: Element | undefined;
/** The role of the table around it, if it is one that has rows. */
let lastTable: "table" | "grid" | "treegrid" | undefined;
/** Nobody made it anything but a row. */
let lastIsRow = true;

function judgeTablePart(parent: Element): void {
	keep();
	const table = closest(parent, "table");
	const role = table ? (writtenRole(table) ?? "table") : undefined;
	lastParent = parent;
	lastTable = role === "table" || role === "grid" || role === "treegrid" ? role : undefined;
	lastIsRow = (writtenRole(parent) ?? "row") === "row";
}

whenDropped(() => {
	lastParent = undefined;
});

function headerCellRole(th: Element): string {
	const scope = attr(th, "scope")?.toLowerCase();
	if (scope === "row" || scope === "rowgroup") return "rowheader";
	if (scope === "col" || scope === "colgroup") return "columnheader";
	if (closest(th, "thead")) return "columnheader";
	const row = parentNode(th);
	if (!row) return "columnheader";
	return hasChild(row, "td") ? "rowheader" : "columnheader";
}
