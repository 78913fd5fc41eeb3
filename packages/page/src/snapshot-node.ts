// How one element appears in a snapshot: not at all (its children take its place), as a single line, or as a
// line with others below it. All judgement about roles lives here; the walk only follows it.

import { descriptionOf } from "./description.ts";
import { onlyText } from "./flat-tree.ts";
import { contentText, hasAuthorName, nameShown } from "./name.ts";
import { attr, boundingRect, hasAnyAttr, hasAttr, isHtml, localName, matches } from "./pristine.ts";
import { cut, quote, tidy } from "./quote.ts";
import { isFocusable, roleOf } from "./role.ts";
import { interactiveRoles, landmarkRoles } from "./role-table.ts";
import type { Sight } from "./sight.ts";
import { headingLevel, stateWords } from "./states.ts";
import { hidesText, shownAttribute, shownValue } from "./value.ts";
import { hasBox, hiddenReason, hidesContent } from "./visible.ts";

/**
 * leaf: nothing inside is shown. atom: its text is its name, and only what can be operated is shown inside.
 * brief: its text becomes its name if it holds nothing else. container: what is inside is shown below.
 */
type Shape = "leaf" | "atom" | "brief" | "container";

export interface Shown {
	role: string;
	shape: Shape;
	name: string;
	words: string[];
	value: string | undefined;
	interactive: boolean;
	level: number;
	/** Kept even when it is nameless and empty. */
	matters: boolean;
}

const set = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** One look tells the shape of a role; most elements of a page have none. */
const SHAPES = new Map<string, Shape>();
const shape = (shape: Shape, roles: string) => {
	for (const role of roles.split(" ")) SHAPES.set(role, shape);
};
shape(
	"leaf",
	"audio canvas iframe img meter progressbar scrollbar searchbox separator slider spinbutton textbox video",
);
shape(
	"atom",
	"button checkbox heading link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem",
);
shape("brief", "alert cell columnheader gridcell listitem log math note rowheader status timer tooltip");
shape(
	"container",
	"alertdialog application article banner complementary contentinfo dialog document feed figure form grid group list listbox main menu menubar navigation radiogroup region row search table tablist tabpanel toolbar tree treegrid",
);
/** Worth a line only if they say something. */
const ONLY_NAMED = set("figure form group");
/** An empty cell still is a column. */
const KEPT_EMPTY = set("cell columnheader gridcell rowheader");
/** What an agent must know about where a control stands, when it asks for controls only. */
const FRAMES_OF_CONTROLS = set("alertdialog dialog group radiogroup row");
/** Where a description tells how to use it; the tooltips of links mostly say the same again. */
const DESCRIBED = set(
	"alertdialog button checkbox combobox dialog listbox menuitem radio radiogroup searchbox slider spinbutton switch tab textbox",
);
const DESCRIPTION_LENGTH = 120;
/** As much of one text is looked at, which is more than is said of it. */
export const LONGEST_TEXT = 1_600;
/** An unnamed picture smaller than this is decoration. */
const PICTURE_SIZE = 32;
/** A frame smaller than this counts visits and shows nothing. */
const PIXEL_SIZE = 4;

