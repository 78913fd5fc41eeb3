// Pages that put something in the way of those who read them: every answer is that of the untouched page.

import { expect } from "vitest";
import { type CaseContext, type ConformanceCase, group } from "../case.ts";
import { script, shadowHost } from "../lines.ts";

const PAGE = `<main><h1>Shop</h1><p>Some <b>words</b> here</p><a href="/next">Next</a><button>Buy</button>
	<form aria-label="Order"><label>Name <input name="n" value="Ada"></label><select aria-label="Size"><option>S<option selected>L</select></form>
	<table><caption>Prices</caption><tr><th>Tea</th><td>1</td></tr></table><img alt="Cup" width="40" height="40">
	${shadowHost("<button>Shade</button><slot></slot>", "slotted")}<p hidden>unseen</p></main>`;

const READS: [tool: string, args: Record<string, unknown>][] = [
	["snapshot", {}],
	["snapshot", { interactive: true }],
	["get_text", {}],
	["read_as_markdown", {}],
	["get_html", { selector: "main" }],
	["find", { text: "buy" }],
	["find", { role: "button" }],
	["find", { label: "name" }],
	["find", { selector: "main p" }],
	["extract_links", {}],
	["list_images", {}],
	["outline", {}],
	["read_tables", {}],
	["form_values", {}],
	["element_info", { selector: "h1", styles: ["display"] }],
	["count_elements", { selectors: ["p", "button"] }],
	["page_metadata", {}],
];

/** All reads of the current page, without what differs from one load to the next: address and refs. */
async function readAll({ must }: CaseContext, url: string): Promise<string[]> {
	const answers: string[] = [];
	for (const [tool, args] of READS) {
		const { text } = await must(tool, args);
		answers.push(`${tool}: ${text.replaceAll(url, "URL").replace(/\[[a-z0-9]+\]/g, "[ref]")}`);
	}
	return answers;
}

const untouched = new WeakMap<object, Promise<string[]>>();

/** What the page answers when it is left alone; asked once a session. */
function plain(context: CaseContext): Promise<string[]> {
	const known = untouched.get(context.product);
	if (known) return known;
	const asked = context.open(PAGE).then((url) => readAll(context, url));
	untouched.set(context.product, asked);
	return asked;
}

/** Every function and accessor of an object that can be replaced throws from now on. */
const BREAK = `const { ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
const broken = () => { throw new Error("broken by the page"); };
const breakAll = (target, keep = {}) => {
	const keys = ownKeys(target);
	for (let at = 0; at < keys.length; at++) {
		const key = keys[at];
		const own = getOwnPropertyDescriptor(target, key);
		if (!own.configurable || key === "constructor" || keep[key]) continue;
		if (typeof own.value === "function") defineProperty(target, key, { value: broken, configurable: true });
		else if (own.get) defineProperty(target, key, { get: broken, set: broken, configurable: true });
	}
};`;

/** What the page's own markup needs to come to be. */
const NEEDED = "{ attachShadow: true, innerHTML: true }";

/** Nothing that the page does before its first element, or once it is loaded, changes any answer. */
function unmoved(source: string, when: "first" | "loaded" = "first"): ConformanceCase["run"] {
	return async (context) => {
		const expected = await plain(context);
		expect(expected[0]).toContain('- button "Shade"');
		const act = `${BREAK} const act = () => { ${source}; globalThis.acted = true; };`;
		const start = when === "first" ? "act();" : 'addEventListener("load", act);';
		const url = await context.open(PAGE, `<title>Test page</title>${script(act + start)}`);
		expect(await context.value("globalThis.acted")).toBe(true);
		expect(await readAll(context, url)).toEqual(expected);
	};
}

/** Elements that take the names of properties: `form.parentNode` is then an input. */
const SHADOWING =
	"parentNode parentElement childNodes children firstChild nextSibling attributes id tagName localName nodeName nodeType namespaceURI textContent innerHTML innerText isConnected shadowRoot assignedSlot ownerDocument getAttribute hasAttribute matches closest querySelectorAll getRootNode contains getBoundingClientRect checkVisibility compareDocumentPosition elements length labels name style dataset"
		.split(" ")
		.map((name) => `<input type="hidden" name="${name}" value="x">`)
		.join("");

