// The accessible name after accname 1.2 and HTML-AAM: aria-labelledby, aria-label, the host language's own
// label, the content, the tooltip, in this order. Work stops at a length that no reader needs to pass.

import { asDrawn, generatedText } from "./drawn-text.ts";
import { flatChildren } from "./flat-tree.ts";
import { type NameReader, nativeHint, nativeLabel } from "./native-label.ts";
import {
	attr,
	closest,
	elementById,
	hasAnyAttr,
	hasAttr,
	isAnyHtml,
	isElement,
	isHtml,
	isText,
	rootOf,
} from "./pristine.ts";
import { tidy } from "./quote.ts";
import { roleOf } from "./role.ts";
import { interactiveRoles, namedByContent } from "./role-table.ts";
import type { Sight } from "./sight.ts";
import { hidesText, isSensitive, MASK, shownAttribute, shownValue } from "./value.ts";
import { hiddenReason, isAriaHidden, isNeverDrawn } from "./visible.ts";

const ENOUGH = 1_000;
const reader: NameReader<NameWalk> = {
	part: (el, walk) => partOf(el, walk),
	content: (el, walk) => content(el, walk),
};

/** Parts of an item that are items of their own, not words of its name. */
const SUBLISTS = new Set(["group", "listbox", "menu", "tree"]);
const FIELD_ROLES = new Set([
	"combobox",
	"listbox",
	"meter",
	"progressbar",
	"searchbox",
	"slider",
	"spinbutton",
	"textbox",
]);

interface NameWalk {
	/** The element whose name is wanted. */
	origin: Element;
	/** Where the walk has been: in one element for most names, and seldom in others. */
	first?: Element | undefined;
	others?: Set<Element>;
	/** Inside an aria-labelledby, where no second one is followed. */
	labelledby: boolean;
	/** What was referenced is itself hidden, so that its hidden contents count. */
	withHidden: boolean;
	/** Only what a person sees: for text that is shown as a name without being one. */
	sight?: Sight | undefined;
	/** Who knows what others of a kind have. */
	known?: Sight | undefined;
}

/** `style` and `role`: the element's own, from whoever has asked for them already. */
export function nameOf(el: Element, style?: CSSStyleDeclaration, known?: Sight, role?: string): string {
	const walk: NameWalk = { origin: el, labelledby: false, withHidden: false, known };
	return tidy(partOf(el, walk, style, role));
}

/** Names follow the rules of accessibility, hidden parts included; a heading is text, and says what is seen of it. */
export function nameShown(el: Element, role: string, sight: Sight, style?: CSSStyleDeclaration): string {
	return role === "heading" && !hasAuthorName(el) ? contentText(el, sight) : nameOf(el, style, sight, role);
}

export function hasAuthorName(el: Element): boolean {
	return hasAnyAttr(el) && (hasAttr(el, "aria-label") || hasAttr(el, "aria-labelledby"));
}

/** The words in an element, whatever its role, or those of them that are seen: for what is shown by its text. */
export function contentText(el: Element, sight?: Sight): string {
	const walk: NameWalk = { origin: el, first: el, labelledby: false, withHidden: false, sight };
	return tidy(content(el, walk));
}

function partOf(el: Element, walk: NameWalk, style?: CSSStyleDeclaration, known?: string): string {
	if (!isFirstTime(el, walk)) return "";
	const isOrigin = el === walk.origin;

	const byReference = walk.labelledby ? "" : referenced(el, "aria-labelledby");
	if (byReference) return apart(byReference);
	const role = known ?? roleOf(el);
	if (!isOrigin && FIELD_ROLES.has(role)) return fieldPart(el, role);
	const label = shownAttribute(el, "aria-label");
	if (label.trim()) return apart(label);
	const native = nativeLabel(el, role, reader, walk);
	if (native?.trim()) return apart(native);
	// An empty alt is a statement: the picture has nothing to say.
	if (native === "" && isHtml(el, "img")) return "";
	if (isOrigin && walk.labelledby && FIELD_ROLES.has(role)) return fieldPart(el, role);
	if (!isOrigin || walk.labelledby || isNamedByContent(el, role)) {
		const inside = content(el, walk, style);
		if (inside.trim()) return isControl(role) ? apart(inside) : inside;
	}
	return apart(nativeHint(el, role) ?? "");
}

