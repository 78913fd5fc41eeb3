// `find`: elements by what a person would call them, over the whole page, hits that cannot be seen left out.

import type { FoundItem, KitArgs, KitResult } from "@reins/protocol";
import { fail, optionalText, positive } from "./check-args.ts";
import { roleAndName } from "./describe.ts";
import { openShadowRoots, selfAndAncestors } from "./flat-tree.ts";
import { frameOwners } from "./frame-owners.ts";
import { KitError } from "./kit-error.ts";
import { listing } from "./listing.ts";
import { nameOf } from "./name.ts";
import {
	attr,
	childElements,
	childNodes,
	documentElement,
	hasAttr,
	isElement,
	isText,
	localName,
	textContent,
} from "./pristine.ts";
import { FIELDS, queryAsked, queryEverywhere } from "./query.ts";
import { tidy } from "./quote.ts";
import type { Refs } from "./refs.ts";
import { roleOf } from "./role.ts";
import { interactiveRoles } from "./role-table.ts";
import { Sight } from "./sight.ts";
import { textOf } from "./text.ts";
import { Trails } from "./trail.ts";
import { hidesText, isInSecret, shownAttribute } from "./value.ts";
import { hidesContent, isNeverDrawn } from "./visible.ts";

const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const LIMIT = 20;
const MAX_LIMIT = 1_000;
const TEXT_LENGTH = 80;
/** How far above a text the control may stand that it is the caption of. */
const LIFT = 4;
/** What has words that are not text of the page. */
const WORDED =
	"[aria-label], [alt], [title], [placeholder], input[type=submit], input[type=button], input[type=reset]";
const LABELLED = `${FIELDS}, [role=listbox]`;

export function find(refs: Refs, args: KitArgs<"find">): KitResult<"find"> {
	const text = optionalText("text", args.text);
	const role = optionalText("role", args.role)?.toLowerCase();
	const name = optionalText("name", args.name);
	const label = optionalText("label", args.label);
	const placeholder = optionalText("placeholder", args.placeholder);
	const selector = optionalText("selector", args.selector);
	if (!(text || role || name || label || placeholder || selector)) {
		fail("find needs at least one of text, role, name, label, placeholder and selector");
	}
	const limit = args.limit === undefined ? LIMIT : Math.min(positive("limit", args.limit), MAX_LIMIT);
	const fits = (given: string, wanted: string) =>
		args.exact === true ? seen(given) === seen(wanted) : folded(given).includes(folded(wanted));

	const textAlone = text !== undefined && !(role || name || label || placeholder || selector);
	const likely = placeholder ? "[placeholder], [aria-placeholder]" : label ? LABELLED : "*";
	const from = () => (selector === undefined ? queryEverywhere(likely) : queryAsked(selector));
	let found = textAlone ? byText(text, fits) : from();
	const keep = (test: (el: Element) => boolean) => {
		found = found.filter(test);
	};
	if (role) keep((el) => roleOf(el) === role);
	if (placeholder) {
		keep((el) =>
			fits(shownAttribute(el, "placeholder") || shownAttribute(el, "aria-placeholder"), placeholder),
		);
	}
	if (label) {
		keep((el) => fits(nameOf(el), label));
		// The list that a combobox has opened is called as it is, and is a part of it.
		const parts = new Set(found.flatMap((el) => attr(el, "aria-controls")?.split(/\s+/) ?? []));
		if (!role) keep((el) => !parts.has(attr(el, "id") || " "));
	}
	if (name) keep((el) => fits(nameOf(el), name));
	if (text && !textAlone)
		keep(
			(el) => !isNeverDrawn(el) && ((isReadable(el) && fits(ownText(el), text)) || fits(nameOf(el), text)),
		);
	keep((el) => !isInSecret(el));

	const sight = new Sight();
	const trails = new Trails();
	if (args.inner === true) found = controlsFirst(found, sight);
	const bySelector = selector !== undefined && !(text || role || name || label || placeholder);
	const hit = (el: Element): FoundItem | undefined => {
		const hidden = sight.reason(el);
		if (args.unseen === true ? !hidden : hidden && !bySelector) return undefined;
		// It shows by itself, but not the words in it that were found.
		if (text && hidesOwnText(el) && !fits(nameOf(el), text)) return undefined;
		const { role: its, name: called } = roleAndName(el);
		const words = called || (hidden ? "" : textOf(el, TEXT_LENGTH, sight));
		return { ref: refs.of(el), role: its, name: words, path: trails.of(el), ...(hidden && { hidden }) };
	};
	return listing(found, args.cursor === undefined ? {} : { cursor: args.cursor }, hit, limit);
}