/** How the element is shown, or undefined if its children take its place. `inherited`: inside of something clickable. */
export function showAs(
	el: Element,
	style: CSSStyleDeclaration,
	inherited: boolean,
	sight: Sight,
): Shown | undefined {
	if (isHtml(el, "label")) return showLabel(el, sight);
	const role = roleOf(el);
	const operable = interactiveRoles.has(role);
	const clickable = !operable && !inherited && looksClickable(el, style, sight);
	const ownShape = shapeOf(el, role);
	const draggable = attr(el, "draggable") === "true";
	const shape = ownShape ?? (clickable || draggable ? "brief" : undefined);
	if (!shape) return undefined;
	// Containers, cells and items are judged by what is in them.
	if (shape !== "container" && !(ownShape === "brief" && !clickable) && !sight.hasBox(el)) return undefined;
	// The text of a cell or a row is shown by what is in it.
	const name =
		(shape === "brief" || role === "row") && !hasAuthorName(el) ? "" : nameShown(el, role, sight, style);
	if (ONLY_NAMED.has(role) && !name && !clickable) return undefined;
	if (role === "img" && !name && !clickable && isSmall(el, PICTURE_SIZE)) return undefined;
	if (role === "iframe" && isSmall(el, PIXEL_SIZE)) return undefined;
	if (role === "separator" && !isFocusable(el)) return undefined;
	const words = stateWords(el, role);
	if (clickable) words.push("clickable");
	if (draggable) words.push("draggable");
	const description = DESCRIBED.has(role) ? descriptionOf(el, name) || exampleIn(el, name) : "";
	if (description) words.push(`description=${quote(cut(description, DESCRIPTION_LENGTH))}`);
	return {
		role: ownShape ? role : "generic",
		shape,
		name,
		words,
		value: shownValue(el, role),
		interactive:
			operable || clickable || role === "iframe" || hasAttr(el, "controls") || role === "separator",
		level: role === "heading" ? headingLevel(el) : 0,
		matters: KEPT_EMPTY.has(role) || shape === "leaf" || shape === "atom",
	};
}

/** The words that stand in an empty field, such as the form of a date, where it is called otherwise. */
function exampleIn(el: Element, name: string): string {
	const example = matches(el, ":placeholder-shown") ? tidy(shownAttribute(el, "placeholder")) : "";
	return example === name ? "" : example;
}

/** What is said of an element that holds one text and nothing else, such as most cells; empty for all others. */
export function textAlone(el: Element, style: CSSStyleDeclaration, sight: Sight, display: string): string {
	const text = onlyText(el);
	if (!text || hidesContent(style, display) || hidesText(el, style)) return "";
	return sight.reads(text, el, style) ? tidy(text.data.slice(0, LONGEST_TEXT)) : "";
}

/** A label whose control is not drawn stands in for it: the person clicks on the label and sees its state there. */
function showLabel(label: HTMLLabelElement, sight: Sight): Shown | undefined {
	const { control } = label;
	if (!control || hiddenReason(control) === undefined || !hasBox(label)) return undefined;
	const role = roleOf(control);
	const words = [`for=${role}`, ...stateWords(control, role)];
	const name = contentText(label, sight);
	const value = shownValue(control, role);
	return { role: "label", shape: "atom", name, words, value, interactive: true, level: 0, matters: true };
}

function shapeOf(el: Element, role: string): Shape | undefined {
	if (role === "combobox") {
		if (isHtml(el, "select")) return "container";
		return isHtml(el, "input") ? "leaf" : "atom";
	}
	return SHAPES.get(role);
}

/** With controls only asked for: what is shown besides the controls themselves, if there are any inside. */
export function framesControls(shown: Shown): boolean {
	return landmarkRoles.has(shown.role) || FRAMES_OF_CONTROLS.has(shown.role);
}

/** What a page is told apart by, and so worth naming even where nothing else of it is said. */
export function isOutlineRole(role: string): boolean {
	return role === "heading" || landmarkRoles.has(role);
}

/** The text of these is the name of what they stand in (or for), and must not be shown a second time. */
export function namesAnother(el: Element): boolean {
	const tag = localName(el);
	if (tag === "legend" || tag === "caption" || tag === "figcaption") return true;
	// What is put out is shown by its text, so its label has to speak for itself.
	const control = isHtml(el, "label") ? el.control : null;
	return control !== null && !isHtml(control, "output") && !hasAuthorName(control);
}

/** Listeners cannot be seen from here; a hand cursor, a tab stop and an inline handler can. */
function looksClickable(el: Element, style: CSSStyleDeclaration, sight: Sight): boolean {
	if (!sight.invites(el, style)) {
		if (!hasAnyAttr(el)) return false;
		if (!hasAttr(el, "onclick") && !(Number.parseInt(attr(el, "tabindex") ?? "", 10) >= 0)) return false;
	}
	return !isHtml(el, "iframe") && !isHtml(el, "body") && !isHtml(el, "html");
}

function isSmall(el: Element, size: number): boolean {
	const { width, height } = boundingRect(el);
	return width < size || height < size;
}
