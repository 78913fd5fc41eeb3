// Selectors that ask for an attribute's value could guess a secret letter by letter, from its field, from what
// stands beside it, or from what it is in. So each such test is answered as if the secret fields did not have the
// attribute: `[value^=a]` becomes `[value^=a]:not(<the secret fields>)`, and all around it means what it meant.

import { KitError } from "./kit-error.ts";
import { childElements, isElement, parentNode } from "./pristine.ts";
import { isSecretOption, MASK, shownAttribute } from "./value.ts";

type Root = { querySelectorAll(selector: string): ArrayLike<Element> };

const BLANK = "[ \\t\\r\\n\\f]";
/** Every pattern here can fit a text in one way only, so that no selector takes longer than it is long. */
const HEX = `(?:[0-9a-f]{6}|[0-9a-f]{1,5}(?![0-9a-f]))(?:\\r\\n|${BLANK})?`;
const NAME = `(?:[\\w-]|[^\\x01-\\x7f]|\\\\(?:${HEX}|[^0-9a-f\\r\\n\\f]))+`;
const STRING = `"(?:[^"\\\\\\r\\n\\f]|\\\\[^])*"|'(?:[^'\\\\\\r\\n\\f]|\\\\[^])*'`;
const COMMENTS = /\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"?|'(?:[^'\\]|\\[\s\S])*'?|\/\*[\s\S]*?(?:\*\/|$)/g;
/** What can look like a test without being one, then tests, then what could not be read. */
const PARTS = new RegExp(
	`${STRING}|\\[(?<test>(?:${STRING}|\\\\[^]|[^\\]"'\\\\[/])*)\\]|(?<colon>:${BLANK}*)?(?<word>${NAME})|(?<odd>["'[\\\\/])`,
	"gi",
);
const TEST = new RegExp(
	`^${BLANK}*(?:(?:${NAME}|\\*)?\\|(?!=))?${BLANK}*(?<attribute>${NAME})${BLANK}*(?<value>[^]*)$`,
	"i",
);
/** Tells which option is chosen, by the name of the attribute or of the state. */
const CHOICES = new Set(["selected", "checked", "default"]);
const HOLD_VALUES = new Set(["value", "aria-valuetext", "aria-valuenow"]);
/** A page with more secret fields than this has made them for another purpose. */
const MOST = 100;
/** Characters of a selector, and of what is made of it. */
const LONGEST = 10_000;
const LONGEST_MADE = 100_000;

/** The selector as it may be asked in this root. */
// @guard secret-probes
export function withoutSecrets(selector: string, root: Root): string {
	if (selector.length > LONGEST)
		throw new KitError("bad_selector", `the selector has more than ${LONGEST} characters`);
	if (!/[[:]/.test(selector)) return selector;
	const plain = selector.replace(COMMENTS, (part) => (part.startsWith("/*") ? "" : part));
	const guards = new Map<string, string>();
	let made = "";
	let end = 0;
	for (const part of plain.matchAll(PARTS)) {
		const after = part.index + part[0].length;
		made += plain.slice(end, after) + guardFor(part, plain[after], root, guards);
		end = after;
		if (made.length > LONGEST_MADE)
			throw new KitError("bad_selector", "the selector asks too often for what is secret here");
	}
	return made + plain.slice(end);
}

/** What is put behind a part of the selector: nothing, unless it tests what is a secret of some elements. */
function guardFor(
	part: RegExpExecArray,
	next: string | undefined,
	root: Root,
	guards: Map<string, string>,
): string {
	const { test, colon, word, odd } = part.groups as Record<string, string | undefined>;
	if (odd !== undefined) throw new KitError("bad_selector", `a ${odd} in the selector stands alone`);
	const { attribute, value } = (test !== undefined && TEST.exec(test)?.groups) || {};
	const tested = unescaped(attribute ?? word ?? "");
	// In an address, quotes and brackets mean nothing.
	if (tested === "url" && next === "(") throw new KitError("bad_selector", "a selector has no url()");
	const isState = colon !== undefined;
	// It looks out of the root, where other fields are secret.
	if (isState && /^host(-context)?$/.test(tested)) {
		throw new KitError("bad_selector", "the selector cannot begin at :host; give what is inside");
	}
	// Whether there is an attribute at all is no secret, unless that is all it says.
	if (!isState && attribute === undefined) return "";
	if (!CHOICES.has(tested) && !value) return "";
	let guard = guards.get(tested);
	if (guard === undefined) {
		guard = guardOf(tested, root);
		guards.set(tested, guard);
	}
	return guard;
}

function guardOf(tested: string, root: Root): string {
	const secret = secretsFor(tested, root);
	if (secret.length > MOST)
		throw new KitError("bad_selector", `too many fields here keep their ${tested} secret`);
	return secret.length === 0 ? "" : `:not(${secret.map(placeOf).join()})`;
}

function unescaped(name: string): string {
	const char = (hex: string) => String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff));
	return name
		.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|([\s\S]))/gi, (_, hex, plain) => (hex ? char(hex) : plain))
		.toLowerCase();
}

/** Those in the root whose attribute, or whose choice, is not shown. */
function secretsFor(tested: string, root: Root): Element[] {
	if (CHOICES.has(tested)) return Array.from(root.querySelectorAll("option")).filter(isSecretOption);
	const has = `[${CSS.escape(tested)}]`;
	const holders = HOLD_VALUES.has(tested) ? has : `input${has}, textarea${has}`;
	return Array.from(root.querySelectorAll(holders)).filter((el) => shownAttribute(el, tested) === MASK);
}

/** A selector that fits this element alone, among those of its root. */
function placeOf(el: Element): string {
	const parent = parentNode(el);
	const siblings = parent ? childElements(parent) : [el];
	const step = `:nth-child(${siblings.indexOf(el) + 1})`;
	return parent && isElement(parent) ? `${placeOf(parent)} > ${step}` : `${step}:not(* > *)`;
}
