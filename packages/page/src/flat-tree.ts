// The tree as it is drawn: open shadow roots take the place of their host's children, slots that of what is
// slotted into them. Reading, names and hit tests all walk this tree, so they agree on what is inside what.

import { keep, whenDropped } from "./kept.ts";
import {
	assignedSlot,
	childNodes,
	documentActive,
	firstChild,
	hasAttr,
	isElement,
	isHtml,
	isText,
	localName,
	nextSibling,
	parentElement,
	parentNode,
	queryAll,
	shadowRoot,
} from "./pristine.ts";

const FEW = 12;

// An element is asked for its children by all that judge it, one after the other: those of the last one are kept.
let last: Element | undefined;
let lastChildren: ArrayLike<Node> = [];
let lastAreOwn = true;

function gather(el: Element): void {
	keep();
	const others = otherChildren(el);
	last = el;
	lastAreOwn = others === undefined;
	lastChildren = others ?? childrenOf(el);
}

whenDropped(() => {
	last = undefined;
	lastChildren = [];
});

/** Children in drawing order. A closed `<details>` shows its summary only. */
export function flatChildren(el: Element): ArrayLike<Node> {
	if (el !== last) gather(el);
	return lastChildren;
}

/** The text in an element that holds nothing else. */
export function onlyText(el: Element): Text | undefined {
	if (el !== last) gather(el);
	const child = lastAreOwn && lastChildren.length === 1 ? lastChildren[0] : undefined;
	return child && isText(child) ? child : undefined;
}

/** What is drawn in place of an element's own children; undefined where those are. */
export function otherChildren(el: Element): ArrayLike<Node> | undefined {
	const root = shadowRoot(el);
	if (root) return childNodes(root);
	const tag = localName(el);
	if (tag === "slot" && isHtml(el, "slot")) {
		const assigned = el.assignedNodes();
		if (assigned.length > 0) return assigned;
	}
	if (tag === "details" && isHtml(el, "details") && !hasAttr(el, "open")) {
		const summary = Array.prototype.find.call(
			childNodes(el),
			(child: Node) => isElement(child) && localName(child) === "summary",
		);
		return summary ? [summary] : [];
	}
	return undefined;
}

/** A few children are gathered in no time; the browser's own list is worth its making for many. */
function childrenOf(el: Element): ArrayLike<Node> {
	const first = firstChild(el);
	if (!first) return [];
	const second = nextSibling(first);
	if (!second) return [first];
	const few: Node[] = [first];
	for (let child: Node | null = second; child; child = nextSibling(child)) {
		if (few.length === FEW) return childNodes(el);
		few.push(child);
	}
	return few;
}

/** The parent in drawing order: slot before parent, host instead of shadow root. */
export function flatParent(el: Element): Element | undefined {
	return assignedSlot(el) ?? parentElement(el) ?? hostAround(el);
}

function hostAround(el: Element): Element | undefined {
	const parent = parentNode(el);
	return parent instanceof ShadowRoot ? parent.host : undefined;
}

/** The element itself and everything around it, from the inside out. */
export function* selfAndAncestors(el: Element): Generator<Element> {
	for (let at: Element | undefined = el; at; at = flatParent(at)) yield at;
}

/** What is around an element and not known yet, from the outside in: asked in this order, nobody asks for long. */
export function unknownAround(el: Element, known: { has(el: Element): boolean }): Element[] {
	const chain: Element[] = [];
	for (let at = flatParent(el); at && !known.has(at); at = flatParent(at)) chain.push(at);
	return chain.reverse();
}

export function flatContains(outer: Element, inner: Element): boolean {
	for (const at of selfAndAncestors(inner)) if (at === outer) return true;
	return false;
}

/** Every open shadow root in the document, however deep. */
export function openShadowRoots(): ShadowRoot[] {
	const roots: ShadowRoot[] = [];
	addShadowRootsIn(queryAll("*"), roots);
	return roots;
}

export function addShadowRootsIn(elements: ArrayLike<Element>, roots: ShadowRoot[]): void {
	// By index: this runs over every element of the page, and an iterator is markedly slower there.
	for (let at = 0; at < elements.length; at += 1) {
		const root = shadowRoot(elements[at] as Element);
		if (!root) continue;
		roots.push(root);
		addShadowRootsIn(root.querySelectorAll("*"), roots);
	}
}

/** What has the focus, through open shadow roots; nothing when it is the page as a whole. */
export function focusedElement(): Element | undefined {
	let active = documentActive(document);
	if (!active || isHtml(active, "body") || isHtml(active, "html")) return undefined;
	for (;;) {
		const inner: Element | null = shadowRoot(active)?.activeElement ?? null;
		if (!inner) return active;
		active = inner;
	}
}