export const hostileCases = group("hostile", {
	"Array.prototype": unmoved(`breakAll(Array.prototype)`, "loaded"),
	"Array.prototype before any other script": unmoved(
		"for (const key of ['map', 'filter', 'push', 'join', 'slice', 'includes', 'forEach', 'find', 'some', 'every']) Array.prototype[key] = () => { throw 1; };",
	),
	"Symbol.iterator of arrays, lists and text": unmoved(
		"for (const type of [Array, String, NodeList, HTMLCollection, Map, Set]) type.prototype[Symbol.iterator] = function* () { yield 'lie'; };",
	),
	JSON: unmoved("JSON.stringify = () => '\"lie\"'; JSON.parse = () => ({ ok: false });"),
	"Object.prototype with keys of its own": unmoved(
		"Object.prototype.toJSON = () => 'lie'; Object.prototype.ref = 'e1'; Object.prototype.budget = 1; Object.prototype.get = () => 'lie';",
	),
	"Map, Set, WeakMap and WeakRef": unmoved(
		`for (const type of [Map, Set, WeakMap, WeakSet, WeakRef, FinalizationRegistry]) breakAll(type.prototype);`,
	),
	"String, RegExp and Function.prototype": unmoved(
		`breakAll(String.prototype); breakAll(RegExp.prototype); breakAll(Function.prototype, { toString: true });`,
		"loaded",
	),
	"timers that never fire": unmoved(
		"for (const key of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback', 'queueMicrotask']) window[key] = () => 0;",
	),
	"a clock that stands still": unmoved("Date.now = () => 0; performance.now = () => 0;"),
	"Promise that never resolves": unmoved(
		"Promise.prototype.then = () => new Promise(() => {}); window.Promise = class { then() {} };",
	),
	"Node.prototype": unmoved(`breakAll(Node.prototype)`, "loaded"),
	"Element.prototype": unmoved(`breakAll(Element.prototype, ${NEEDED});`),
	"Element.prototype that lies": unmoved(
		`Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 0, 0);
		Element.prototype.getClientRects = () => [];
		Element.prototype.checkVisibility = () => false;
		Element.prototype.getAttribute = () => "lie";
		Element.prototype.matches = () => true;
		Object.defineProperty(Element.prototype, "shadowRoot", { get: () => null });`,
	),
	"HTMLElement and its kinds": unmoved(
		`for (const type of [HTMLElement, HTMLInputElement, HTMLSelectElement, HTMLTableElement, HTMLAnchorElement, HTMLSlotElement, HTMLLabelElement, SVGElement, ShadowRoot, DocumentFragment]) breakAll(type.prototype, ${NEEDED});`,
	),
	"document and Document.prototype": unmoved(
		`breakAll(Document.prototype); for (const key of ["querySelector", "querySelectorAll", "getElementById", "createRange", "body", "title"]) Object.defineProperty(document, key, { get() { throw 1; } });`,
		"loaded",
	),
	"styles that lie": unmoved(
		`window.getComputedStyle = () => ({ display: "none", visibility: "hidden", opacity: "0", getPropertyValue: () => "none" });
		Object.defineProperty(CSSStyleDeclaration.prototype, "display", { get: () => "none" });
		CSSStyleDeclaration.prototype.getPropertyValue = () => "hidden"; CSS.escape = () => "lie"; CSS.supports = () => false;`,
	),
	"observers, ranges and walkers": unmoved(
		`for (const type of [MutationObserver, IntersectionObserver, ResizeObserver, Range, TreeWalker, NodeIterator, DOMRect, URL]) breakAll(type.prototype); window.MutationObserver = class { constructor() { throw 1; } };`,
	),
	"a kit of the page's own": unmoved(
		"window.reinsKit = { call: async () => ({ ok: true, value: { text: 'lie' }, next: 1 }) }; Object.freeze(window.reinsKit);",
	),
	"prototypes that are frozen": unmoved(
		"for (const type of [Object, Array, Function, Node, Element, HTMLElement, Document]) Object.freeze(type.prototype);",
	),
	"a form whose fields take the names of properties": async (context) => {
		const form = (inner: string) => `<form aria-label="Order">${inner}<h2>Pay</h2><button>Go</button></form>`;
		const expected = await readAll(context, await context.open(PAGE + form("")));
		const clobbered = await readAll(context, await context.open(PAGE + form(SHADOWING)));
		expect(clobbered).toEqual(expected);
	},
	"a document whose pictures and forms take the names of properties": async (context) => {
		const names =
			"body head title documentElement activeElement createElement createRange elementFromPoint elementsFromPoint getAnimations styleSheets adoptedStyleSheets querySelector querySelectorAll getElementById readyState characterSet baseURI contentType location".split(
				" ",
			);
		const expected = await plain(context);
		const shadowing = names
			.map((name) => `<form name="${name}" hidden></form><img name="${name}" hidden>`)
			.join("");
		expect(await readAll(context, await context.open(PAGE + shadowing))).toEqual(expected);
	},
	"elements that take the names of globals": async (context) => {
		const names =
			"reinsKit Node Element NodeFilter getComputedStyle innerHeight location JSON name top self".split(" ");
		const expected = await plain(context);
		const shadowing = names.map((name) => `<div id="${name}" hidden></div>`).join("");
		expect(await readAll(context, await context.open(PAGE + shadowing))).toEqual(expected);
	},
});
