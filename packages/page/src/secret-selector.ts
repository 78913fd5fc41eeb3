// Selectors that ask for an attribute's value could guess a secret letter by letter, from its field, from what
// stands beside it, or from what it is in. So each such test is answered as if the secret fields did not have the
// attribute: `[value^=a]` becomes `[value^=a]:not(<the secret fields>)`, and all around it means what it meant.

import { KitError } from "./kit-error.ts";
import { childElements, isElement, parentNode } from "./pristine.ts";
import { isSecretOption, MASK, shownAttribute } from "./value.ts";

type Root = { querySelectorAll(selector: string): ArrayLike<Element> };

const ESCAPE = "\\\\(?:[0-9a-f]{1,6}(?:\\r\\n|\\s)?|[^0-9a-f\\r\\n\\f])";
const NAME = `(?:[\\w-]|[^\\x00-\\x7f]|${ESCAPE})+`;
const BLANK = "(?:\\s|/\\*[\\s\\S]*?\\*/)*";
const STRING = `"(?:[^"\\\\]|\\\\[\\s\\S])*"|'(?:[^'\\\\]|\\\\[\\s\\S])*'`;
/** What can hold a test without being one, then tests, then brackets that could not be read. */
const PARTS = new RegExp(
	[
		"/\\*[\\s\\S]*?\\*/",
		STRING,
		ESCAPE,
		`\\[${BLANK}(?:(?:${NAME}|\\*)?\\|(?!=))?${BLANK}(?<attribute>${NAME})${BLANK}(?<value>(?:${STRING}|[^\\]"'])*)\\]`,
		`:${BLANK}(?<state>${NAME})`,
		"(?<odd>[\\[\"'])",
	].join("|"),
	"gi",
);
/** Tells which option is chosen, by the name of the attribute or of the state. */
const CHOICES = new Set(["selected", "checked", "default"]);
const HOLD_VALUES = new Set(["value", "aria-valuetext", "aria-valuenow"]);
/** A page with more secret fields than this has made them for another purpose. */
const MOST = 100;

/** The selector as it may be asked in this root. */
export function withoutSecrets(selector: string, root: Root): string {
	if (!/[[:]/.test(selector)) return selector;
	return selector.replace(PARTS, (part, ...more) => {
		const { attribute, value, state, odd } = more.at(-1) as Record<string, string | undefined>;
		if (odd !== undefined)
			throw new KitError("bad_selector", "a bracket or a quote in the selector is not closed");
		const tested = unescaped(attribute ?? state ?? "");
		// It looks out of the root, where other fields are secret.
		if (state !== undefined && /^host(-context)?$/.test(tested)) {
			throw new KitError("bad_selector", "the selector cannot begin at :host; give what is inside");
		}
		// Whether there is an attribute at all is no secret, unless that is all it says.
		if (!(CHOICES.has(tested) || (attribute !== undefined && value))) return part;
		const secret = secretsFor(tested, root);
		if (secret.length > MOST)
			throw new KitError("bad_selector", `too many fields here keep their ${tested} secret`);
		return secret.length === 0 ? part : `${part}:not(${secret.map(placeOf).join()})`;
	});
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