/** The only element that fits. What is in frames only their own documents know: a page that shows any is not judged. */
export function onlyFit(refs: Refs, words: KitArgs<"find">): Element {
	const { items } = find(refs, { ...words, exact: true, limit: 2 });
	const [only] = items;
	if (only && items.length === 1 && frameOwners(refs).refs.length === 0) return refs.element(only.ref);
	throw new KitError("not_found", "nothing fits that alone");
}

/** Without what takes its name from a control in it, or adds to that of one around it, as a picture does. */
function controlsFirst(found: Element[], sight: Sight): Element[] {
	const isControl = (el: Element) => interactiveRoles.has(roleOf(el));
	const seen = new Set(found.filter((el) => isControl(el) && sight.sees(el)));
	const others = new Set<Element>();
	for (const el of found) {
		for (const around of selfAndAncestors(el)) {
			if (around === el) continue;
			if (seen.has(el)) {
				if (!isControl(around) && nameOf(around) === nameOf(el)) others.add(around);
			} else if (seen.has(around) && !isControl(el) && nameOf(around).includes(nameOf(el))) others.add(el);
		}
	}
	return found.filter((el) => !others.has(el));
}

/** Without what cannot be seen in it, as names and texts are shown, and with letters written in one way. */
function seen(text: string): string {
	return tidy(text.replace(UNSEEN, "")).normalize();
}

function folded(text: string): string {
	return seen(text).toLowerCase();
}

type Fits = (given: string, wanted: string) => boolean;

/** The innermost elements that hold the text, or the controls that it is the caption of; then those named by it. */
function byText(wanted: string, fits: Fits): Element[] {
	const found = new Set<Element>();
	// Not the body: things are put beside it, and a drawing has none.
	const start: Element | null = documentElement(document);
	for (const root of start ? [start, ...openShadowRoots()] : openShadowRoots())
		innermost(root, wanted, fits, found);
	for (const el of queryEverywhere(WORDED)) if (fits(nameOf(el), wanted)) found.add(el);
	return [...found].sort(inPageOrder);
}

function inPageOrder(one: Element, other: Element): number {
	const order = Node.prototype.compareDocumentPosition.call(one, other);
	if (order & Node.DOCUMENT_POSITION_DISCONNECTED) return 0;
	return order & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** An element or root whose children are being searched, and whether anything was found among them. */
interface Searched {
	root: Element | ShadowRoot;
	children: Element[];
	at: number;
	isInside: boolean;
}

/** With a stack of its own: pages are nested deeper than calls can be. */
function innermost(start: Element | ShadowRoot, wanted: string, fits: Fits, found: Set<Element>): void {
	const open: Searched[] = [];
	const enter = (root: Element | ShadowRoot) => {
		if (isElement(root) && !isReadable(root)) return;
		// An exact text may be a part of what is around it.
		if (!folded(textContent(root) ?? "").includes(folded(wanted))) return;
		open.push({ root, children: childElements(root), at: 0, isInside: false });
	};
	enter(start);
	for (let inner = open.at(-1); inner; inner = open.at(-1)) {
		const child = inner.children[inner.at];
		inner.at += 1;
		if (child) {
			enter(child);
			continue;
		}
		open.pop();
		const { root } = inner;
		if (!inner.isInside && isElement(root) && fits(ownText(root), wanted)) {
			found.add(controlOf(root));
			inner.isInside = true;
		}
		const around = open.at(-1);
		if (around && inner.isInside) around.isInside = true;
	}
}

/** The text of an element without what is never drawn in it; shadow roots are searched by themselves. */
function ownText(el: Element): string {
	let text = "";
	const left: Node[] = [el];
	for (let node = left.pop(); node; node = left.pop()) {
		if (isText(node)) text += node.data;
		else if (node === el || (isElement(node) && isReadable(node))) {
			const children = childNodes(node);
			for (let at = children.length - 1; at >= 0; at -= 1) left.push(children[at] as Node);
		}
	}
	return text;
}

function isReadable(el: Element): boolean {
	return !isNeverDrawn(el) && localName(el) !== "textarea" && !hidesText(el, getComputedStyle(el));
}

/** Text right in a closed `<details>`, or where the contents are not drawn. */
function hidesOwnText(el: Element): boolean {
	return (localName(el) === "details" && !hasAttr(el, "open")) || hidesContent(getComputedStyle(el));
}

/** A word in a button is found as the button: that is what can be acted on. */
function controlOf(el: Element): Element {
	let left = LIFT;
	for (const at of selfAndAncestors(el)) {
		if (interactiveRoles.has(roleOf(at))) return at;
		left -= 1;
		if (left < 0) break;
	}
	return el;
}
