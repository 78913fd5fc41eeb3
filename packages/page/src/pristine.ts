// Reading the DOM past what a page can put in the way. An isolated world has prototypes of its own, so a page
// cannot override built-ins here; but named access can reach into it: `<input name="parentNode">` shadows the real
// property of its form, and `<form name="activeElement">` that of its document (in the page's own world only, as
// Chromium has it today). Hence the prototype's own accessors.

import { openedRoot, suspect } from "./closed-roots.ts";
import { dropKept, keep, whenDropped } from "./kept.ts";

type Getter<O, K extends keyof O> = (self: O) => O[K];

function accessor<O extends object>(prototype: O, key: keyof O & string): (this: O) => unknown {
	const get = Object.getOwnPropertyDescriptor(prototype, key)?.get;
	if (!get) throw new TypeError(`no accessor for ${key}`);
	return get;
}

function getter<O extends object, K extends keyof O & string>(prototype: O, key: K): Getter<O, K> {
	const get = accessor(prototype, key);
	return (self) => get.call(self) as O[K];
}

// Those that a walk asks of every node are functions of their own: what `getter` makes are all one function to the
// compiler, which then cannot make any of them fast.
const getNodeType = accessor(Node.prototype, "nodeType");
const getFirstChild = accessor(Node.prototype, "firstChild");
const getNextSibling = accessor(Node.prototype, "nextSibling");
const getLocalName = accessor(Element.prototype, "localName");
const getNamespace = accessor(Element.prototype, "namespaceURI");
const getShadowRoot = accessor(Element.prototype, "shadowRoot");
const getParent = accessor(Node.prototype, "parentNode");
const getParentElement = accessor(Node.prototype, "parentElement");
const getSlot = accessor(Element.prototype, "assignedSlot");
const nodeType = (node: Node): number => getNodeType.call(node) as number;
// @guard pristine-children
export const firstChild = (node: Node): ChildNode | null => getFirstChild.call(node) as ChildNode | null;
// @guard pristine-siblings
export const nextSibling = (node: Node): ChildNode | null => getNextSibling.call(node) as ChildNode | null;
const openShadowRoot = (el: Element): ShadowRoot | null => getShadowRoot.call(el) as ShadowRoot | null;
export const parentNode = (node: Node): ParentNode | null => getParent.call(node) as ParentNode | null;
export const parentElement = (node: Node): Element | null => getParentElement.call(node) as Element | null;
export const assignedSlot = (el: Element): HTMLSlotElement | null =>
	getSlot.call(el) as HTMLSlotElement | null;

const HTML = "http://www.w3.org/1999/xhtml";
const { getAttribute, hasAttribute, hasAttributes } = Element.prototype;

// One element is asked many things in a row: the answers for the last one are kept.
let last: Element | undefined;
let lastName = "";
let lastIsHtml = false;
let lastHasAttr = false;

function ask(el: Element): void {
	keep();
	last = el;
	lastName = getLocalName.call(el) as string;
	lastIsHtml = getNamespace.call(el) === HTML;
	lastHasAttr = hasAttributes.call(el);
}

whenDropped(() => {
	last = undefined;
});

export function localName(el: Element): string {
	if (el !== last) ask(el);
	return lastName;
}

/** Element.prototype's reading of "is an HTML element", for what only those have. */
export function isAnyHtml(el: Element): el is HTMLElement {
	if (el !== last) ask(el);
	return lastIsHtml;
}

export function isHtml<K extends keyof HTMLElementTagNameMap>(
	el: Element,
	name: K,
): el is HTMLElementTagNameMap[K] {
	if (el !== last) ask(el);
	return lastName === name && lastIsHtml;
}

/** False for most elements of most pages: nothing need be asked of them one by one. */
export function hasAnyAttr(el: Element): boolean {
	if (el !== last) ask(el);
	return lastHasAttr;
}

export function attr(el: Element, name: string): string | null {
	return el === last && !lastHasAttr ? null : getAttribute.call(el, name);
}

export function hasAttr(el: Element, name: string): boolean {
	return el === last && !lastHasAttr ? false : hasAttribute.call(el, name);
}

export const childNodes = getter(Node.prototype, "childNodes");
export const textContent = getter(Node.prototype, "textContent");
const baseURI = getter(Node.prototype, "baseURI");
export const isConnected = getter(Node.prototype, "isConnected");
export const ownerDocument = getter(Node.prototype, "ownerDocument");
export const isContentEditable = getter(HTMLElement.prototype, "isContentEditable");
/** What is drawn of the text, as far as the browser's own reading goes. */
export const innerText = getter(HTMLElement.prototype, "innerText");
export const documentTitle = getter(Document.prototype, "title");
export const documentBody = getter(Document.prototype, "body");
export const documentElement = getter(Document.prototype, "documentElement");
export const scrollTop = getter(Element.prototype, "scrollTop");
export const scrollHeight = getter(Element.prototype, "scrollHeight");
export const clientWidth = getter(Element.prototype, "clientWidth");
export const clientHeight = getter(Element.prototype, "clientHeight");
export const scrollLeft = getter(Element.prototype, "scrollLeft");
export const scrollWidth = getter(Element.prototype, "scrollWidth");
export const firstElementChild = getter(Element.prototype, "firstElementChild");
export const lastElementChild = getter(Element.prototype, "lastElementChild");
export const nextElementSibling = getter(Element.prototype, "nextElementSibling");
export const childElementCount = getter(Element.prototype, "childElementCount");
export const previousElementSibling = getter(Element.prototype, "previousElementSibling");
export const offsetWidth = getter(HTMLElement.prototype, "offsetWidth");
export const offsetHeight = getter(HTMLElement.prototype, "offsetHeight");
export const readyState = getter(Document.prototype, "readyState");
export const documentCharset = getter(Document.prototype, "characterSet");
export const documentActive = getter(Document.prototype, "activeElement");