function isFirstTime(el: Element, walk: NameWalk): boolean {
	if (!walk.first) {
		walk.first = el;
		return true;
	}
	if (walk.first === el || walk.others?.has(el)) return false;
	walk.others ??= new Set();
	walk.others.add(el);
	return true;
}

/** What stands for an element instead of its words is not run together with the words around it. */
function apart(text: string): string {
	return text ? ` ${text} ` : "";
}

function isControl(role: string): boolean {
	return role !== "link" && interactiveRoles.has(role);
}

function fieldPart(el: Element, role: string): string {
	return isSensitive(el) ? "" : apart(shownValue(el, role) ?? "");
}

/** Rows are chosen by what is in them where rows can be chosen. */
function isNamedByContent(el: Element, role: string): boolean {
	if (role === "row") return closest(el, "[role=grid], [role=treegrid]") !== null;
	// A formula of MathML is read part by part; what an author calls one is read as a whole.
	if (role === "math") return isAnyHtml(el);
	return namedByContent.has(role);
}

/** The text of the elements that an attribute refers to, hidden ones included. */
export function referencedText(el: Element, attribute: "aria-describedby"): string {
	return tidy(referenced(el, attribute));
}

function referenced(el: Element, attribute: "aria-labelledby" | "aria-describedby"): string {
	const ids = attr(el, attribute)?.trim();
	if (!ids) return "";
	const root = rootOf(el);
	const parts: string[] = [];
	for (const id of ids.split(/\s+/)) {
		const source = elementById(root, id);
		if (!source) continue;
		const withHidden = hiddenReason(source) !== undefined;
		// A field inside of its own label is no part of its name; a field that names itself on purpose is.
		const first = source === el ? undefined : el;
		parts.push(partOf(source, { origin: el, first, labelledby: true, withHidden }));
	}
	return parts.filter((part) => part.trim()).join(" ");
}

function content(el: Element, walk: NameWalk, known?: CSSStyleDeclaration): string {
	const style = known ?? getComputedStyle(el);
	const drawsText = walk.withHidden || style.visibility === "visible";
	const children = flatChildren(el);
	if (children.length > 0 && hidesText(el, style)) return drawsText ? MASK : "";
	let text = generated(el, "::before", walk);
	for (let at = 0; at < children.length && text.length < ENOUGH; at += 1) {
		const child = children[at] as Node;
		if (isText(child)) {
			const isSeen = walk.sight?.reads(child, el, style) ?? drawsText;
			if (isSeen) text += asDrawn(child.data, style);
		} else if (isElement(child)) text += childPart(child, walk);
	}
	return text + generated(el, "::after", walk);
}

function generated(el: Element, pseudo: "::before" | "::after", { known }: NameWalk): string {
	return known ? known.generated(el, pseudo) : generatedText(el, pseudo);
}

function childPart(child: Element, walk: NameWalk): string {
	if (isNeverDrawn(child)) return "";
	if (isHtml(child, "br")) return " ";
	const style = getComputedStyle(child);
	if (!walk.withHidden) {
		if (style.display === "none") return "";
		if (isAriaHidden(child)) return "";
	}
	if (walk.sight?.look(child, style) === "gone") return "";
	const role = roleOf(child);
	if (isSublistOf(walk.origin, role)) return "";
	// Something in it may be visible again.
	const isDrawn = walk.withHidden || style.visibility === "visible";
	const part = isDrawn ? partOf(child, walk, style, role) : content(child, walk, style);
	return style.display === "inline" && !isHtml(child, "canvas") ? part : ` ${part} `;
}

function isSublistOf(origin: Element, inner: string): boolean {
	if (!SUBLISTS.has(inner)) return false;
	const role = roleOf(origin);
	return role === "treeitem" || role.startsWith("menuitem");
}