/** Open, or closed and handed over. */
export function shadowRoot(el: Element): ShadowRoot | null {
	const root = openShadowRoot(el) ?? openedRoot(el);
	if (!root && localName(el).includes("-")) suspect(el);
	return root;
}

const { getRootNode } = Node.prototype;
const element = Element.prototype;
const {
	querySelectorAll: documentQuery,
	createElement: makeElement,
	createRange: makeRange,
	elementFromPoint,
	elementsFromPoint,
	execCommand,
	getAnimations,
	getElementById,
	getElementsByTagName,
} = Document.prototype;

export const matches = (el: Element, selector: string): boolean => element.matches.call(el, selector);
export const closest = (el: Element, selector: string): Element | null => element.closest.call(el, selector);
export const attrNames = (el: Element): string[] => element.getAttributeNames.call(el);
export const queryIn = (el: Element, selector: string): NodeListOf<Element> =>
	element.querySelectorAll.call(el, selector);
export const hasChildNodes = (el: Element): boolean => Node.prototype.hasChildNodes.call(el);
/** Elements right inside of a node, in its own tree. */
export const childElements = (node: Node): Element[] => Array.from(childNodes(node)).filter(isElement);
export const contains = (outer: Node, inner: Node): boolean => Node.prototype.contains.call(outer, inner);
/** In the order of the document; what holds the other is before it too. */
export const isBefore = (one: Node, other: Node): boolean =>
	(Node.prototype.compareDocumentPosition.call(other, one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
export const rootOf = (node: Node): Node => getRootNode.call(node);
export const boundingRect = (el: Element): DOMRect => element.getBoundingClientRect.call(el);
export const clientRects = (el: Element): DOMRectList => element.getClientRects.call(el);
export const descendantCount = (el: Element): number => element.getElementsByTagName.call(el, "*").length;
export const checkVisibility = (el: Element, options: CheckVisibilityOptions): boolean =>
	element.checkVisibility.call(el, options);
export const scrollIntoView = (el: Element): void =>
	element.scrollIntoView.call(el, { block: "center", inline: "center", behavior: "instant" });
type Scrolls = (this: Element, place: ScrollToOptions) => void;
const { scrollBy, scrollTo }: { scrollBy: Scrolls; scrollTo: Scrolls } = element;
export const scrollElementBy = (el: Element, by: ScrollToOptions): void => scrollBy.call(el, by);
export const scrollElementTo = (el: Element, to: ScrollToOptions): void => scrollTo.call(el, to);
/** By the typed style: the text of `transform` and `translate` needs a layout, and three times as long. */
export const isTransformed = (el: Element): boolean => {
	const style = element.computedStyleMap.call(el);
	return !(style.get("transform") instanceof CSSKeywordValue) || String(style.get("translate")) !== "none";
};
export const animationsOf = (el: Element): Animation[] => element.getAnimations.call(el);
export const animate = (
	el: Element,
	frames: PropertyIndexedKeyframes,
	options: KeyframeAnimationOptions,
): Animation => element.animate.call(el, frames, options);
export const focusElement = (el: HTMLElement): void => {
	HTMLElement.prototype.focus.call(el);
	dropKept();
};
export const dispatch = (el: Element, event: Event): boolean => {
	const isAllowed = EventTarget.prototype.dispatchEvent.call(el, event);
	dropKept();
	return isAllowed;
};

export const queryAll = (selector: string): NodeListOf<Element> => documentQuery.call(document, selector);
/** The browser remembers what it found, as long as no element comes or goes. */
export const documentTags = (tag: string): HTMLCollectionOf<Element> =>
	getElementsByTagName.call(document, tag);
export const documentHit = (x: number, y: number, within = document): Element | null =>
	elementFromPoint.call(within, x, y);
/** What moves by itself in the document, and in the shadow roots in it, which it does not speak for. */
export const animationsIn = (roots: Iterable<ShadowRoot>): Animation[] => [
	...getAnimations.call(document),
	...Array.from(roots, (root) => root.getAnimations()).flat(),
];
/** From the topmost down. */
export const documentHits = (x: number, y: number): Element[] => elementsFromPoint.call(document, x, y);
/** What addresses in the document are relative to. */
export const documentBase = (): string => baseURI(document);
/** In no document. */
export const createElement = <K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] =>
	makeElement.call(document, tag) as HTMLElementTagNameMap[K];
/** Around all that is in a node. */
export const rangeOf = (node: Node): Range => {
	const range = makeRange.call(document);
	range.selectNodeContents(node);
	return range;
};
export const editCommand = (command: string, text = ""): boolean => {
	const isDone = execCommand.call(document, command, false, text);
	dropKept();
	return isDone;
};

export function elementById(root: Node, id: string): Element | null {
	if (root instanceof ShadowRoot) return root.getElementById(id);
	return getElementById.call(document, id);
}

const { ELEMENT_NODE: ELEMENT, TEXT_NODE: TEXT, CDATA_SECTION_NODE: CDATA } = Node;

export function isElement(node: Node): node is Element {
	return nodeType(node) === ELEMENT;
}

export function isText(node: Node): node is Text {
	const type = nodeType(node);
	return type === TEXT || type === CDATA;
}
